import { type Instant, isWeakDigest } from '#model'
import { digest, digestAlgorithmOfUri, signatureAlgorithmOfUri, verifySignature } from '#readers/crypto'
import { childElements, parseXml, textOf, type XmlLimits } from '#readers/xml'
import { decodeBase64 } from '#readers/xmldsig'
import { bufferOf } from '#std'
import { readInstant } from '#trust'
import { ConfigurationError, type ConfigurationLimits, XROAD } from './shared-parameters.js'

/** A configuration anchor: the instance, and the certificates (DER) that verify its configuration. */
interface ConfigurationAnchor {
  readonly instance: string
  readonly certificates: readonly Uint8Array[]
}

/** A directory of configuration parts whose signature was verified. */
interface SignedDirectory {
  readonly expires: Instant
  readonly parts: readonly {
    readonly identifier: string
    readonly instance: string
    readonly algorithm: string
    readonly digest: Uint8Array
  }[]
}

/**
 * Reads a configuration anchor.
 *
 * @throws ConfigurationError, XmlError
 */
export function readConfigurationAnchor(octets: Uint8Array, limits: XmlLimits): ConfigurationAnchor {
  const { root } = parseXml(octets, limits)
  if (root.localName !== 'configurationAnchor' || root.namespace !== XROAD) throw new ConfigurationError('it is not a configuration anchor')
  const [instance, second] = childElements(root, '', 'instanceIdentifier').map((element) => textOf(element).trim())
  const encoded = childElements(root, '', 'source').flatMap((source) => childElements(source, '', 'verificationCert'))
  const certificates = encoded.map((element) => decodeBase64(textOf(element)))
  const readable = certificates.filter((certificate) => certificate !== null)
  if (instance === undefined || instance === '' || second !== undefined) throw new ConfigurationError('it does not name one instance')
  if (readable.length === 0 || readable.length < certificates.length)
    throw new ConfigurationError('it has no certificate to verify with, or one that is not base64')
  return { instance, certificates: readable }
}

/**
 * Reads the signed directory from the download URL of an anchor, and verifies its signature with a certificate of the anchor. It is a MIME message of two parts
 * (X-Road: Protocol for Downloading Configuration): the signed data, which is the body of the inner message without its own header, and the signature.
 *
 * @param publicKeyOf DER SubjectPublicKeyInfo of a certificate
 * @throws ConfigurationError
 */
export function readSignedDirectory(
  octets: Uint8Array,
  anchor: ConfigurationAnchor,
  publicKeyOf: (certificate: Uint8Array) => Uint8Array,
  { maxParts }: ConfigurationLimits,
): SignedDirectory {
  const outer = messageOf(bufferOf(octets).toString('latin1'))
  const [signed, signature, third] = partsOf(outer, maxParts)
  if (signed === undefined || signature === undefined || third !== undefined)
    throw new ConfigurationError('it does not contain one signed part and one signature')
  verifyDirectory(signed.body, signature, anchor, publicKeyOf)
  const [head, ...files] = partsOf(signed, maxParts)
  const expires = head === undefined ? null : readInstant(head.fields.get('expire-date') ?? '')
  if (expires === null) throw new ConfigurationError('it does not state until when it is valid (Expire-date)')
  return { expires, parts: files.map(readPart) }
}

function verifyDirectory(
  signed: string,
  { fields, body }: MimeMessage,
  anchor: ConfigurationAnchor,
  publicKeyOf: (certificate: Uint8Array) => Uint8Array,
): void {
  const named = /^([A-Za-z0-9+/=]+)\s*;\s*hash-algorithm-id="([^"]+)"$/.exec(fields.get('verification-certificate-hash') ?? '')
  const hash = decodeBase64(named?.[1] ?? '')
  const method = digestAlgorithmOfUri(named?.[2] ?? '')
  if (hash === null || method === null) throw new ConfigurationError('it does not state which certificate verifies its signature')
  const certificate = anchor.certificates.find((one) => digest(method, one)?.equals(hash) === true)
  if (certificate === undefined) throw new ConfigurationError('it is signed with a certificate that the anchor does not name')
  const algorithm = signatureAlgorithmOfUri(fields.get('signature-algorithm-id') ?? '')
  // The algorithm identifier is not signed, and a collision for a weak digest could forge the trust of a whole instance.
  if (algorithm.digest !== null && isWeakDigest(algorithm.digest))
    throw new ConfigurationError(`its signature uses the digest ${algorithm.digest}, which is not accepted`)
  const value = decodeBase64(body)
  const status =
    value === null
      ? 'mismatch'
      : verifySignature({
          algorithm,
          publicKeyInfo: publicKeyOf(certificate),
          data: Buffer.from(signed, 'latin1'),
          signature: value,
          // Central servers encode ECDSA values in DER here, unlike in XML.
          ecdsaEncoding: 'der',
        }).status
  if (status !== 'intact') throw new ConfigurationError('its signature does not verify')
}

function readPart({ fields, body }: MimeMessage): SignedDirectory['parts'][number] {
  const named = /^([A-Za-z0-9-]+)\s*;\s*instance=(?:"([^"]*)"|'([^']*)')$/.exec(fields.get('content-identifier') ?? '')
  const value = decodeBase64(body)
  if (named === null || value === null) throw new ConfigurationError('a part of it has no identifier, or no digest in base64')
  return {
    identifier: named[1] ?? '',
    instance: named[2] ?? named[3] ?? '',
    algorithm: fields.get('hash-algorithm-id') ?? '',
    digest: value,
  }
}

interface MimeMessage {
  /** Header fields by lower-case name; each occurs once. */
  readonly fields: ReadonlyMap<string, string>
  readonly body: string
}

/** Splits a message into its header lines, up to an empty line, and its body. The text is Latin-1, one character per byte. */
function messageOf(text: string): MimeMessage {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const end = text.indexOf('\n', at)
    const line = (end === -1 ? text.slice(at) : text.slice(at, end)).replace(/\r$/, '')
    at = end === -1 ? text.length : end + 1
    if (line === '') break
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (!/^[a-z0-9-]+$/.test(name) || fields.has(name)) throw new ConfigurationError('it is not a MIME message')
    fields.set(name, line.slice(colon + 1).trim())
  }
  return { fields, body: text.slice(at) }
}

/** The parts of a multipart message (RFC 2046, 5.1). The line break before a delimiter belongs to the delimiter. */
function partsOf({ fields, body }: MimeMessage, maxParts: number): readonly MimeMessage[] {
  const boundary = /^multipart\/(?:related|mixed)\s*;(?:.*;)?\s*boundary="?([A-Za-z0-9'()+_,./:=?-]{1,70})"?$/i.exec(
    fields.get('content-type') ?? '',
  )?.[1]
  if (boundary === undefined) throw new ConfigurationError('it is not a multipart MIME message')
  const parts: MimeMessage[] = []
  const delimiter = `\n--${boundary}`
  const text = `\n${body}`
  let at = text.indexOf(delimiter)
  while (at !== -1) {
    const after = text.slice(at + delimiter.length, at + delimiter.length + 2)
    if (after === '--') return parts
    const start = text.indexOf('\n', at + 1) + 1
    const next = text.indexOf(delimiter, start - 1)
    if (start === 0 || next === -1) return parts
    if (parts.length >= maxParts) throw new ConfigurationError('it has too many parts')
    parts.push(messageOf(text.slice(start, next).replace(/\r$/, '')))
    at = next
  }
  return parts
}
