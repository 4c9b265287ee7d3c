import type { Instant, SignatureConclusion, SignatureEvidence, SignatureFacts, UnreadableSignature, ValidationData } from '#model'
import { concludeDocument, POLv1, type ValidationPolicy } from '#validation/policy'
import type { ProfileConstraints } from '../../../src/validation/policy/validation-policy.js'
import { authority, period, type Statement, signer } from './qualification/qualified-certificates.js'
import { certificate, changeCertificate, changed, type Evidence } from './sound-signatures.js'

/** What ASiC-E is judged by. */
export const constraints: ProfileConstraints = POLv1.profiles['asic-e']

/** POLv1 with other constraints for ASiC-E. */
export function policyWith(changes: Partial<ProfileConstraints>): ValidationPolicy {
  return { ...POLv1, profiles: { ...POLv1.profiles, 'asic-e': { ...constraints, ...changes } } }
}

/** The conclusions on a document with these signatures. */
export function concludeAll(
  policy: ValidationPolicy,
  signatures: readonly (SignatureEvidence | UnreadableSignature)[],
  validationTime: Instant,
): readonly SignatureConclusion[] {
  return concludeDocument(policy, signatures, [], validationTime)
}

function only(conclusions: readonly SignatureConclusion[]): SignatureConclusion {
  const [conclusion] = conclusions
  if (conclusion === undefined) throw new TypeError('no conclusion')
  return conclusion
}

/** The conclusion on the only signature of a document. */
export function evaluateSignature(
  policy: ValidationPolicy,
  facts: SignatureFacts,
  data: ValidationData,
  validationTime: Instant,
): SignatureConclusion {
  return only(concludeAll(policy, [{ kind: 'read', facts, data }], validationTime))
}

export function concludeUnreadable(policy: ValidationPolicy, signature: UnreadableSignature, validationTime: Instant): SignatureConclusion {
  return only(concludeAll(policy, [signature], validationTime))
}

const statements = {
  QESig: ['compliance', 'eSign', 'device'],
  QESeal: ['compliance', 'eSeal', 'device'],
  'AdESig-QC': ['compliance', 'eSign'],
  'AdESeal-QC': ['compliance', 'eSeal'],
  AdESig: ['eSign'],
  none: [],
} as const satisfies Readonly<Record<string, readonly Statement[]>>

/** A legal level that can follow from trusted lists; `none`: no list names an authority. */
export type ListedLevel = keyof typeof statements

/** The same evidence with trusted lists from which this legal level follows. */
export function withLegalLevel(evidence: Evidence, level: ListedLevel): Evidence {
  return changed(evidence, (e) => {
    const { qcStatements } = signer(statements[level])
    changeCertificate(e, 'Signer', (person) => Object.assign(person, { qcStatements }))
    const root = certificate('Root CA', { ca: true })
    const services = level === 'none' ? [] : [authority([period({ information: ['ForeSignatures', 'ForeSeals'] })])]
    Object.assign(e.data, {
      ascent: {
        links: [{ certificate: 'Signer', issuer: root.id }],
        certificates: [root],
        anchors: [{ certificate: root.id, services }],
        complete: true,
      },
    })
  })
}
