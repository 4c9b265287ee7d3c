import type { DigestFacts, DistinguishedName, Instant } from '#model'
import { algorithmOidOf, digestAlgorithmOfOid, digestHex } from '#readers/crypto'
import {
  type Asn1Element,
  Asn1Error,
  BOOLEAN,
  booleanOf,
  contextTag,
  DER,
  decimalOf,
  elementsOf,
  Fields,
  GENERALIZED_TIME,
  INTEGER,
  instantOf,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  openSequence,
  SEQUENCE,
  smallIntegerOf,
  withoutBlanksBehind,
} from '#readers/der'
import {
  type Certificate,
  type CertificateReader,
  directoryNameOf,
  extensionsOf,
  readCertificate,
  type UnreadableCertificate,
  unknownCritical,
  type X509Limits,
} from '#readers/x509'
import { bufferOf } from '#std'
import { readSignedData } from './signed-data.js'
import type { SignerInfo } from './signer-info.js'

/** A TimeStampToken (RFC 3161, 2.4.2). */
export interface TimeStampToken {
  /** SHA-256 of the encoding, lower-case hex. */
  readonly id: string
  /** White space and zeros behind the encoding, which are not part of it. */
  readonly blanks: number
  readonly encoded: Buffer
  /** The octets of TSTInfo in the token, which the message digest covers. */
  readonly tstInfo: Buffer
  /** In milliseconds; finer fractions are truncated. */
  readonly genTime: Instant
  /** Decimal. */
  readonly serialNumber: string
  readonly tsaPolicy: string
  /** TSTInfo.tsa when it is a directoryName. */
  readonly tsaName: DistinguishedName | null
  readonly imprint: DigestFacts
  /** Critical extensions of TSTInfo. No extension is known. */
  readonly unknownCriticalExtensions: readonly string[]
  readonly signer: SignerInfo
  readonly certificates: readonly Certificate[]
  readonly unreadableCertificates: readonly UnreadableCertificate[]
  readonly crls: readonly Buffer[]
  readonly ocspResponses: readonly Buffer[]
}

/** id-ct-TSTInfo. */
export const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const noneKnown: ReadonlySet<string> = new Set()

/**
 * Reads a time-stamp token: CMS SignedData with one signer over a TSTInfo (RFC 3161, 2.4.2). The outer structure may be BER, the TSTInfo must be DER. White
 * space and zeros may stand behind it. Nothing is verified.
 *
 * @param read reads the certificates inside; may be a cache
 * @throws Asn1Error for another structure, other content, a number of signers other than one, or when a bound is reached
 */
export function readTimeStampToken(
  ber: Uint8Array,
  limits: X509Limits,
  read: CertificateReader = (certificate) => readCertificate(certificate, limits),
): TimeStampToken {
  const { encoding, blanks } = withoutBlanksBehind(bufferOf(ber), limits, limits.maxBlanks)
  const { encoded, contentType, content, signers, certificates, unreadableCertificates, crls, ocspResponses } = readSignedData(
    encoding,
    limits,
    read,
  )
  if (contentType !== TST_INFO || content === null) throw Asn1Error.finding('ASN1_CONTENT_TYPE', `content ${contentType} is not TSTInfo`, 0)
  const [signer] = signers
  if (signer === undefined || signers.length !== 1) {
    throw Asn1Error.finding('ASN1_SIGNER_COUNT', `time-stamp token with ${signers.length} signers`, 0)
  }
  const { genTime, serialNumber, tsaPolicy, tsaName, imprint, unknownCriticalExtensions } = tstInfoOf(
    openSequence(content, limits, DER, 'a TSTInfo'),
  )
  // Each member by name: V8 treats an object that is spread from two others as a dictionary, and each access takes several times as long.
  return {
    id: digestHex(encoded),
    blanks,
    encoded,
    tstInfo: content,
    genTime,
    serialNumber,
    tsaPolicy,
    tsaName,
    imprint,
    unknownCriticalExtensions,
    signer,
    certificates,
    unreadableCertificates,
    crls,
    ocspResponses,
  }
}

/** Reads a TSTInfo. Accuracy, ordering and nonce are not used in validation; only their types are checked. */
function tstInfoOf(
  element: Asn1Element,
): Pick<TimeStampToken, 'genTime' | 'serialNumber' | 'tsaPolicy' | 'tsaName' | 'imprint' | 'unknownCriticalExtensions'> {
  const fields = new Fields(element)
  const version = fields.next(INTEGER, 'version')
  if (smallIntegerOf(version) !== 1) throw Asn1Error.finding('ASN1_VERSION', 'version of TSTInfo is not 1', version.start)
  const tsaPolicy = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'policy'))
  const messageImprint = new Fields(fields.next(SEQUENCE, 'messageImprint'))
  const identifier = algorithmOidOf(messageImprint.next(SEQUENCE, 'hashAlgorithm'))
  const value = messageImprint.next(OCTET_STRING, 'hashedMessage').content.toString('hex')
  messageImprint.end()
  const serialNumber = decimalOf(fields.next(INTEGER, 'serialNumber'))
  const genTime = instantOf(fields.next(GENERALIZED_TIME, 'genTime'))
  fields.optional(SEQUENCE)
  const ordering = fields.optional(BOOLEAN)
  if (ordering !== null) booleanOf(ordering)
  fields.optional(INTEGER)
  const tsa = fields.optional(contextTag(0))
  const extensions = fields.optional(contextTag(1))
  fields.end()
  const names = tsa === null ? [] : elementsOf(tsa)
  if (tsa !== null && names.length !== 1) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'tsa is not one name', tsa.start)
  return {
    genTime,
    serialNumber,
    tsaPolicy,
    tsaName: names[0] === undefined ? null : directoryNameOf(names[0]),
    imprint: { identifier, algorithm: digestAlgorithmOfOid(identifier), value },
    unknownCriticalExtensions: extensions === null ? [] : unknownCritical(extensionsOf(extensions).values(), noneKnown),
  }
}
