/** The bounds of CDOC2 containers and of what opens them; part of `limits`. */
export const cdoc2Limits = {
  /** What both known libraries read. */
  maxHeaderLength: 1_048_576,
  /** An EC recipient with its label takes 400 octets, so that two thousand fill half of the largest header. */
  maxRecipients: 2_000,
  /** Servers that share one key; two are in use. */
  maxKeyShares: 64,
  /** Writers use 600,000. Ten million take four seconds on one core. */
  maxPasswordIterations: 10_000_000,
  /** A person has a few keys in one container; one whose passwords are more names the label. */
  maxAttempts: 16,
  /** As the Java implementation. */
  maxEntries: 1_000,
  /** The Java implementation refuses 10, and with it honest logs and tables (10 to 60). Deflate itself ends at 1,032. */
  maxCompressionRatio: 100,
  /** Octets of content that are handed on before the ratio counts: small files of one repeated octet do no harm. */
  ratioFloor: 10_000_000,
  /** As libcdoc. */
  maxExtendedHeaderLength: 65_536,
  /** As the specification: 1,000 octets; file systems take 255 mostly, and say so themselves. */
  maxNameLength: 1_000,
  /** A key, certificate or PKCS#12 file; one with a long chain has 20 KB. */
  maxKeyFileBytes: 1_000_000,
  /** A password file: four thousand characters of any script. */
  maxPasswordBytes: 16_384,
  /** Characters of a new password, as the Java implementation. */
  minPasswordLength: 8,
  /** Questions to a key server. */
  keyServer: {
    /** To connect, and without an octet of the answer. */
    idleMilliseconds: 30_000,
    /** For a whole answer: a server that sends single octets slowly cannot block the caller. */
    milliseconds: 60_000,
    /** The largest capsule has under 5,000 octets. */
    maxAnswerBytes: 65_536,
  },
} as const
