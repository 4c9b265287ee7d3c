import { type FailedCheck, provenObject, type SignatureReport, type SubIndication } from '#model'
import { messageOf, signerNameOf } from '#validation/report'
import type { DetailedBlock } from '#writers/detailed'
import { leavingOut } from '../left-out.js'
import { constraintElements, statusElement, typed } from './constraints.js'
import type { EtsiReportInput } from './etsi-report.js'
import { attributeElements } from './signature-attributes.js'
import { objectId, type ValidationObjects } from './validation-objects.js'
import { digestElements, revocationReasonUri, uri, writtenUri } from './vocabulary.js'
import { dateTime, type Elements } from './xml.js'

/** The members of a signature that this writer uses; `blocks` come in words. */
export type EtsiSignature = Pick<
  SignatureReport,
  | 'id'
  | 'source'
  | 'validationTime'
  | 'indication'
  | 'subIndication'
  | 'errors'
  | 'warnings'
  | 'form'
  | 'level'
  | 'leastLevel'
  | 'signer'
  | 'signingCertificate'
  | 'certificationPath'
  | 'bestSignatureTime'
  | 'claimedSigningTime'
  | 'claimedRoles'
  | 'productionPlace'
  | 'proofsOfExistence'
  | 'timeStamps'
  | 'revocations'
  | 'evidence'
>

/** Members of a signature that are not written as such: certificates and scopes are in the validation objects, the policy is that of the report; reason and commitments are attributes. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof EtsiSignature>()([
  'reason',
  'policy',
  'blocks',
  'scopes',
  'certificates',
  'signatureAlgorithm',
  'provable',
  'unreadable',
])

/** One signature with its number in the report, from 0. */
interface SignatureInput {
  readonly number: number
  readonly signature: EtsiSignature
  /** Its building blocks in words. */
  readonly blocks: readonly DetailedBlock[]
  /** Identifiers of its data objects. */
  readonly data: readonly string[]
}

/** SignatureValidationReport of one signature (clause 4.3). Every value comes from the report. */
export function signatureElement(input: SignatureInput, report: EtsiReportInput, objects: ValidationObjects): Elements {
  const { signature, blocks } = input
  const { bestSignatureTime, evidence, level, leastLevel } = signature
  // Blocks of time-stamps are written with the validation object of the time-stamp, which several signatures may share.
  const own = blocks.filter(({ name }) => name !== 'time-stamp')
  for (const block of blocks) if (block.name === 'time-stamp') objects.addValidation(block.subject, timeStampReport(block))
  const best = dateTime(bestSignatureTime)
  const proof = signature.proofsOfExistence.find(({ object, time }) => object === provenObject.signature && time === bestSignatureTime)
  const known = level ?? leastLevel
  return {
    SignatureIdentifier: evidence === null ? undefined : identifierElement(input, report),
    ValidationConstraintsEvaluationReport: {
      SignatureValidationPolicy: policyElement(report),
      ValidationConstraint: constraintElements(own),
    },
    ValidationTimeInfo: {
      ValidationTime: dateTime(signature.validationTime),
      BestSignatureTime: objects.proofElement(
        best === undefined || bestSignatureTime === null ? null : { time: bestSignatureTime, source: proof?.source ?? '' },
      ),
    },
    SignersDocument: signersDocument(input),
    SignatureAttributes: evidence === null ? undefined : attributeElements(signature, evidence.facts),
    SignerInformation: signerElement(signature, objects),
    SignatureQuality: known === null ? undefined : { SignatureQualityInformation: uri.signatureLevel(known) },
    SignatureValidationProcess: {
      SignatureValidationProcessID: uri.process[signature.form?.syntax ?? 'xades'],
      SignatureValidationServicePolicy: uri.policy(report.policy, report.ownPolicy),
    },
    SignatureValidationStatus: {
      ...statusElement(signature.indication, signature.subIndication ?? ''),
      AssociatedValidationReportData: associatedData(input, objects),
    },
  }
}

/** Validation report of a time-stamp: its own constraints and status (clause 4.4.8). */
function timeStampReport(block: DetailedBlock): Elements {
  return {
    ValidationConstraintsEvaluationReport: { ValidationConstraint: constraintElements([block]) },
    SignatureValidationStatus: statusElement(block.indication, block.subIndication),
  }
}

/** Identifies the signature by the digest of the signed data and by its value (clause 4.3.3). An element of this service adds its position in the document. */
function identifierElement(
  { number, signature: { id, source, evidence } }: SignatureInput,
  { document: { form } }: EtsiReportInput,
): Elements {
  const value = evidence?.facts.identifier.signatureValue ?? ''
  return {
    '@id': `S-${number}`,
    DigestAlgAndValue: digestElements(evidence?.facts.identifier.dataToBeSigned ?? null) ?? undefined,
    'ds:SignatureValue': value === '' ? undefined : value,
    HashOnly: 'false',
    DocHashOnly: String(form.kind === 'ddoc' && form.hashcode),
    OtherInformation: { 'a:Source': { '@Id': id, '@File': source.file, '@Index': String(source.index) } },
  }
}

/** Written as an implied policy: an explicit identifier requires a policy document with a digest, which the policies of this service do not have. */
function policyElement({ policy, ownPolicy }: EtsiReportInput): Elements {
  return {
    SignaturePolicyIdentifier: { 'xades:SignaturePolicyImplied': {} },
    PolicyName: policy,
    ReadablePolicyURI: uri.policy(policy, ownPolicy),
  }
}

function signersDocument({ data, signature: { evidence } }: SignatureInput): Elements | undefined {
  if (data.length === 0) return undefined
  const [only, ...others] = (evidence?.facts.references ?? []).filter(({ kind }) => kind === 'data-object')
  const digest = others.length === 0 ? digestElements(only?.digest ?? null) : null
  return { DigestAlgAndValue: digest ?? undefined, SignersDocumentRepresentation: { '@VOReference': data.join(' ') } }
}

function signerElement({ signingCertificate, signer }: EtsiSignature, objects: ValidationObjects): Elements | undefined {
  const id = signingCertificate === null ? null : objectId.certificate(signingCertificate)
  if (id === null || !objects.has(id)) return undefined
  return { SignerCertificate: { '@VOReference': id }, Signer: signerNameOf(signer) ?? undefined }
}

/** Path, and the revocation or algorithm that explains the status, and every message of the report with its key (clause 4.3.12). */
function associatedData(input: SignatureInput, objects: ValidationObjects): Elements | undefined {
  const { signature } = input
  const path = (signature.certificationPath?.certificates ?? []).map(objectId.certificate).filter((id) => objects.has(id))
  const anchor = signature.certificationPath?.anchored === true ? path.at(-1) : undefined
  const [signer] = path
  const messages = [
    ...signature.errors.map(messageOf).map(({ key, text }) => typed(uri.message('error'), `${key}: ${text}`)),
    ...signature.warnings.map(messageOf).map(({ key, text }) => typed(uri.message('warning'), `${key}: ${text}`)),
  ]
  const data: Elements = {
    TrustAnchor: anchor === undefined ? undefined : reference(anchor),
    CertificateChain:
      signer === undefined
        ? undefined
        : {
            SigningCertificate: reference(signer),
            IntermediateCertificate: path.slice(1, anchor === undefined ? undefined : -1).map(reference),
            TrustAnchor: anchor === undefined ? undefined : reference(anchor),
          },
    RevocationStatusInformation: revocationElement(signature, objects),
    CryptoInformation: cryptoElement(input, objects),
    AdditionalValidationReportData: messages.length === 0 ? undefined : { ReportData: messages },
  }
  return Object.values(data).every((value) => value === undefined) ? undefined : data
}

function reference(id: string): Elements {
  return { '@VOReference': id }
}

const ofRevocation: ReadonlySet<SubIndication> = new Set(['REVOKED', 'REVOKED_NO_POE', 'REVOKED_CA_NO_POE'])
const ofAlgorithm: ReadonlySet<SubIndication> = new Set(['CRYPTO_CONSTRAINTS_FAILURE', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'])

/** The earliest revocation of a certificate in the path, when the sub-indication is about a revocation. */
function revocationElement(
  { subIndication, certificationPath, evidence }: EtsiSignature,
  objects: ValidationObjects,
): Elements | undefined {
  if (subIndication === null || !ofRevocation.has(subIndication)) return undefined
  const path = new Set(certificationPath?.certificates)
  const [revoked] = (evidence?.data.revocations ?? [])
    .filter(
      ({ status, certificate, revocation }) =>
        status === 'revoked' && path.has(certificate) && objects.has(objectId.revocation(revocation)),
    )
    .toSorted((a, b) => (a.revocationTime ?? 0) - (b.revocationTime ?? 0))
  const time = dateTime(revoked?.revocationTime ?? null)
  if (revoked === undefined || time === undefined) return undefined
  return {
    ValidationObjectId: reference(objectId.certificate(revoked.certificate)),
    RevocationTime: time,
    RevocationReason: revocationReasonUri(revoked.revocationReason) ?? undefined,
    RevocationObject: reference(objectId.revocation(revoked.revocation)),
  }
}

/** The algorithm that the deciding check did not accept, and the object that it was used for: a certificate in the path, or the signature. */
function cryptoElement({ number, signature }: SignatureInput, objects: ValidationObjects): Elements | undefined {
  const decisive: FailedCheck | undefined = signature.errors[0]
  const algorithm = decisive?.facts['algorithm']
  if (signature.subIndication === null || !ofAlgorithm.has(signature.subIndication) || typeof algorithm !== 'string' || algorithm === '')
    return undefined
  const certificate = decisive?.facts['certificateId']
  const id = typeof certificate === 'string' ? objectId.certificate(certificate) : null
  const since = decisive?.since ?? null
  return {
    ValidationObjectId: reference(id !== null && objects.has(id) ? id : `S-${number}`),
    Algorithm: writtenUri(algorithm),
    SecureAlgorithm: 'false',
    NotAfter: dateTime(since),
  }
}
