import {
  type Asn1Element,
  Asn1Error,
  contextTag,
  elementsOf,
  explicitContent,
  Fields,
  INTEGER,
  OBJECT_IDENTIFIER,
  objectIdentifierOf,
  octetsOf,
  openSequence,
  SEQUENCE,
  SET,
  smallIntegerOf,
} from '#readers/der'
import {
  type Certificate,
  type CertificateReader,
  readCertificate,
  readHelperCertificates,
  type UnreadableCertificate,
  type X509Limits,
} from '#readers/x509'
import { CMS_RULES } from './encoding-rules.js'
import { type SignerInfo, signerInfoOf } from './signer-info.js'
import { embeddedCertificates, embeddedRevocations, type RevocationChoice, revocationChoice } from './validation-data.js'

/** CMS SignedData (RFC 5652, 5). */
export interface SignedData {
  readonly encoded: Buffer
  /** Dotted OID of the encapsulated content. */
  readonly contentType: string
  /** The encapsulated content; null when it is detached. */
  readonly content: Buffer | null
  readonly signers: readonly SignerInfo[]
  /** Those of the certificates field, in its order, then those of unsigned attributes. */
  readonly certificates: readonly Certificate[]
  readonly unreadableCertificates: readonly UnreadableCertificate[]
  /** CertificateList encodings: those of the crls field, then those of unsigned and signed attributes. */
  readonly crls: readonly Buffer[]
  /** OCSPResponse encodings, in the same order. */
  readonly ocspResponses: readonly Buffer[]
  /** The parts as they are written, which archive time-stamps cover. */
  readonly parts: {
    /** eContentType. */
    readonly contentType: Buffer
    /** Each CertificateChoices of the certificates field. */
    readonly certificates: readonly Buffer[]
    /** Each RevocationInfoChoice of the crls field. */
    readonly revocations: readonly RevocationChoice[]
  }
}

const SIGNED_DATA = '1.2.840.113549.1.7.2'

/**
 * Reads a ContentInfo with SignedData, in DER or BER. Nothing is verified. Certificates that cannot be read are returned with their error.
 *
 * @param read reads the certificates inside; may be a cache
 * @throws Asn1Error for another structure, or when a bound is reached
 */
export function readSignedData(
  ber: Uint8Array,
  limits: X509Limits,
  read: CertificateReader = (certificate) => readCertificate(certificate, limits),
): SignedData {
  const root = openSequence(ber, limits, CMS_RULES, 'a ContentInfo')
  const outer = new Fields(root)
  const type = objectIdentifierOf(outer.next(OBJECT_IDENTIFIER, 'contentType'))
  if (type !== SIGNED_DATA) throw Asn1Error.finding('ASN1_CONTENT_TYPE', `content type ${type} is not SignedData`, root.start)
  const signedData = explicitContent(outer.next(contextTag(0), 'content'), SEQUENCE, 'SignedData')
  outer.end()

  const fields = new Fields(signedData)
  smallIntegerOf(fields.next(INTEGER, 'version'))
  fields.next(SET, 'digestAlgorithms')
  const encapsulated = new Fields(fields.next(SEQUENCE, 'encapContentInfo'))
  const contentTypeElement = encapsulated.next(OBJECT_IDENTIFIER, 'eContentType')
  const contentType = objectIdentifierOf(contentTypeElement)
  const tagged = encapsulated.optional(contextTag(0))
  encapsulated.end()
  const certificateSet = fields.optional(contextTag(0))
  const revocationSet = fields.optional(contextTag(1))
  const signers = elementsOf(fields.next(SET, 'signerInfos')).map(signerInfoOf)
  fields.end()

  const unsigned = signers.flatMap((signer) => signer.unsignedAttributes)
  const encodings = [...certificateEncodings(certificateSet), ...embeddedCertificates(unsigned, limits)]
  const signed = signers.flatMap((signer) => signer.signedAttributes)
  const { crls, ocspResponses } = embeddedRevocations(revocationSet, [...unsigned, ...signed], limits)
  const content = tagged === null ? null : contentOf(tagged)
  const { certificates, unreadableCertificates } = readHelperCertificates(encodings, limits, read)
  return {
    encoded: root.encoding,
    contentType,
    content,
    signers,
    certificates,
    unreadableCertificates,
    crls,
    ocspResponses,
    parts: {
      contentType: contentTypeElement.encoding,
      certificates: certificateSet === null ? [] : elementsOf(certificateSet).map(({ encoding }) => encoding),
      revocations: revocationSet === null ? [] : elementsOf(revocationSet).map(revocationChoice),
    },
  }
}

/** eContent ::= [0] EXPLICIT OCTET STRING, in pieces where the message is BER. */
function contentOf(tagged: Asn1Element): Buffer {
  const fields = new Fields(tagged)
  const element = fields.required('eContent')
  fields.end()
  if ((element.identifier & ~0x20) !== 0x04) {
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'eContent is not an OCTET STRING', element.start)
  }
  return octetsOf(element)
}

/** The X.509 certificates among CertificateChoices; attribute certificates and other formats are skipped. */
function certificateEncodings(set: Asn1Element | null): Buffer[] {
  if (set === null) return []
  return elementsOf(set)
    .filter((element) => element.identifier === SEQUENCE)
    .map((element) => element.encoding)
}
