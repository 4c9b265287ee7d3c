/** The bounds of the capsule service. Part of `limits`. */
export const capsuleLimits = {
  /** Body of a request. The largest capsule that may be stored has a body of 5,800 bytes. */
  maxBodyBytes: 16_384,
  /** Bytes of bodies that are held at the same time: a thousand of the largest. */
  maxBytesInFlight: 16_384_000,
  /**
   * Time for a TLS handshake: its octets take less than a second on any line, a card needs 3 s for its signature. Also a setting, because some clients ask for
   * the PIN of the card during the handshake.
   */
  handshakeMilliseconds: 10_000,
  /** Time for a request, which has at most 6 KB. */
  requestMilliseconds: 15_000,
  maxConnections: 2_000,
  /** Addresses and certificates whose requests are counted. For a further one, the one that was counted longest ago is removed. */
  maxRateLimitKeys: 50_000,
  /** Cache of checked client certificates, in octets of memory: 2,000 certificates of the usual size. */
  knownClients: {
    certificates: { maxBytes: 32_000_000, maxEntryBytes: 100_000 },
    responses: { maxBytes: 0, maxEntryBytes: 0 },
    verifications: { maxBytes: 2_000_000, maxEntryBytes: 1_000 },
  },
  /** Files in a folder of client authorities or revocation lists; Estonia has five authorities. */
  maxTrustFiles: 1_000,
  /** Size of one such file. The largest revocation list of an Estonian authority has 12 MB. */
  maxTrustFileBytes: 64_000_000,
  /** OCSP requests about client certificates. */
  ocsp: {
    /** Time for one answer; redirects are not followed. Responders answer in 50 to 300 ms; clients wait 0.5 s (Java) to 30 s. */
    milliseconds: 5_000,
    idleMilliseconds: 3_000,
    /** Size of an answer. Answers have 500 to 5,000 bytes, including the certificate of the responder. */
    maxBytes: 65_536,
    /** Maximum time for which a status is cached; a revoked certificate may be accepted for this time. */
    keepMilliseconds: 300_000,
    /**
     * Time for which a failure is cached, so that not every request waits for a responder that is down; short, so that the responder is used soon after it has
     * recovered.
     */
    keepFailureMilliseconds: 3_000,
    /** Cache of statuses, 1 KB each: as many as there are cached certificates. */
    kept: { maxBytes: 2_000_000, maxEntryBytes: 2_000 },
    /** Concurrent requests to one responder. Further clients get 503 and should try again. */
    maxQuestions: 64,
    /** The clocks of responders are accurate; ours may be somewhat slow. */
    clockSkewMilliseconds: 300_000,
    nonceBytes: 32,
  },
  /** Interval in which certificate files are checked for changes. */
  fileCheckMilliseconds: 10_000,
  /** Capsules that wait for the disk, about the number that is stored in two seconds. Above it the answer is 503. */
  maxWaiting: 5_000,
  /** Capsules in one transaction: as many as arrive while the disk is busy with the previous one. */
  maxBatch: 256,
  /** Wait for a lock of another process on the same file, which may have to move the log into the database first. */
  lockMilliseconds: 2_000,
  /** Database pages in memory, for the index of the ids. */
  cacheKilobytes: 16_000,
  /** Free space below which the store is DOWN, because the log needs room to grow. */
  minFreeBytes: 32_000_000,
  /** Maximum wait for a connection to PostgreSQL, and for the answer to a query. Clients wait 0.5 s (Java) to 30 s. */
  connectMilliseconds: 3_000,
  queryMilliseconds: 5_000,
  /** Time between two searches for expired capsules. */
  cleanUpMilliseconds: 60_000,
  /**
   * How far the wall clock may be ahead of the time of the store before deletion is suspended. A smaller difference only delays deletion by this difference. A
   * day allows for the restarts of years, a clock in the wrong time zone, and any step that a time server makes.
   */
  clockStepMilliseconds: 86_400_000,
  /** Interval in which the clocks are compared, and in which a suspended deletion is checked for an end of the suspension. */
  clockCheckMilliseconds: 1_000,
  /** Capsules that are deleted in one step, and the pause after a step. A step takes 10 ms. */
  cleanUpStep: 500,
  cleanUpPauseMilliseconds: 100,
  /** Records in one transaction of an import. */
  importBatch: 500,
  /** Longest line of an import; the line of the largest capsule has 5,900 bytes. */
  maxLineBytes: 16_384,
  /** Time between two counts of all capsules, which read a whole index. */
  countMilliseconds: 60_000,
  /** Time between two probes of the store, each of which is a commit. More frequent requests get the last result. */
  probeMilliseconds: 1_000,
} as const
