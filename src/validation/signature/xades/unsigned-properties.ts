import type { RevocationOrigin, TimeStampKind, UnreadableTimeStamp } from '#model'
import { finding, readPolicyStore, trimmedExcerpt, XADES_141_NAMESPACE, XADES_NAMESPACE, type XadesFinding } from '#readers/xades'
import { childElements, type XmlElement } from '#readers/xml'
import { base64Of } from '#readers/xmldsig'
import { type CertificatePlace, type Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { addTokenEvidence, assertTimeStampsWithin } from '../time-stamp-token.js'
import type { XadesDialect } from './dialect.js'
import { readTimeStampProperty, type TimeStampProperty, timeStampKindOf } from './time-stamp-property.js'

/** One property, with the evidence in it: later time-stamps prove that the evidence existed. */
export interface UnsignedProperty {
  readonly element: XmlElement
  /** The kind of time-stamp that the property is, readable or not; null for any other property. */
  readonly kind: TimeStampKind | null
  readonly timeStamp: TimeStampProperty | null
  /** Includes the evidence in the time-stamp token. */
  readonly held: HeldEvidence
}

/** The decoded UnsignedSignatureProperties. The signer did not sign them: each datum is protected only by its own signature. */
export interface UnsignedProperties {
  /** In document order. */
  readonly properties: readonly UnsignedProperty[]
  readonly unreadableTimeStamps: readonly UnreadableTimeStamp[]
  /** The document in a SignaturePolicyStore; null when there is none. */
  readonly policyDocument: Buffer | null
  /** The CounterSignature elements. */
  readonly counterSignatures: readonly XmlElement[]
  readonly findings: readonly XadesFinding[]
}

/** The property that holds evidence records (TS 119 132-3, 5.2). */
const SEALING_EVIDENCE_RECORDS = 'http://uri.etsi.org/19132/v1.1.1#SealingEvidenceRecords'

/** Known properties that contain only references by digest, and no evidence. */
const withoutEvidence: ReadonlySet<string> = new Set([
  `${XADES_NAMESPACE}CompleteCertificateRefs`,
  `${XADES_NAMESPACE}CompleteRevocationRefs`,
  `${XADES_NAMESPACE}AttributeCertificateRefs`,
  `${XADES_NAMESPACE}AttributeRevocationRefs`,
  `${XADES_141_NAMESPACE}CompleteCertificateRefsV2`,
  `${XADES_141_NAMESPACE}AttributeCertificateRefsV2`,
  `${XADES_141_NAMESPACE}RenewedDigests`,
  `${XADES_141_NAMESPACE}RenewedDigestsV2`,
])

/** Reads the unsigned properties and adds their certificates, responses and tokens to the evidence (EN 319 132-1, 5.3 to 5.5). Throws `ReaderError` with `limit`. */
export function readUnsignedProperties(
  parent: XmlElement | null,
  evidence: Evidence,
  context: SignatureContext,
  dialect: Pick<XadesDialect, 'bareTimeStampTokens'>,
): UnsignedProperties {
  const properties: UnsignedProperty[] = []
  const unreadableTimeStamps: UnreadableTimeStamp[] = []
  const findings: XadesFinding[] = []
  let policyDocument: Buffer | null = null
  const counterSignatures: XmlElement[] = []
  let evidenceRecords = 0
  let timeStamps = 0
  const elements = parent === null ? [] : childElements(parent)
  const { maxUnsignedProperties } = context.limits.signature
  if (elements.length > maxUnsignedProperties) {
    throw signatureLimit('SIGNATURE_TOO_MANY_PROPERTIES', `A signature has more than ${maxUnsignedProperties} unsigned properties`)
  }
  for (const element of elements) {
    const kind = timeStampKindOf(element)
    if (kind !== null) assertTimeStampsWithin(++timeStamps, context)
    const timeStamp = kind === null ? null : readTimeStampProperty(element, kind, context, dialect)
    if (timeStamp?.readable === false) unreadableTimeStamps.push({ kind: timeStamp.kind, problem: timeStamp.problem })
    const readable = timeStamp?.readable === true ? timeStamp : null
    const held = readable === null ? addValues(element, evidence) : addTokenEvidence(readable.token, evidence)
    properties.push({ element, kind, timeStamp: readable, held: held ?? joinHeld([]) })
    if (kind !== null || held !== null) continue
    const name = element.namespace + element.localName
    if (name === `${XADES_NAMESPACE}CounterSignature`) counterSignatures.push(element)
    else if (name === SEALING_EVIDENCE_RECORDS) evidenceRecords += Math.max(1, childElements(element).length)
    else if (name === `${XADES_141_NAMESPACE}SignaturePolicyStore`) {
      policyDocument ??= readPolicyStore(element)
      if (policyDocument === null) findings.push(finding('SIGNATURE_POLICY_STORE_UNREADABLE'))
    } else if (!withoutEvidence.has(name)) findings.push(finding('UNSIGNED_PROPERTY_UNKNOWN', { name: trimmedExcerpt(element.name) }))
  }
  if (evidenceRecords > 0) findings.push(finding('EVIDENCE_RECORD', { count: evidenceRecords }))
  return { properties, unreadableTimeStamps, policyDocument, counterSignatures, findings }
}

/** Adds the evidence of CertificateValues, RevocationValues and similar properties; null for any other property. */
function addValues(element: XmlElement, evidence: Evidence): HeldEvidence | null {
  switch (element.namespace + element.localName) {
    case `${XADES_NAMESPACE}CertificateValues`:
      return addCertificateValues(element, 'certificate-values', evidence)
    case `${XADES_NAMESPACE}AttrAuthoritiesCertValues`:
      return addCertificateValues(element, 'attribute-certificate-values', evidence)
    case `${XADES_NAMESPACE}RevocationValues`:
      return addRevocationValues(element, 'revocation-values', evidence)
    case `${XADES_NAMESPACE}AttributeRevocationValues`:
      return addRevocationValues(element, 'attribute-revocation-values', evidence)
    case `${XADES_141_NAMESPACE}TimeStampValidationData`:
      return addBoth(element, 'time-stamp-validation-data', 'time-stamp-validation-data', evidence)
    // AnyValidationData (EN 319 132-1) contains evidence about any object, including the signer's certificate.
    case `${XADES_141_NAMESPACE}AnyValidationData`:
      return addBoth(element, 'certificate-values', 'revocation-values', evidence)
    default:
      return null
  }
}

function addBoth(element: XmlElement, place: CertificatePlace, origin: RevocationOrigin, evidence: Evidence): HeldEvidence {
  const certificates = childElements(element, XADES_NAMESPACE, 'CertificateValues')
  const revocations = childElements(element, XADES_NAMESPACE, 'RevocationValues')
  return joinHeld([
    ...certificates.map((values) => addCertificateValues(values, place, evidence)),
    ...revocations.map((values) => addRevocationValues(values, origin, evidence)),
  ])
}

function addCertificateValues(values: XmlElement, place: CertificatePlace, evidence: Evidence): HeldEvidence {
  const certificates = childElements(values, XADES_NAMESPACE, 'EncapsulatedX509Certificate').map((element) =>
    evidence.addEncodedCertificate(base64Of(element), place),
  )
  return { certificates: certificates.flatMap((certificate) => (certificate === null ? [] : [certificate.facts.id])), revocations: [] }
}

function addRevocationValues(values: XmlElement, origin: RevocationOrigin, evidence: Evidence): HeldEvidence {
  const encapsulated = (container: string, item: string) =>
    childElements(values, XADES_NAMESPACE, container)
      .flatMap((list) => childElements(list, XADES_NAMESPACE, item))
      .map(base64Of)
  return joinHeld([
    ...encapsulated('CRLValues', 'EncapsulatedCRLValue').map((der) => evidence.addCrl(der, origin)),
    ...encapsulated('OCSPValues', 'EncapsulatedOCSPValue').map((der) => evidence.addOcspResponse(der, origin)),
  ])
}
