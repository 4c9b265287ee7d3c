/** Bounds of what the operator gives (settings of trust, policy files), and of trusted lists and their refresh. */
export const trustLimits = {
  trust: {
    /** One settings or certificate file. A PEM bundle of all certificates of the EU's lists has 9 MB. */
    maxFileBytes: 16_000_000,
    /** Files that are read for one trust setting. */
    maxFiles: 5_000,
    /** Certificates and services of one snapshot; the EU's lists have 4,000. */
    maxCertificates: 20_000,
  },
  trustedList: {
    xml: {
      /** One list, decompressed. The largest real ones (ES, IT) have 2.9 MB. */
      maxBytes: 16_000_000,
      /** Real lists have a depth of 20, including nested criteria. */
      maxDepth: 100,
      maxAttributes: 100,
      maxAttributeLength: 65_536,
      /** The largest real lists have 62,000. A list at this bound takes 100 MB while it is read. */
      maxNodes: 500_000,
      maxNamespaces: 100,
    },
    /** Services of one list; the largest real one has 560. */
    maxServices: 10_000,
    /** Pointers of a list of lists; the EU's has 45. */
    maxPointers: 500,
    /** Instances of one service, and qualifications and criteria of one instance; real ones have 8 and under 100. */
    maxEntriesOfService: 2_000,
    /** Pivots between a notice and the list of lists; five in seven years. */
    maxPivots: 20,
    /** Beginning of a file that is examined to recognise a list; in real lists 22 KB are enough. */
    headBytes: 65_536,
  },
  /** Configuration of the X-Road instances, as a security server downloads it. */
  xroadTrust: {
    /** Parts of a signed directory; real directories have three. */
    maxParts: 1_000,
    /** Characters of a name or number in the shared parameters. */
    maxTextLength: 1_000,
  },
  trustRefresh: {
    /** Concurrent downloads; each is from another country. */
    concurrency: 6,
    /** Octets of all lists of one refresh; the EU's have 23 MB. */
    maxTotalBytes: 200_000_000,
    /** One file of the store. The result of the check of thirty lists has 10 MB, a list at most 16 MB. */
    maxStoredBytes: 100_000_000,
    /** The manifest of the store, which is read in the thread that answers requests. Thirty lists with their pivots take 20 KB. */
    maxManifestBytes: 1_000_000,
    /** Changes of the lists that are remembered: some years of the lists of the EU. */
    maxHistory: 5_000,
    maxRedirects: 5,
    /** One list with its redirects: 3 MB over a line of 1 Mbit/s, twice. */
    downloadMilliseconds: 60_000,
    /** Maximum time in which a server sends nothing. */
    idleMilliseconds: 20_000,
    /** All downloads and their check: thirty lists over a slow line. */
    totalMilliseconds: 900_000,
    /** The check of the lists on the disk, before documents are validated. Thirty lists take 4 s. */
    localMilliseconds: 120_000,
    /** JavaScript heap of the thread. The largest list takes 60 MB while it is read; compressed lists are outside the heap. */
    heapMegabytes: 256,
    /** Young generation of this heap. Small, so that it is collected often: lists are read one after the other and dropped. */
    youngMegabytes: 16,
    /** Part of the interval by which the time of a refresh varies at random, so that services do not refresh at the same time. */
    jitter: 0.1,
    /** Pause before the first refresh of a service that has lists, so that the refresh does not compete with the compilation of code for the first requests. */
    startMilliseconds: 5_000,
    /** First pause after a failed refresh when nothing is trusted; it doubles up to the interval. */
    retryMilliseconds: 60_000,
  },
  policies: {
    /** A policy file that names every constraint and every check has less than 20 KB. */
    maxFileBytes: 262_144,
  },
} as const
