import type { OcspFacts, TimeMarkFacts } from '#model'
import { digest, readDigestInfo } from '#readers/crypto'
import { nonceWithin } from '#readers/x509'

/**
 * Compares the nonce of an OCSP response with the signature value (BDOC 2.1, 6.1): the nonce must be a DER DigestInfo of the decoded
 * value. A bare digest does not state its algorithm and is not accepted.
 *
 * The parameters of the digest algorithm are NULL or absent: newer versions of digidoc4j omit them, and RFC 8017 (A.2.4, B.1) requires to
 * accept both. The reader is strict DER, so an algorithm and a digest have no third encoding.
 *
 * @param signatureValue null when it could not be decoded
 */
export function readTimeMark(ocsp: OcspFacts, signatureValue: Buffer | null): Omit<TimeMarkFacts, 'responderCertificates'> {
  const { id: revocation, producedAt } = ocsp
  if (ocsp.nonce === null) return { revocation, producedAt, nonce: 'absent', digest: null }
  // BDOC writes the bare DigestInfo, RFC 9654 requires an OCTET STRING.
  const content = nonceWithin(Buffer.from(ocsp.nonce, 'hex'))
  // In signatures with a time-stamp the nonce is usually random; then the first octet usually shows that it is not a SEQUENCE.
  const info = content[0] === 0x30 ? readDigestInfo(content) : null
  if (info === null) return { revocation, producedAt, nonce: 'not-digest-info', digest: null }
  const facts = { identifier: info.oid, algorithm: info.algorithm, value: info.digest.toString('hex') }
  const expected = info.algorithm === null ? null : digest(info.algorithm, signatureValue ?? Buffer.alloc(0))
  if (expected === null) return { revocation, producedAt, nonce: 'algorithm-unknown', digest: facts }
  const matches = signatureValue !== null && expected.equals(info.digest)
  return { revocation, producedAt, nonce: matches ? 'match' : 'mismatch', digest: facts }
}
