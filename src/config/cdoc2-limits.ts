/** The bounds of CDOC2 containers and of the files and servers with which they are opened. Part of `limits`. */
export const cdoc2Limits = {
  /** As in both known libraries. */
  maxHeaderLength: 1_048_576,
  /** An EC recipient with its label takes 400 octets, so two thousand fill most of the largest header. */
  maxRecipients: 2_000,
  /** Servers that share one key; in practice two. */
  maxKeyShares: 64,
  /** Writers use 600,000. Ten million take 4 s on one core. */
  maxPasswordIterations: 10_000_000,
  /** A person has few keys in one container. A user with more passwords names the label. */
  maxAttempts: 16,
  /** As in the Java implementation. */
  maxEntries: 1_000,
  /** The limit of the Java implementation is 10, which also refuses harmless logs and tables (10 to 60). The maximum of Deflate is 1,032. */
  maxCompressionRatio: 100,
  /** Octets of content for which the ratio is not checked: small files of one repeated octet do no harm. */
  ratioFloor: 10_000_000,
  /** As in libcdoc. */
  maxExtendedHeaderLength: 65_536,
  /** As in the specification, in octets. Most file systems allow 255 and report an error of their own. */
  maxNameLength: 1_000,
  /** A key, certificate or PKCS#12 file; a file with a long chain has 20 KB. */
  maxKeyFileBytes: 1_000_000,
  /** A password file: four thousand characters in any script. */
  maxPasswordBytes: 16_384,
  /** Characters of a new password, as in the Java implementation. */
  minPasswordLength: 8,
  /** Requests to a key server. */
  keyServer: {
    /** To connect, and between octets of the answer. */
    idleMilliseconds: 30_000,
    /** For the whole answer, so that a server that sends single octets slowly cannot block the caller. */
    milliseconds: 60_000,
    /** The largest capsule has fewer than 5,000 octets. */
    maxAnswerBytes: 65_536,
  },
} as const
