import type { DigestAlgorithm, DigestFacts } from '#model'
import { digestAsHex } from '#readers/crypto'

/**
 * Digest of the data to be signed representation (EN 319 102-1, 4.2.8), which identifies a signature in a validation report. Null when it cannot be computed.
 *
 * @param algorithm digest algorithm of the signature; null when it is not known
 * @param octets the signed octets; null when their canonicalization is not supported
 */
export function digestDataToBeSigned(algorithm: DigestAlgorithm | null, octets: Uint8Array | null): DigestFacts | null {
  const value = algorithm === null || octets === null ? null : digestAsHex(algorithm, octets)
  return algorithm === null || value === null ? null : { identifier: algorithm, algorithm, value }
}
