import type { Instant, ProductionPlace } from '#model'
import { attributeOf, childElements, plainTextOf, textOf, trimWhiteSpace, type XmlElement } from '#readers/xml'
import { readDateTime } from './date-time.js'
import { XADES_NAMESPACE } from './namespaces.js'
import { readSignaturePolicy, type WrittenPolicy } from './signature-policy.js'
import { readSigningCertificate, type WrittenCertificateReference } from './signing-certificate.js'
import { finding, trimmedExcerpt, type XadesFinding } from './structure.js'

/** A DataObjectFormat with its ObjectReference (`#` and the Id of a ds:Reference). */
export interface DataObjectFormat {
  readonly objectReference: string
  readonly mimeType: string | null
}

/** SignedProperties as written. The caller checks whether an intact reference covers them. */
export interface SignedProperties {
  readonly claimedSigningTime: Instant | null
  /** Text of a SigningTime that is not an xsd:dateTime; null otherwise. */
  readonly unreadableSigningTime: string | null
  readonly signingCertificates: readonly WrittenCertificateReference[]
  readonly policy: WrittenPolicy | null
  readonly claimedRoles: readonly string[]
  /** Identifiers of what the signer commits to. */
  readonly commitmentTypes: readonly string[]
  readonly productionPlace: ProductionPlace | null
  readonly dataObjectFormats: readonly DataObjectFormat[]
  /** AllDataObjectsTimeStamp and IndividualDataObjectsTimeStamp, in order. */
  readonly contentTimeStamps: readonly XmlElement[]
  readonly findings: readonly XadesFinding[]
}

const none: SignedProperties = {
  claimedSigningTime: null,
  unreadableSigningTime: null,
  signingCertificates: [],
  policy: null,
  claimedRoles: [],
  commitmentTypes: [],
  productionPlace: null,
  dataObjectFormats: [],
  contentTimeStamps: [],
  findings: [],
}

/**
 * Reads SignedProperties (EN 319 132-1, 4.3.3 to 5.2); null is read as empty. If a property that may occur once is repeated, the first is read, with a finding.
 */
export function readSignedProperties(element: XmlElement | null): SignedProperties {
  if (element === null) return none
  const findings: XadesFinding[] = []
  const once = (parent: XmlElement | null, property: string): XmlElement | null => {
    const [first = null, ...others] = parent === null ? [] : childElements(parent, XADES_NAMESPACE, property)
    if (others.length > 0) findings.push(finding('SIGNED_PROPERTY_REPEATED', { property, count: others.length + 1 }))
    return first
  }
  const ofSignature = once(element, 'SignedSignatureProperties')
  const ofData = once(element, 'SignedDataObjectProperties')
  const { claimedSigningTime, unreadableSigningTime } = readSigningTime(once(ofSignature, 'SigningTime'), findings)
  const v1 = once(ofSignature, 'SigningCertificate')
  const v2 = once(ofSignature, 'SigningCertificateV2')
  const policyElement = once(ofSignature, 'SignaturePolicyIdentifier')
  const policy = policyElement === null ? null : readSignaturePolicy(policyElement)
  findings.push(...(policy?.findings ?? []))
  const inBothVersions = (property: string) => {
    if (ofSignature === null) return
    const isPresent = (name: string) => childElements(ofSignature, XADES_NAMESPACE, name).length > 0
    if (isPresent(property) && isPresent(`${property}V2`)) findings.push(finding('PROPERTY_AGAINST_XADES', { property }))
  }
  for (const property of ['SigningCertificate', 'SignerRole', 'SignatureProductionPlace']) inBothVersions(property)
  if (v2 !== null && childElements(v2, XADES_NAMESPACE, 'Cert').some((certificate) => attributeOf(certificate, 'URI') !== null))
    findings.push(finding('PROPERTY_AGAINST_BASELINE', { property: 'SigningCertificateV2' }))
  const formats = ofData === null ? [] : childElements(ofData, XADES_NAMESPACE, 'DataObjectFormat')
  findings.push(...formats.flatMap(findFormatFlaw))
  const roles = [once(ofSignature, 'SignerRole'), once(ofSignature, 'SignerRoleV2')].flatMap((role) => role ?? [])
  const place = once(ofSignature, 'SignatureProductionPlace') ?? once(ofSignature, 'SignatureProductionPlaceV2')
  return {
    claimedSigningTime,
    unreadableSigningTime,
    signingCertificates: [
      ...(v1 === null ? [] : readSigningCertificate(v1, 'v1')),
      ...(v2 === null ? [] : readSigningCertificate(v2, 'v2')),
    ],
    policy: policy?.policy ?? null,
    claimedRoles: roles.flatMap(readClaimedRoles),
    commitmentTypes: ofData === null ? [] : readCommitmentTypes(ofData),
    productionPlace: place === null ? null : readProductionPlace(place),
    dataObjectFormats: formats.map(readDataObjectFormat),
    contentTimeStamps: ofData === null ? [] : childElements(ofData, XADES_NAMESPACE).filter(isContentTimeStamp),
    findings,
  }
}

function readSigningTime(
  element: XmlElement | null,
  findings: XadesFinding[],
): Pick<SignedProperties, 'claimedSigningTime' | 'unreadableSigningTime'> {
  const text = element === null ? '' : trimWhiteSpace(textOf(element))
  const claimedSigningTime = element === null || plainTextOf(element) === null ? null : readDateTime(text)
  const unreadableSigningTime = claimedSigningTime === null && text !== '' ? trimmedExcerpt(text) : null
  if (text === '') findings.push(finding('SIGNING_TIME_MISSING'))
  if (unreadableSigningTime !== null) findings.push(finding('SIGNING_TIME_UNREADABLE', { text: unreadableSigningTime }))
  return { claimedSigningTime, unreadableSigningTime }
}

function readClaimedRoles(role: XmlElement): readonly string[] {
  return childElements(role, XADES_NAMESPACE, 'ClaimedRoles')
    .flatMap((roles) => childElements(roles, XADES_NAMESPACE, 'ClaimedRole'))
    .map((claimed) => textOf(claimed).trim())
    .filter((text) => text !== '')
}

/** The identifiers in CommitmentTypeIndication (EN 319 132-1, 5.2.3). */
function readCommitmentTypes(ofData: XmlElement): readonly string[] {
  return childElements(ofData, XADES_NAMESPACE, 'CommitmentTypeIndication')
    .flatMap((indication) => childElements(indication, XADES_NAMESPACE, 'CommitmentTypeId'))
    .flatMap((id) => childElements(id, XADES_NAMESPACE, 'Identifier'))
    .map((identifier) => textOf(identifier).trim())
    .filter((text) => text !== '')
}

/** Null when no part is stated; each is as stated, with its white space. The street address of the second version is not read. */
function readProductionPlace(place: XmlElement): ProductionPlace | null {
  const part = (name: string) => {
    const [element] = childElements(place, XADES_NAMESPACE, name)
    return element === undefined ? null : textOf(element) || null
  }
  const stated = {
    city: part('City'),
    stateOrProvince: part('StateOrProvince'),
    postalCode: part('PostalCode'),
    country: part('CountryName'),
  }
  return Object.values(stated).every((value) => value === null) ? null : { location: null, ...stated }
}

function readDataObjectFormat(element: XmlElement): DataObjectFormat {
  const [mimeType] = childElements(element, XADES_NAMESPACE, 'MimeType').map((type) => plainTextOf(type)?.trim())
  const stated = mimeType === undefined || mimeType === '' ? null : mimeType
  return { objectReference: trimWhiteSpace(attributeOf(element, 'ObjectReference') ?? ''), mimeType: stated }
}

/** A format states what an object is in one of three ways (EN 319 132-1, 5.2.4); in a baseline signature it has exactly one MIME type (6.3). */
function findFormatFlaw(format: XmlElement): readonly XadesFinding[] {
  const count = (name: string) => childElements(format, XADES_NAMESPACE, name).length
  const [descriptions, identifiers, types] = [count('Description'), count('ObjectIdentifier'), count('MimeType')]
  const property = 'DataObjectFormat'
  if (descriptions !== 1 && identifiers !== 1 && types !== 1) return [finding('PROPERTY_AGAINST_XADES', { property })]
  const isBaseline = types === 1 && descriptions <= 1 && identifiers <= 1 && count('Encoding') <= 1
  return isBaseline ? [] : [finding('PROPERTY_AGAINST_BASELINE', { property })]
}

function isContentTimeStamp({ localName }: XmlElement): boolean {
  return localName === 'AllDataObjectsTimeStamp' || localName === 'IndividualDataObjectsTimeStamp'
}
