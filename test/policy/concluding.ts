import type { Instant, SignatureConclusion, SignatureFacts, SignatureLevel, UnreadableSignature, ValidationData } from '#model'
import { concludeDocument, POLv1, type SignatureEvidence, type ValidationPolicy } from '#policy'
import type { ProfileConstraints } from '../../src/policy/validation-policy.js'
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
  signatures: readonly SignatureEvidence[],
  validationTime: Instant,
): readonly SignatureConclusion[] {
  return concludeDocument(policy, signatures, [], validationTime).map(({ conclusion }) => conclusion)
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
  return only(concludeAll(policy, [{ kind: 'unreadable', signature }], validationTime))
}

const statements: Readonly<Record<SignatureLevel, readonly Statement[]>> = {
  QES: ['compliance', 'eSign', 'device'],
  'AdES/QC': ['compliance', 'eSign'],
  AdES: ['eSign'],
  '': [],
}

/** The same evidence with trusted lists from which this legal level follows; for the empty one no list names an authority. */
export function withLegalLevel(evidence: Evidence, level: SignatureLevel): Evidence {
  return changed(evidence, (e) => {
    const { qcStatements } = signer(statements[level])
    changeCertificate(e, 'Signer', (person) => Object.assign(person, { qcStatements }))
    const root = certificate('Root CA', { ca: true })
    const services = level === '' ? [] : [authority([period()])]
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
