import type { HeaderLimits } from './header/check-tables.js'

/** Bounds for reading a container. `src/config/cdoc2-limits.ts` has the values and their sources. */
export interface Cdoc2Limits extends HeaderLimits {
  /** Iterations of PBKDF2 for one recipient, and for all recipients that are tried, in sum. */
  readonly maxPasswordIterations: number
  /** Recipients that are tried with one key or password: each may cost a derivation, or a request to a key server. */
  readonly maxAttempts: number
  /** Files in one container. */
  readonly maxEntries: number
  /** Octets of content for one octet of compressed payload; checked once more than `ratioFloor` octets have been decompressed. */
  readonly maxCompressionRatio: number
  readonly ratioFloor: number
  /** Octets of one PAX extended header. */
  readonly maxExtendedHeaderLength: number
  /** Octets of one file name in UTF-8. */
  readonly maxNameLength: number
}
