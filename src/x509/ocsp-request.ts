import { digest, digestIdentifiers } from '#crypto'
import { contextTag, encode, encodeInteger, encodeObjectIdentifier, NULL, OCTET_STRING, SEQUENCE } from '#der'
import type { Certificate } from './certificate.js'

export const NONCE = '1.3.6.1.5.5.7.48.1.2'

/** The certificate that a responder is asked about. */
export interface OcspQuestion {
  readonly certificate: Certificate
  readonly issuer: Certificate
  /** 1 to 32 random octets (RFC 9654, 2.1); a responder that knows nonces sends them back. */
  readonly nonce: Uint8Array
}

/**
 * An OCSPRequest for one certificate, not signed (RFC 6960, 4.1.1). SHA-1 names issuer and key because every responder knows it (RFC 5019, 2.1.1);
 * nothing rests on it, since who issued the certificate is known already.
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

/** The value of the nonce extension (RFC 9654, 2.1): an OCTET STRING. */
export function encodeNonce(nonce: Uint8Array): Buffer {
  return encode(OCTET_STRING, nonce)
}

/** The nonce in a value of its extension. Some responders write it without the OCTET STRING. */
export function nonceWithin(value: Buffer): Buffer {
  const nonce = value.subarray(2)
  return value.equals(encodeNonce(nonce)) ? nonce : value
}

function sha1(bytes: Uint8Array): Buffer {
  const value = digest('SHA1', bytes)
  if (value === null) throw new Error('the platform lacks SHA-1, by which OCSP names an issuer')
  return value
}

/** Serial numbers are positive (RFC 5280, 4.1.2.2). Throws for a negative one, about which no responder can be asked. */
function magnitudeOf(decimal: string): Buffer {
  const value = BigInt(decimal)
  if (value < 0n) throw new Error('OCSP cannot be asked about a certificate with a negative serial number')
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
