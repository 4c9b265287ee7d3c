import {
  type DetailedBlock,
  type DetailedSignature,
  type FailedCheck,
  isHashcodeForm,
  provenObject,
  type SignatureExplanation,
  type SignatureReport,
  type SubIndication,
} from '#model'
import { constraintElements, statusElement, typed } from './constraints.js'
import type { EtsiReportInput } from './etsi-report.js'
import { attributeElements } from './signature-attributes.js'
import { objectId, type ValidationObjects } from './validation-objects.js'
import { digestElements, revocationReasonUri, uri, writtenUri } from './vocabulary.js'
import { dateTime, type Elements } from './xml.js'

/** One signature with its entry in each report. */
export interface SignatureInput {
  readonly number: number
  readonly report: SignatureReport
  readonly detailed: DetailedSignature
  readonly explained: SignatureExplanation
  /** Identifiers of its data objects. */
  readonly data: readonly string[]
}

/** SignatureValidationReport of one signature (clause 4.3). Every value comes from the conclusion, the facts or the detailed report. */
export function signatureElement(signature: SignatureInput, input: EtsiReportInput, objects: ValidationObjects): Elements {
  const { detailed, explained, report } = signature
  const { facts, conclusion } = explained
  // Blocks of time-stamps are written with the validation object of the time-stamp, which several signatures may share.
  const own = detailed.blocks.filter(({ name }) => name !== 'time-stamp')
  for (const block of detailed.blocks) if (block.name === 'time-stamp') objects.addValidation(block.subject, timeStampReport(block))
  const best = dateTime(conclusion.bestSignatureTime)
  const proof = conclusion.proofsOfExistence.find(
    ({ object, time }) => object === provenObject.signature && time === conclusion.bestSignatureTime,
  )
  return {
    SignatureIdentifier: facts === null ? undefined : identifierElement(signature, input),
    ValidationConstraintsEvaluationReport: {
      SignatureValidationPolicy: policyElement(input),
      ValidationConstraint: constraintElements(own),
    },
    ValidationTimeInfo: {
      ValidationTime: dateTime(conclusion.validationTime),
      BestSignatureTime: objects.proofElement(
        best === undefined || conclusion.bestSignatureTime === null
          ? null
          : { time: conclusion.bestSignatureTime, source: proof?.source ?? '' },
      ),
    },
    SignersDocument: signersDocument(signature),
    SignatureAttributes: facts === null ? undefined : attributeElements(facts),
    SignerInformation: signerElement(signature, objects),
    SignatureQuality: report.signatureLevel === '' ? undefined : { SignatureQualityInformation: uri.signatureLevel(report.signatureLevel) },
    SignatureValidationProcess: {
      SignatureValidationProcessID: uri.process[facts?.syntax.name ?? 'xades'],
      SignatureValidationServicePolicy: input.report.policy.url,
    },
    SignatureValidationStatus: {
      ...statusElement(report.indication, report.subIndication),
      AssociatedValidationReportData: associatedData(signature, objects),
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
function identifierElement({ number, explained: { facts, conclusion } }: SignatureInput, { report }: EtsiReportInput): Elements {
  const value = facts?.identifier.signatureValue ?? ''
  const { id, source } = conclusion
  return {
    '@id': `S-${number}`,
    DigestAlgAndValue: digestElements(facts?.identifier.dataToBeSigned ?? null) ?? undefined,
    'ds:SignatureValue': value === '' ? undefined : value,
    HashOnly: 'false',
    DocHashOnly: String(isHashcodeForm(report.signatureForm)),
    OtherInformation: { 'a:Source': { '@Id': id, '@File': source.file, '@Index': String(source.index) } },
  }
}

/** Written as an implied policy: an explicit identifier requires a policy document with a digest, which the policies of this service do not have. */
function policyElement({ report: { policy } }: EtsiReportInput): Elements {
  return {
    SignaturePolicyIdentifier: { 'xades:SignaturePolicyImplied': {} },
    PolicyName: policy.name,
    ReadablePolicyURI: policy.url,
  }
}

function signersDocument({ data, explained: { facts } }: SignatureInput): Elements | undefined {
  if (data.length === 0) return undefined
  const [only, ...others] = (facts?.references ?? []).filter(({ kind }) => kind === 'data-object')
  const digest = others.length === 0 ? digestElements(only?.digest ?? null) : null
  return { DigestAlgAndValue: digest ?? undefined, SignersDocumentRepresentation: { '@VOReference': data.join(' ') } }
}

function signerElement({ report, explained }: SignatureInput, objects: ValidationObjects): Elements | undefined {
  const { signingCertificate } = explained.conclusion
  const id = signingCertificate === null ? null : objectId.certificate(signingCertificate)
  if (id === null || !objects.has(id)) return undefined
  return { SignerCertificate: { '@VOReference': id }, Signer: report.signedBy === '' ? undefined : report.signedBy }
}

/** Path, and the revocation or algorithm that explains the status, and every message of the report with its key (clause 4.3.12). */
function associatedData(signature: SignatureInput, objects: ValidationObjects): Elements | undefined {
  const { report, explained } = signature
  const { conclusion } = explained
  const path = (conclusion.certificationPath?.certificates ?? []).map(objectId.certificate).filter((id) => objects.has(id))
  const anchor = conclusion.certificationPath?.anchored === true ? path.at(-1) : undefined
  const [signer] = path
  const messages = [
    ...report.errors.map(({ key, text }) => typed(uri.message('error'), `${key}: ${text}`)),
    ...report.warnings.map(({ key, text }) => typed(uri.message('warning'), `${key}: ${text}`)),
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
    RevocationStatusInformation: revocationElement(explained, objects),
    CryptoInformation: cryptoElement(signature, objects),
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
function revocationElement({ conclusion, validationData }: SignatureExplanation, objects: ValidationObjects): Elements | undefined {
  if (conclusion.subIndication === null || !ofRevocation.has(conclusion.subIndication) || validationData === null) return undefined
  const path = new Set(conclusion.certificationPath?.certificates)
  const [revoked] = validationData.revocations
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
function cryptoElement({ number, explained: { conclusion } }: SignatureInput, objects: ValidationObjects): Elements | undefined {
  const decisive: FailedCheck | undefined = conclusion.errors[0]
  const algorithm = decisive?.facts['algorithm']
  if (conclusion.subIndication === null || !ofAlgorithm.has(conclusion.subIndication) || typeof algorithm !== 'string' || algorithm === '')
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
