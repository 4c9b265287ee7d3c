import type { HeaderLimits } from './header/check-tables.js'

/** Bounds of reading a container. `src/config/limits.ts` holds the values and where they come from. */
export interface Cdoc2Limits extends HeaderLimits {
  /** Iterations of PBKDF2 that are computed for one recipient, and for all that are tried together. */
  readonly maxPasswordIterations: number
  /** Recipients that are tried with one key or password: each may cost a derivation, or a question to a key server. */
  readonly maxAttempts: number
  /** Files in one container. */
  readonly maxEntries: number
  /** Octets of content for one octet of compressed payload, asked for once more than `ratioFloor` octets have come out. */
  readonly maxCompressionRatio: number
  readonly ratioFloor: number
  /** Octets of one PAX extended header. */
  readonly maxExtendedHeaderLength: number
  /** Octets of one file name in UTF-8. */
  readonly maxNameLength: number
}
