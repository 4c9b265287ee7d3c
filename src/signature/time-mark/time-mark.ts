import { digest, readDigestInfo } from '#crypto'
import type { OcspFacts, TimeMarkFacts } from '#model'
import { nonceWithin } from '#x509'

/**
 * Compares the nonce of an OCSP response with the signature value (BDOC 2.1 section 6.1): it has to be a DER DigestInfo over the decoded
 * value. A bare digest does not name its algorithm and is not accepted. `signatureValue` is null when it could not be decoded.
 *
 * The parameters of the digest algorithm are NULL or absent: newer versions of digidoc4j leave them out, and RFC 8017 (A.2.4, B.1) asks to
 * accept both. The reader is strict DER, so an algorithm and a digest have no third spelling.
 */
export function readTimeMark(ocsp: OcspFacts, signatureValue: Buffer | null): Omit<TimeMarkFacts, 'responderCertificates'> {
  const { id: revocation, producedAt } = ocsp
  if (ocsp.nonce === null) return { revocation, producedAt, nonce: 'absent', digest: null }
  // BDOC writes the DigestInfo itself, RFC 9654 an OCTET STRING.
  const content = nonceWithin(Buffer.from(ocsp.nonce, 'hex'))
  // In signatures with a time-stamp the nonce is usually random; the first octet shows that it is not a SEQUENCE.
  const info = content[0] === 0x30 ? readDigestInfo(content) : null
  if (info === null) return { revocation, producedAt, nonce: 'not-digest-info', digest: null }
  const facts = { identifier: info.oid, algorithm: info.algorithm, value: info.digest.toString('hex') }
  const expected = info.algorithm === null ? null : digest(info.algorithm, signatureValue ?? Buffer.alloc(0))
  if (expected === null) return { revocation, producedAt, nonce: 'algorithm-unknown', digest: facts }
  const matches = signatureValue !== null && expected.equals(info.digest)
  return { revocation, producedAt, nonce: matches ? 'match' : 'mismatch', digest: facts }
}
