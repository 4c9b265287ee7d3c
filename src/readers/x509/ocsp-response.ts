import type { Instant, OcspCertId, OcspFacts, OcspSingleResponse } from '#model'
import { algorithmOidOf, digestHex, type PssParameters, signatureAlgorithmOf } from '#readers/crypto'
import {
  type Asn1Element,
  Asn1Error,
  BIT_STRING,
  contextPrimitive,
  contextTag,
  DER,
  decimalOf,
  ENUMERATED,
  elementsOf,
  explicitContent,
  Fields,
  GENERALIZED_TIME,
  INTEGER,
  instantOf,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  octetStringValue,
  openSequence,
  orAsn1Error,
  SEQUENCE,
  signatureBitsOf,
  smallIntegerOf,
} from '#readers/der'
import {
  type Certificate,
  type CertificateReader,
  readCertificate,
  readHelperCertificates,
  type UnreadableCertificate,
} from './certificate.js'
import { distinguishedNameOf } from './distinguished-name.js'
import type { X509Limits } from './encoding-rules.js'
import { type Extension, extensionsOf, extensionValue, unknownCritical } from './extension.js'
import { NONCE } from './ocsp-request.js'

/** A response whose responseStatus is not successful (RFC 6960, 4.2.1), with no other content. */
interface RefusedOcspResponse {
  readonly kind: 'refused'
  /** 1 malformedRequest, 2 internalError, 3 tryLater, 5 sigRequired, 6 unauthorized. */
  readonly status: number
}

/** A successful response: its facts, and the slices of its encoding that digests and signature checks need. */
export interface BasicOcspResponse {
  readonly kind: 'basic'
  readonly facts: Omit<OcspFacts, 'origin'>
  /** The BasicOCSPResponse inside, which an OCSPRef of SK-XML 1.0 hashes. */
  readonly basicDer: Buffer
  /** ResponseData, the octets that the responder signed. */
  readonly tbs: Buffer
  readonly signature: Buffer
  readonly pss: PssParameters | null
  /** Certificates that can be read, in order. */
  readonly certificates: readonly Certificate[]
  readonly unreadableCertificates: readonly UnreadableCertificate[]
}

export type OcspResponse = BasicOcspResponse | RefusedOcspResponse

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6'
const CRL_REFERENCES = '1.3.6.1.5.5.7.48.1.3'
const EXTENDED_REVOKED_DEFINITION = '1.3.6.1.5.5.7.48.1.9'
const REASON_CODE = '2.5.29.21'
const INVALIDITY_DATE = '2.5.29.24'
/** An extension of the German profile Common PKI. */
const CERT_HASH = '1.3.36.8.3.13'

/** Extensions that do not change a status, or that are read here (RFC 6960, 4.4). */
const knownResponseExtensions: ReadonlySet<string> = new Set([NONCE, EXTENDED_REVOKED_DEFINITION])
const knownSingleExtensions: ReadonlySet<string> = new Set([ARCHIVE_CUTOFF, CRL_REFERENCES, REASON_CODE, INVALIDITY_DATE, CERT_HASH])

/**
 * Reads an OCSPResponse (RFC 6960, 4.2.1). Nothing is verified. A response whose responseStatus is not successful has the kind `refused`.
 *
 * @param read reads the certificates inside; may be a cache
 * @throws Asn1Error for octets that are not an OCSPResponse, or when a bound is reached
 */
export function readOcspResponse(
  der: Uint8Array,
  limits: X509Limits,
  read: CertificateReader = (certificate) => readCertificate(certificate, limits),
): OcspResponse {
  const root = openSequence(der, limits, DER, 'an OCSPResponse')
  const outer = new Fields(root)
  const status = smallIntegerOf(outer.next(ENUMERATED, 'responseStatus'))
  const bytes = outer.optional(contextTag(0))
  outer.end()
  if (status !== 0) {
    if (status < 0 || status > 6) throw Asn1Error.finding('ASN1_RESPONSE_TYPE', `responseStatus ${status}`, root.start)
    return { kind: 'refused', status }
  }
  if (bytes === null) throw Asn1Error.finding('ASN1_MISSING_ELEMENT', 'responseBytes is missing', root.contentEnd)
  const responseBytes = new Fields(explicitContent(bytes, SEQUENCE, 'ResponseBytes'))
  const type = objectIdentifierOf(responseBytes.next(OBJECT_IDENTIFIER, 'responseType'))
  if (type !== BASIC_RESPONSE) throw Asn1Error.finding('ASN1_RESPONSE_TYPE', `response type ${type}`, bytes.start)
  const basic = octetStringValue(responseBytes.next(OCTET_STRING, 'response'), SEQUENCE, 'BasicOCSPResponse')
  responseBytes.end()
  return basicResponseOf(root, basic, limits, read)
}

function basicResponseOf(root: Asn1Element, basic: Asn1Element, limits: X509Limits, read: CertificateReader): BasicOcspResponse {
  const outer = new Fields(basic)
  const tbs = outer.next(SEQUENCE, 'tbsResponseData')
  const { algorithm, pss } = signatureAlgorithmOf(outer.next(SEQUENCE, 'signatureAlgorithm'))
  const signature = signatureBitsOf(outer.next(BIT_STRING, 'signature'))
  const certs = outer.optional(contextTag(0))
  outer.end()
  const encodings = certs === null ? [] : elementsOf(explicitContent(certs, SEQUENCE, 'certs')).map(certificateEncodingOf)
  const helpers = readHelperCertificates(encodings, limits, read)

  const fields = new Fields(tbs)
  const version = fields.optional(contextTag(0))
  if (version !== null && smallIntegerOf(explicitContent(version, INTEGER, 'version')) !== 0) {
    throw Asn1Error.finding('ASN1_VERSION', 'version of the response is not 1', version.start)
  }
  const responderId = responderIdOf(fields.required('responderID'))
  const producedAt = instantOf(fields.next(GENERALIZED_TIME, 'producedAt'))
  const responses = elementsOf(fields.next(SEQUENCE, 'responses')).map(singleResponseOf)
  const extensions = extensionsWithin(fields.optional(contextTag(1)))
  fields.end()

  const nonce = extensions.get(NONCE)
  const der = root.encoding
  return {
    kind: 'basic',
    facts: {
      kind: 'ocsp',
      id: digestHex(der),
      encoded: der,
      responderId,
      producedAt,
      responses,
      nonce: nonce?.value.content.toString('hex') ?? null,
      certificates: helpers.certificates.map((certificate) => certificate.facts.id),
      signatureAlgorithm: algorithm,
      unknownCriticalExtensions: unknownCritical(extensions.values(), knownResponseExtensions),
    },
    basicDer: basic.encoding,
    tbs: tbs.encoding,
    signature,
    pss,
    ...helpers,
  }
}

function certificateEncodingOf(element: Asn1Element): Buffer {
  if (element.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a certificate is expected', element.start)
  return element.encoding
}

/** ResponderID ::= CHOICE { byName [1], byKey [2] }, both explicit. */
function responderIdOf(element: Asn1Element): OcspFacts['responderId'] {
  if (element.identifier === contextTag(1)) return { byName: distinguishedNameOf(explicitContent(element, SEQUENCE, 'byName')) }
  if (element.identifier === contextTag(2)) return { byKeyHash: explicitContent(element, OCTET_STRING, 'byKey').content.toString('hex') }
  throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'responderID is neither a name nor a key', element.start)
}

function singleResponseOf(element: Asn1Element): OcspSingleResponse {
  if (element.identifier !== SEQUENCE) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a SingleResponse is expected', element.start)
  const fields = new Fields(element)
  const certId = certIdOf(fields.next(SEQUENCE, 'certID'))
  const status = certificateStatusOf(fields.required('certStatus'))
  const thisUpdate = instantOf(fields.next(GENERALIZED_TIME, 'thisUpdate'))
  const nextUpdate = fields.optional(contextTag(0))
  const extensions = extensionsWithin(fields.optional(contextTag(1)))
  fields.end()
  const cutOff = extensions.get(ARCHIVE_CUTOFF)
  return {
    certId,
    ...status,
    thisUpdate,
    nextUpdate: nextUpdate === null ? null : instantOf(explicitContent(nextUpdate, GENERALIZED_TIME, 'nextUpdate')),
    archiveCutOff: cutOff === undefined ? null : archiveCutOffOf(cutOff),
    unknownCriticalExtensions: unknownCritical(extensions.values(), knownSingleExtensions),
  }
}

function certIdOf(element: Asn1Element): OcspCertId {
  const fields = new Fields(element)
  const hashAlgorithm = algorithmOidOf(fields.next(SEQUENCE, 'hashAlgorithm'))
  const issuerNameHash = fields.next(OCTET_STRING, 'issuerNameHash').content.toString('hex')
  const issuerKeyHash = fields.next(OCTET_STRING, 'issuerKeyHash').content.toString('hex')
  const serialNumber = decimalOf(fields.next(INTEGER, 'serialNumber'))
  fields.end()
  return { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }
}

/** CertStatus ::= CHOICE { good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL }, all implicit. */
function certificateStatusOf(element: Asn1Element): Pick<OcspSingleResponse, 'status' | 'revocationTime' | 'revocationReason'> {
  switch (element.identifier) {
    case contextPrimitive(0):
    case contextPrimitive(2): {
      if (element.content.length > 0) throw Asn1Error.finding('ASN1_LENGTH', 'certStatus is a NULL with content', element.start)
      const status = element.identifier === contextPrimitive(0) ? 'good' : 'unknown'
      return { status, revocationTime: null, revocationReason: null }
    }
    case contextTag(1): {
      const fields = new Fields(element)
      const revocationTime = instantOf(fields.next(GENERALIZED_TIME, 'revocationTime'))
      const reason = fields.optional(contextTag(0))
      fields.end()
      const revocationReason = reason === null ? null : smallIntegerOf(explicitContent(reason, ENUMERATED, 'revocationReason'))
      return { status: 'revoked', revocationTime, revocationReason }
    }
    default:
      throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'certStatus is neither good, revoked nor unknown', element.start)
  }
}

/**
 * The archiveCutOff; null for a value that is not a time. The extension can only extend what a response covers, so ignoring it is safe
 * (pdf-pades-ocsp-archivecutoff-invalid).
 */
function archiveCutOffOf(extension: Extension): Instant | null {
  const cutOff = orAsn1Error(() => instantOf(extensionValue(extension, GENERALIZED_TIME, 'ArchiveCutoff')))
  return cutOff instanceof Asn1Error ? null : cutOff
}

function extensionsWithin(tagged: Asn1Element | null): ReadonlyMap<string, Extension> {
  return tagged === null ? new Map<string, Extension>() : extensionsOf(explicitContent(tagged, SEQUENCE, 'extensions'))
}
