import {
  type DdocFacts,
  type DigestFacts,
  excerpt,
  type Instant,
  type ProductionPlace,
  type SigningCertificateReference,
  type StructureFinding,
} from '#model'
import { digestAsHex } from '#readers/crypto'
import type { Certificate } from '#readers/x509'
import { attributeOf, childElements, textOf, type XmlElement } from '#readers/xml'
import { XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import { readDdocTime } from './date-time.js'
import { readDigest } from './digest-value.js'
import { attributeAt, childNamed, childrenNamed, textAt } from './elements.js'
import { flaw } from './flaws.js'
import { designatesIssuer } from './issuer-name.js'
import type { DdocSignatureRules } from './rules.js'

const MAX_ROLES = 2

/** SignedProperties as written. `references.ts` checks whether a reference covers them. */
interface DdocSignedProperties {
  readonly claimedSigningTime: Instant | null
  readonly claimedRoles: readonly string[]
  readonly productionPlace: ProductionPlace | null
  readonly certificate: DdocFacts['signingCertificate']
  /** The same comparison in the form that is common to all signatures. */
  readonly certificateReference: SigningCertificateReference
  readonly flaws: readonly StructureFinding[]
}

/** Reads SignedProperties and compares SigningCertificate with the certificate of KeyInfo. */
export function readDdocSignedProperties(
  properties: XmlElement,
  signatureId: string,
  signer: Certificate | null,
  rules: DdocSignatureRules,
  maxNameCharacters: number,
): DdocSignedProperties {
  const ofSignature = childNamed(properties, 'SignedSignatureProperties')
  const certs = childrenNamed(childNamed(ofSignature, 'SigningCertificate'), 'Cert')
  const cert = certs[0] ?? null
  const signingTime = textAt(ofSignature, 'SigningTime')
  const claimedSigningTime = readDdocTime(signingTime, rules)
  const roles = childrenNamed(childNamed(ofSignature, 'SignerRole', 'ClaimedRoles'), 'ClaimedRole')
  const stated = readDigest(childNamed(cert, 'CertDigest'), 'SigningCertificate')
  const issuerSerial = childNamed(cert, 'IssuerSerial')
  const serialNumber = readSerialNumber(rules.bareSerialNumber ? textAt(issuerSerial) : textAt(issuerSerial, 'X509SerialNumber'))
  const certificate = {
    digest: signer !== null && stated.sha1 !== null && stated.sha1 === digestAsHex('SHA1', signer.facts.encoded) ? 'match' : 'mismatch',
    serialNumber: signer !== null && serialNumber === signer.facts.serialNumber ? 'match' : 'mismatch',
    issuer: rules.bareSerialNumber ? 'absent' : compareIssuer(textAt(issuerSerial, 'X509IssuerName'), signer, maxNameCharacters),
  } as const
  const digestFacts: DigestFacts | null =
    stated.sha1 === null ? null : { identifier: stated.identifier, algorithm: 'SHA1', value: stated.sha1 }
  const flaws: StructureFinding[] = []
  if (attributeAt(properties, 'Id') === '') flaws.push(flaw('SIGNED_PROPERTIES_ID'))
  const target = attributeAt(rules.signedPropertiesTarget ? properties : properties.parent, 'Target')
  if (target !== `#${signatureId}`) flaws.push(flaw('SIGNED_PROPERTIES_TARGET', { target: excerpt(target) }))
  if (claimedSigningTime === null) flaws.push(flaw('SIGNING_TIME', { text: excerpt(signingTime) }))
  if (rules.signedPropertiesTarget && attributeAt(cert, 'Id') === '') flaws.push(flaw('CERTIFICATE_REFERENCE_ID'))
  if (serialNumber === null) flaws.push(flaw('CERTIFICATE_SERIAL'))
  flaws.push(...stated.flaws)
  if (certs.length > 1) flaws.push(flaw('CERTIFICATE_REFERENCES', { count: certs.length }))
  if (roles.length > MAX_ROLES) flaws.push(flaw('CLAIMED_ROLES', { count: roles.length }))
  return {
    claimedSigningTime,
    claimedRoles: roles.slice(0, MAX_ROLES).flatMap((role) => textAt(role) || []),
    productionPlace: readProductionPlace(childNamed(ofSignature, 'SignatureProductionPlace')),
    certificate,
    certificateReference: {
      version: 'v1',
      digest: digestFacts,
      certificate: certificate.digest === 'match' && signer !== null ? signer.facts.id : null,
      issuerSerial: certificate.serialNumber === 'match' && certificate.issuer !== 'mismatch' ? 'match' : 'mismatch',
    },
    flaws,
  }
}

/** Null when no part is stated; each is as stated, with its white space. */
function readProductionPlace(place: XmlElement | null): ProductionPlace | null {
  const part = (name: string) => {
    const element = childNamed(place, name)
    return element === null ? null : textOf(element) || null
  }
  const stated = {
    city: part('City'),
    stateOrProvince: part('StateOrProvince'),
    postalCode: part('PostalCode'),
    country: part('CountryName'),
  }
  return Object.values(stated).every((value) => value === null) ? null : { location: null, ...stated }
}

function compareIssuer(text: string, signer: Certificate | null, maxNameCharacters: number): 'match' | 'mismatch' {
  return signer !== null && designatesIssuer(text, signer.facts.issuer, maxNameCharacters) ? 'match' : 'mismatch'
}

/** A decimal serial number without leading zeros; null for any other text. The bound of 100 digits limits the work of BigInt. */
export function readSerialNumber(text: string): string | null {
  return /^-?\d{1,100}$/.test(text) ? BigInt(text).toString() : null
}

/**
 * The kinds of children of IssuerSerial in 1.3 that are not in the namespace of XML Signature (warning 176), each once, with the namespace that the first such
 * element itself declares. This is harmless, because the elements are hashed as written.
 */
export function foreignIssuerNamespaces(signature: XmlElement, rules: DdocSignatureRules): DdocFacts['foreignIssuerNamespaces'] {
  if (rules.bareSerialNumber) return []
  const properties = childNamed(signature, 'Object', 'QualifyingProperties')
  const signed = childNamed(properties, 'SignedProperties', 'SignedSignatureProperties', 'SigningCertificate')
  const complete = childNamed(properties, 'UnsignedProperties', 'UnsignedSignatureProperties', 'CompleteCertificateRefs')
  const certs = [signed, complete, childNamed(complete, 'CertRefs')].flatMap((parent) => childrenNamed(parent, 'Cert'))
  const parts = certs.flatMap((cert) => childrenNamed(cert, 'IssuerSerial')).flatMap((issuerSerial) => childElements(issuerSerial))
  return (['X509IssuerName', 'X509SerialNumber'] as const).flatMap((name) => {
    const foreign = parts.find((element) => element.localName === name && element.namespace !== XMLDSIG_NAMESPACE)
    if (foreign === undefined) return []
    return [{ element: name, namespace: foreign.declarations?.get('') ?? attributeOf(foreign, 'xmlns') }]
  })
}
