import type { DigestAlgorithm, DigestFacts, DistinguishedName, Instant, SignatureAlgorithm } from '#model'
import {
  algorithmOidOf,
  digestAlgorithmOfOid,
  digestIdentifiers,
  type PssParameters,
  sameAlgorithm,
  signatureAlgorithmOf,
} from '#readers/crypto'
import {
  type Asn1Element,
  Asn1Error,
  type Asn1Limits,
  CONSTRUCTED_OCTET_STRING,
  contextPrimitive,
  contextTag,
  decimalOf,
  elementsOf,
  Fields,
  GENERALIZED_TIME,
  INTEGER,
  instantOf,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  octetsOf,
  openEncoding,
  SEQUENCE,
  smallIntegerOf,
  UTC_TIME,
} from '#readers/der'
import { distinguishedNameOf, type IssuerSerial, issuerSerialOf } from '#readers/x509'
import { attributesOf, type CmsAttribute, singleValue } from './attribute.js'
import { derSetOf } from './der-set.js'
import { CMS_RULES } from './encoding-rules.js'

/** SignerIdentifier (RFC 5652, 5.3). */
type SignerIdentifier =
  | ({ readonly kind: 'issuer-serial' } & IssuerSerial)
  /** Lower-case hex. */
  | { readonly kind: 'key-identifier'; readonly subjectKeyIdentifier: string }

/** ESSCertID (RFC 2634) or ESSCertIDv2 (RFC 5035). */
export interface EssCertificateId {
  readonly version: 'v1' | 'v2'
  readonly digest: DigestFacts
  /** Null when absent, or when it does not name one issuer. */
  readonly issuerSerial: { readonly issuer: DistinguishedName; readonly serialNumber: string } | null
}

/** SignerInfo (RFC 5652, 5.3). */
export interface SignerInfo {
  readonly version: number
  readonly identifier: SignerIdentifier
  /** Dotted OID of digestAlgorithm, the digest of the message-digest attribute. */
  readonly digestOid: string
  /** Null when the OID is not known. */
  readonly digestAlgorithm: DigestAlgorithm | null
  /** With the digest of digestAlgorithm where the identifier does not state a digest (`rsaEncryption`). */
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly pss: PssParameters | null
  /** False when a signed attribute states other algorithms than the SignerInfo (RFC 6211). */
  readonly algorithmsAsSigned: boolean
  readonly signature: Buffer
  /** The encodings of all fields but the unsigned attributes, in order, as they are written. */
  readonly fields: readonly Buffer[]
  /**
   * The octets that were signed: the signed attributes as a SET (RFC 5652, 5.4). Null when there are no signed attributes: then the content itself is signed.
   */
  readonly signedAttributesDer: Buffer | null
  readonly signedAttributes: readonly CmsAttribute[]
  readonly unsignedAttributes: readonly CmsAttribute[]
  /** Dotted OID in the content-type attribute; null when absent. */
  readonly contentType: string | null
  /** message-digest attribute; null when absent. */
  readonly messageDigest: Buffer | null
  /** signing-time attribute; null when absent. */
  readonly signingTime: Instant | null
  /** The identifiers in signing-certificate, then those in signing-certificate-v2; null when both attributes are absent. */
  readonly signingCertificates: readonly EssCertificateId[] | null
}

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const COUNTER_SIGNATURE = '1.2.840.113549.1.9.6'
const ALGORITHM_PROTECTION = '1.2.840.113549.1.9.52'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

/** Reads the encoding of a SignerInfo by itself, as a counter-signature is. Throws as `signerInfoOf`. */
export function readSignerInfo(encoding: Uint8Array, limits: Asn1Limits): SignerInfo {
  return signerInfoOf(openEncoding(encoding, limits, CMS_RULES))
}

/**
 * Reads a SignerInfo (RFC 5652, 5.3).
 *
 * @throws Asn1Error for another structure, for a repeated signed attribute that must be single, and for a signed counter-signature
 */
export function signerInfoOf(element: Asn1Element): SignerInfo {
  if (element.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a SignerInfo is expected', element.start)
  const fields = new Fields(element)
  const versionElement = fields.next(INTEGER, 'version')
  const version = smallIntegerOf(versionElement)
  const sid = fields.required('sid')
  const identifier = signerIdentifierOf(sid)
  const digestIdentifier = fields.next(SEQUENCE, 'digestAlgorithm')
  const digestOid = algorithmOidOf(digestIdentifier)
  const signed = fields.optional(contextTag(0))
  const signatureIdentifier = fields.next(SEQUENCE, 'signatureAlgorithm')
  const { algorithm, pss } = signatureAlgorithmOf(signatureIdentifier)
  const value = fields.required('signature')
  const signature = signatureOctetsOf(value)
  const unsigned = fields.optional(contextTag(1))
  fields.end()

  const digestAlgorithm = digestAlgorithmOfOid(digestOid)
  const signedAttributes = attributesOf(signed)
  assertNoCounterSignature(signedAttributes)
  const contentType = singleValue(signedAttributes, CONTENT_TYPE, OBJECT_IDENTIFIER)
  const signingTime = singleValue(signedAttributes, SIGNING_TIME, UTC_TIME, GENERALIZED_TIME)
  return {
    version,
    identifier,
    digestOid,
    digestAlgorithm,
    signatureAlgorithm:
      algorithm.encryption !== null && algorithm.digest === null && pss === null ? { ...algorithm, digest: digestAlgorithm } : algorithm,
    pss,
    algorithmsAsSigned: statesAlgorithms(signedAttributes, digestIdentifier, signatureIdentifier),
    signature,
    fields: [versionElement, sid, digestIdentifier, signed, signatureIdentifier, value].flatMap((element) => element?.encoding ?? []),
    signedAttributesDer: signed === null ? null : derSetOf(signed),
    signedAttributes: signedAttributes.map(({ attribute }) => attribute),
    unsignedAttributes: attributesOf(unsigned).map(({ attribute }) => attribute),
    contentType: contentType === null ? null : objectIdentifierOf(contentType),
    messageDigest: singleValue(signedAttributes, MESSAGE_DIGEST, OCTET_STRING)?.content ?? null,
    signingTime: signingTime === null ? null : instantOf(signingTime),
    signingCertificates: signingCertificatesOf(signedAttributes),
  }
}

/** A counter-signature signs the signature value, so it cannot be a signed attribute (RFC 5652, 11.4); other readers refuse such a message. */
function assertNoCounterSignature(attributes: ReturnType<typeof attributesOf>): void {
  const found = attributes.find(({ attribute }) => attribute.oid === COUNTER_SIGNATURE)
  if (found !== undefined) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a counter-signature is a signed attribute', found.start)
}

/**
 * Whether the algorithm-protection attribute repeats the algorithms of the SignerInfo, which are not signed themselves (RFC 6211, 2;
 * `decisions.md#algorithm-protection`). True when the attribute is absent.
 */
function statesAlgorithms(attributes: ReturnType<typeof attributesOf>, digest: Asn1Element, signature: Asn1Element): boolean {
  const protection = singleValue(attributes, ALGORITHM_PROTECTION, SEQUENCE)
  if (protection === null) return true
  const fields = new Fields(protection)
  const stated = [fields.next(SEQUENCE, 'digestAlgorithm'), fields.next(contextTag(1), 'signatureAlgorithm')] as const
  fields.end()
  return sameAlgorithm(stated[0], digest) && sameAlgorithm(stated[1], signature)
}

/** An OCTET STRING, in pieces where the message is BER. Its tag is not signed, so it is checked here. */
function signatureOctetsOf(element: Asn1Element): Buffer {
  if (element.identifier !== OCTET_STRING && element.identifier !== CONSTRUCTED_OCTET_STRING)
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'signature is not an OCTET STRING', element.start)
  return octetsOf(element)
}

function signerIdentifierOf(element: Asn1Element): SignerIdentifier {
  if (element.identifier === contextPrimitive(0)) return { kind: 'key-identifier', subjectKeyIdentifier: element.content.toString('hex') }
  if (element.identifier !== SEQUENCE) {
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'sid is neither issuer and serial number nor a key identifier', element.start)
  }
  const fields = new Fields(element)
  const issuer = distinguishedNameOf(fields.next(SEQUENCE, 'issuer'))
  const serialNumber = decimalOf(fields.next(INTEGER, 'serialNumber'))
  fields.end()
  return { kind: 'issuer-serial', issuer, serialNumber }
}

function signingCertificatesOf(attributes: ReturnType<typeof attributesOf>): readonly EssCertificateId[] | null {
  const v1 = singleValue(attributes, SIGNING_CERTIFICATE, SEQUENCE)
  const v2 = singleValue(attributes, SIGNING_CERTIFICATE_V2, SEQUENCE)
  if (v1 === null && v2 === null) return null
  return [...(v1 === null ? [] : certificateIds(v1, 'v1')), ...(v2 === null ? [] : certificateIds(v2, 'v2'))]
}

/** SigningCertificate(V2) ::= SEQUENCE { certs SEQUENCE OF ESSCertID(v2), policies OPTIONAL }. */
function certificateIds(signingCertificate: Asn1Element, version: 'v1' | 'v2'): EssCertificateId[] {
  const signing = new Fields(signingCertificate)
  const certs = signing.next(SEQUENCE, 'certs')
  signing.optional(SEQUENCE)
  signing.end()
  return elementsOf(certs).map((element) => {
    if (element.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'an ESSCertID is expected', element.start)
    const fields = new Fields(element)
    // hashAlgorithm of v2 is omitted when it is SHA-256.
    const hash = version === 'v2' ? fields.optional(SEQUENCE) : null
    const value = fields.next(OCTET_STRING, 'certHash').content.toString('hex')
    const issuerSerial = fields.optional(SEQUENCE)
    fields.end()
    const identifier = hash !== null ? algorithmOidOf(hash) : digestIdentifiers[version === 'v1' ? 'SHA1' : 'SHA256']
    return {
      version,
      digest: { identifier, algorithm: digestAlgorithmOfOid(identifier), value },
      issuerSerial: issuerSerial === null ? null : issuerSerialOf(issuerSerial),
    }
  })
}
