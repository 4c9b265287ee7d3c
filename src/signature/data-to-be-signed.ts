import { digest } from '#crypto'
import type { DigestAlgorithm, DigestFacts } from '#model'

/**
 * Digest of the data to be signed representation (EN 319 102-1, 4.2.8): what a report names a signature by.
 *
 * @param algorithm that of the signature; null: not known
 * @param octets null when it cannot be told what was signed
 */
export function digestDataToBeSigned(algorithm: DigestAlgorithm | null, octets: Uint8Array | null): DigestFacts | null {
  const value = algorithm === null || octets === null ? null : digest(algorithm, octets)
  return algorithm === null || value === null ? null : { identifier: algorithm, algorithm, value: value.toString('hex') }
}
