/** The bounds of the capsule service; part of `limits`. */
export const capsuleLimits = {
  /** The largest capsule that may be stored is a body of 5,800 bytes. */
  maxBodyBytes: 16_384,
  /** Bodies held at once: a thousand of the largest. */
  maxBytesInFlight: 16_384_000,
  /**
   * Time for a TLS handshake: its octets cross any line in a second, a card needs 3 s for its signature. A setting, because some clients ask for the PIN
   * of the card while it runs.
   */
  handshakeMilliseconds: 10_000,
  /** A request is 6 KB at most. */
  requestMilliseconds: 15_000,
  maxConnections: 2_000,
  /** Addresses and certificates whose requests are counted; the one that was counted longest ago is forgotten. */
  maxRateLimitKeys: 50_000,
  /** Client certificates of configured authorities, whose checks are remembered, in octets of memory: 2,000 of the usual size. */
  knownClients: {
    certificates: { maxBytes: 32_000_000, maxEntryBytes: 100_000 },
    responses: { maxBytes: 0, maxEntryBytes: 0 },
    verifications: { maxBytes: 2_000_000, maxEntryBytes: 1_000 },
  },
  /** Hosts of one database address; clusters of PostgreSQL have two to five. */
  maxDatabaseHosts: 16,
  /** Files of authorities or revocation lists of clients; Estonia has five authorities. */
  maxTrustFiles: 1_000,
  /** One such file. The largest revocation list of an Estonian authority has 12 MB. */
  maxTrustFileBytes: 64_000_000,
  /** Questions to the responders of client certificates. */
  ocsp: {
    /** One answer, its redirects not followed. Responders answer in 50 to 300 ms; clients wait half a second (Java) to 30 s. */
    milliseconds: 5_000,
    idleMilliseconds: 3_000,
    /** Answers have 500 to 5,000 bytes, the certificate of the responder included. */
    maxBytes: 65_536,
    /** So much later at most is a certificate refused that has been revoked. */
    keepMilliseconds: 300_000,
    /** After a failure a responder is not asked again for this time, so that not every request waits for it; it is used again soon after it has recovered. */
    keepFailureMilliseconds: 3_000,
    /** Statuses of certificates, a kilobyte each: as many as there are certificates whose checks are remembered. */
    kept: { maxBytes: 2_000_000, maxEntryBytes: 2_000 },
    /** Connections to one responder at once; more clients at one moment are told to come again. */
    maxQuestions: 64,
    /** The clocks of responders are kept well; ours may be a little behind. */
    clockSkewMilliseconds: 300_000,
    nonceBytes: 32,
  },
  /** How often certificate files are looked at for a change. */
  fileCheckMilliseconds: 10_000,
  /** Capsules that wait for the disk: two seconds' worth. Over it the answer is 503. */
  maxWaiting: 5_000,
  /** Capsules of one transaction: what arrives while the disk is busy with the last one. */
  maxBatch: 256,
  /** A commit of another process on the same file may have to move its log into the database first. */
  lockMilliseconds: 2_000,
  /** Pages in memory, for the index of the ids. */
  cacheKilobytes: 16_000,
  /** Free space below which the store counts as DOWN: the log needs room to go on. */
  minFreeBytes: 32_000_000,
  /** Longest wait for a connection to PostgreSQL, and for its answer. Clients wait half a second (Java) to 30 s. */
  connectMilliseconds: 3_000,
  queryMilliseconds: 5_000,
  /** Between two looks for expired capsules. */
  cleanUpMilliseconds: 60_000,
  /**
   * How far the wall clock may be ahead of the time of the store before deletion is suspended. Less is waited out: deletion is later by as much. A day
   * holds the restarts of years, a clock in the wrong time zone, and every step that a time server makes.
   */
  clockStepMilliseconds: 86_400_000,
  /** How often the clocks are compared, and how often a store whose deletion is suspended is asked whether that was lifted. */
  clockCheckMilliseconds: 1_000,
  /** Capsules deleted in one step, and the pause after it. A step takes 10 ms. */
  cleanUpStep: 500,
  cleanUpPauseMilliseconds: 100,
  /** Records of one transaction of an import. */
  importBatch: 500,
  /** Longest line of an import; that of the largest capsule has 5,900. */
  maxLineBytes: 16_384,
  /** How often the files of the embedded store are looked at: what was done to them from outside is noticed after this time, or at the next commit. */
  fileLookMilliseconds: 1_000,
  /** Records that one look takes by chance: of a database that was overwritten, next to no page is right. A look takes a millisecond. */
  lookRecords: 32,
  /** Between two counts of all capsules, which read an index from end to end. */
  countMilliseconds: 60_000,
  /** A probe of the store is a commit; more frequent requests get the last answer. */
  probeMilliseconds: 1_000,
} as const
