import { BIT_STRING, encode, encodeInteger, encodeObjectIdentifier, SEQUENCE, UTC_TIME } from '#readers/der'
import type { Certificate } from './certificate.js'

const X25519 = encode(SEQUENCE, encodeObjectIdentifier('1.3.101.110'))
const ED25519 = encode(SEQUENCE, encodeObjectIdentifier('1.3.101.112'))
const validity = encode(SEQUENCE, ...['200101000000Z', '491231235959Z'].map((time) => encode(UTC_TIME, Buffer.from(time, 'latin1'))))
/** The base point. Any point would do, because keys of this type make no signatures. */
const publicKeyInfo = encode(SEQUENCE, X25519, encode(BIT_STRING, Buffer.of(0, 9), Buffer.alloc(31)))
const noSignature = encode(BIT_STRING, Buffer.of(0))

/**
 * Builds a certificate (RFC 5280, 4.1) with the subject of another certificate and no other information, for programs that accept names only in certificates.
 * Its key is a key-agreement key, so that no certificate can appear to be issued by it.
 */
export function nameOnlyCertificate({ subjectDer }: Certificate): Buffer {
  const tbs = encode(SEQUENCE, encodeInteger(Buffer.of(1)), ED25519, subjectDer, validity, subjectDer, publicKeyInfo)
  return encode(SEQUENCE, tbs, ED25519, noSignature)
}
