import { digest, digestIdentifiers } from '#readers/crypto'
import { contextTag, encode, encodeInteger, encodeObjectIdentifier, NULL, OCTET_STRING, SEQUENCE } from '#readers/der'
import type { Certificate } from './certificate.js'

/** OID of the nonce extension (RFC 9654). */
export const NONCE = '1.3.6.1.5.5.7.48.1.2'

/** The certificate whose status is requested, with its issuer. */
export interface OcspQuestion {
  readonly certificate: Certificate
  readonly issuer: Certificate
  /** 1 to 32 random octets (RFC 9654, 2.1); a responder that supports nonces returns them. */
  readonly nonce: Uint8Array
}

/**
 * Encodes an unsigned OCSPRequest for one certificate (RFC 6960, 4.1.1). SHA-1 identifies the issuer and its key, because every responder supports it (RFC
 * 5019, 2.1.1). No security depends on it: the issuer of the certificate is already known.
 *
 * @throws Error when the serial number is negative
 */
export function encodeOcspRequest({ certificate, issuer, nonce }: OcspQuestion): Buffer {
  const hashAlgorithm = encode(SEQUENCE, encodeObjectIdentifier(digestIdentifiers.SHA1), encode(NULL))
  const certId = encode(
    SEQUENCE,
    hashAlgorithm,
    encode(OCTET_STRING, sha1(certificate.issuerDer)),
    encode(OCTET_STRING, sha1(issuer.subjectPublicKeyBits)),
    encodeInteger(magnitudeOf(certificate.facts.serialNumber)),
  )
  const request = encode(SEQUENCE, certId)
  const nonceExtension = encode(SEQUENCE, encodeObjectIdentifier(NONCE), encode(OCTET_STRING, encodeNonce(nonce)))
  const tbsRequest = encode(SEQUENCE, encode(SEQUENCE, request), encode(contextTag(2), encode(SEQUENCE, nonceExtension)))
  return encode(SEQUENCE, tbsRequest)
}

/** Encodes the value of the nonce extension (RFC 9654, 2.1): an OCTET STRING. */
export function encodeNonce(nonce: Uint8Array): Buffer {
  return encode(OCTET_STRING, nonce)
}

/** The nonce in the value of a nonce extension. Some responders omit the OCTET STRING. */
export function nonceWithin(value: Buffer): Buffer {
  const nonce = value.subarray(2)
  return value.equals(encodeNonce(nonce)) ? nonce : value
}

function sha1(bytes: Uint8Array): Buffer {
  const value = digest('SHA1', bytes)
  if (value === null) throw new Error('the platform lacks SHA-1, by which OCSP names an issuer')
  return value
}

/** The octets of a serial number, which must be positive (RFC 5280, 4.1.2.2). Throws for a negative number, for which no status can be requested. */
function magnitudeOf(decimal: string): Buffer {
  const value = BigInt(decimal)
  if (value < 0n) throw new Error('OCSP cannot be asked about a certificate with a negative serial number')
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
