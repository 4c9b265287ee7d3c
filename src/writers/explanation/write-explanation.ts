import {
  type BlockResult,
  type CertificateFacts,
  type DocumentReport,
  type DocumentType,
  type Errors,
  type Instant,
  type PolicyName,
  type Provable,
  plainCheck,
  type RevocationFacts,
  type SignatureConclusion,
  type SignatureFacts,
  type SignatureReport,
  type TimeStampFacts,
  type UnreadableSignature,
  type ValidationData,
} from '#model'
import { bufferOf } from '#std'
import { leavingOut } from '../left-out.js'

/** Facts with their octets in base64. */
type Written<Facts> = Omit<Facts, 'encoded'> & { readonly encoded: string }

interface WrittenFacts extends Omit<SignatureFacts, 'certificates' | 'revocations' | 'timeStamps'> {
  readonly certificates: readonly Written<CertificateFacts>[]
  readonly revocations: readonly Written<RevocationFacts>[]
  readonly timeStamps: readonly Written<TimeStampFacts>[]
}

interface WrittenData extends Omit<ValidationData, 'certificates' | 'ascent'> {
  readonly certificates: readonly Written<CertificateFacts>[]
  readonly ascent: Omit<ValidationData['ascent'], 'certificates'> & Pick<WrittenData, 'certificates'>
}

/** The input and the conclusion of one signature, as plain data with bytes in base64. The same facts, data, policy and time always give the same conclusion. */
interface SignatureExplanation {
  /** Null for a signature that cannot be read. */
  readonly facts: WrittenFacts | null
  /** Why it cannot be read; null when it can. */
  readonly unreadable: Omit<UnreadableSignature, 'kind'> | null
  readonly validationData: WrittenData | null
  readonly conclusion: SignatureConclusion
  /** Until when the chain of proofs lasts; null for a signature that cannot be read. */
  readonly provable: Provable | null
}

export interface Explanation {
  readonly documentType: DocumentType
  readonly policy: PolicyName
  readonly validationTime: Instant
  /** Digest of the trust snapshot that was used. */
  readonly trustSnapshot: string
  readonly signatures: readonly SignatureExplanation[]
}

export function writeExplanation({ document, policy, validationTime, trust, signatures }: Pick<DocumentReport, Used>): Explanation {
  return { documentType: document.type, policy, validationTime, trustSnapshot: trust.digest, signatures: signatures.map(explainSignature) }
}

type Used = 'document' | 'policy' | 'validationTime' | 'trust' | 'signatures'

/** Members of the report that are in the report beside the explanation. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['ownPolicy', 'findings', 'filesLeftOut', 'timeStampTokens', 'nested'])

type Explained = SignatureConclusion & Pick<SignatureReport, 'evidence' | 'unreadable' | 'provable'>

/** Members of a signature that say the same as its facts and validation data. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof Explained>()([
  'form',
  'signer',
  'signatureAlgorithm',
  'claimedSigningTime',
  'scopes',
  'claimedRoles',
  'productionPlace',
  'reason',
  'certificates',
  'timeStamps',
  'revocations',
])

function explainSignature(signature: Explained): SignatureExplanation {
  const { evidence, unreadable, provable } = signature
  return {
    facts: evidence === null ? null : writtenFacts(evidence.facts),
    unreadable: unreadable === null ? null : plainUnreadable(unreadable),
    validationData: evidence === null ? null : writtenData(evidence.data),
    conclusion: plainConclusion(signature),
    provable: provable === null ? null : plainProvable(provable),
  }
}

function writtenFacts(facts: SignatureFacts): WrittenFacts {
  const { certificates, revocations, timeStamps } = facts
  return {
    ...facts,
    certificates: certificates.map(inBase64),
    revocations: revocations.map(inBase64),
    timeStamps: timeStamps.map(inBase64),
  }
}

function writtenData(data: ValidationData): WrittenData {
  const { certificates, ascent } = data
  return { ...data, certificates: certificates.map(inBase64), ascent: { ...ascent, certificates: ascent.certificates.map(inBase64) } }
}

function inBase64<Facts extends { readonly encoded: Uint8Array }>(facts: Facts): Written<Facts> {
  return { ...facts, encoded: bufferOf(facts.encoded).toString('base64') }
}

function plainUnreadable({ source, id, code, message, offset }: UnreadableSignature): SignatureExplanation['unreadable'] {
  return { source, id, code, message, offset }
}

/** The conclusion as plain objects with the facts of every check. */
function plainConclusion(signature: SignatureConclusion): SignatureConclusion {
  const { source, id, policy, validationTime, level, leastLevel, signingCertificate, certificationPath } = signature
  const { bestSignatureTime, proofsOfExistence } = signature
  const grounds = { source, id, policy, validationTime, level, leastLevel, signingCertificate, certificationPath, bestSignatureTime }
  const checks = { blocks: signature.blocks.map(plainBlock), proofsOfExistence, warnings: signature.warnings.map(plainCheck) }
  switch (signature.indication) {
    case 'TOTAL-PASSED':
      return { ...grounds, ...checks, indication: signature.indication, subIndication: null, errors: [] }
    case 'TOTAL-FAILED': {
      const { indication, subIndication, errors } = signature
      return { ...grounds, ...checks, indication, subIndication, errors: plainErrors(errors) }
    }
    case 'INDETERMINATE': {
      const { indication, subIndication, errors } = signature
      return { ...grounds, ...checks, indication, subIndication, errors: plainErrors(errors) }
    }
  }
}

function plainErrors([first, ...others]: Errors): Errors {
  return [plainCheck(first), ...others.map(plainCheck)]
}

function plainBlock({ name, clause, subject, status, checks, children }: BlockResult): BlockResult {
  return { name, clause, subject, status, checks: checks.map(plainCheck), children: children.map(plainBlock) }
}

function plainProvable({ state, ends, until, cause, reason, extension }: Provable): Provable {
  return { state, ends, until, cause: cause === null ? null : plainCheck(cause), reason, extension }
}
