/** Bounds of the process: its interfaces, connections, threads and what they keep, and the command line. */
export const serviceLimits = {
  request: {
    /** A document of 20 MB in base64 with its envelope (`decisions.md#largest-body`). */
    maxBodyBytes: 28_000_000,
    /**
     * From this size on, the memory of a body, and that of its document in the thread, is released as soon as it has been read. Left to the garbage collector, a
     * DIGIDOC-XML document of 64 KB costs a third more processor time (3.0 instead of 2.2 ms).
     */
    largeBytes: 49_152,
    /**
     * Wall time of one validation in its worker, which it has for itself. The slowest real container in the test suites of SiVa takes less than a second, so
     * this allows for a machine that is overloaded ten times.
     */
    maxMilliseconds: 10_000,
    /**
     * Bytes of bodies that are held at the same time, from their first byte until they are answered: eight of the largest. Each takes its own size, and in a
     * worker the same again when it is decoded, so the process takes less than 0.5 GB more than when idle.
     */
    maxBytesInFlight: 224_000_000,
    /** Bytes of a JSON body outside strings: `JSON.parse` takes 1.3 GB and 2 s for 28 MB of brackets, 5 s for commas and braces. */
    maxJsonStructureBytes: 500_000,
    /** Quotation marks in a JSON body; a request has 16, and unknown members may add more. */
    maxJsonQuotes: 50_000,
  },
  siva3: {
    /** Files that are given beside a document with detached signatures. */
    maxDataFiles: 1_000,
    /** The limit of SiVa 3, inclusive: 27 MiB. It applies unless the operator sets one for all interfaces. */
    maxBodyBytes: 28_311_552,
    /** Signature files in one request with digests. Each is validated like a document; the largest known container has 40 signatures. */
    maxSignatureFiles: 100,
  },
  /** The envelope of a SOAP request without its document. A request over X-Road has 60 nodes and a depth of 5. */
  soap: {
    maxDepth: 64,
    maxAttributes: 64,
    maxAttributeLength: 65_536,
    maxNodes: 10_000,
    maxNamespaces: 64,
  },
  http: {
    /** The default of Node.js; clients send fewer than 1,000. */
    maxHeaderBytes: 16_384,
    headersMilliseconds: 15_000,
    /** Time for a request: a body of 28 MB at 2 Mbit/s. */
    requestMilliseconds: 120_000,
    /** A connection on which nothing moves for this time is closed: a request or its answer takes no longer. */
    stalledMilliseconds: 120_000,
    /** Longer than the 60 s that proxies usually use, so that the proxies close first. */
    keepAliveMilliseconds: 72_000,
    /** Above a thousand silent connections, which are closed when the time for headers is over. */
    maxConnections: 2_000,
    /** Then a connection is closed after its answer, so that clients which never close theirs come to another instance some day. */
    maxRequestsPerConnection: 100_000,
    /** Interval in which the timeouts of connections are checked. */
    checkMilliseconds: 2_000,
    /** Requests that a client sends on one connection without waiting for the answers. Load generators send ten at once; other clients wait for each answer. */
    maxPipelinedRequests: 32,
    /**
     * An answer counts as held when it is larger than the body of its request by more than this. The report of a small document has 3 KB for each signature.
     */
    largeAnswerBytes: 1_000_000,
    /** After a signal to stop: time for requests in progress. */
    closeMilliseconds: 10_000,
    /** Part of `closeMilliseconds` in which clients may still send a request. */
    lastRequestsMilliseconds: 1_000,
    /** Time for the services to close after the last answer. Then the process ends in any case. */
    servicesCloseMilliseconds: 5_000,
    retryAfterSeconds: 2,
  },
  metrics: {
    /** Size and rows of the summary of a forecast: each row is a series. A real table has some twenty. */
    maxForecastBytes: 256 * 1024,
    maxForecastRows: 500,
    /** Codes of refusals that have metrics of their own; there are some 200. */
    maxCodes: 400,
    /** No request on the metrics port needs a body. */
    maxBodyBytes: 1_000,
    /** Connections of the metrics port: several collectors, and a thousand silent connections. */
    maxConnections: 2_000,
  },
  page: {
    /** Unpacked size of the files of one download: more than twice the largest body, a quarter of the bound for a validation. */
    maxTakenBytes: 64_000_000,
  },
  /** External systems whose health is shown with that of the service. */
  links: {
    maxLinks: 20,
    /** The health of a service has some hundred octets. */
    maxAnswerBytes: 65_536,
    /** From the interface description, section on limits. */
    milliseconds: 10_000,
  },
  workers: {
    /** JavaScript heap of one worker. An XML file at its bounds takes 300 MB. Buffers are bounded by `zip.maxUnpackedBytes`. */
    heapMegabytes: 512,
    /**
     * Young generation of this heap. With twice as much, a document costs about the same (2.7 ms instead of 2.8) and two workers take 30 MB more; with two
     * thirds of it a document costs 10 % more.
     */
    youngMegabytes: 6,
    /** Validations that wait for a worker. Small ones take a millisecond each. */
    maxWaiting: 256,
    /** Maximum wait: half of 30 s, the shortest time that known clients wait for an answer, less the time of the validation itself. */
    maxWaitMilliseconds: 10_000,
    /** Time after a failed start of a thread: ten times the start time on an idle machine. */
    restartMilliseconds: 5_000,
    /** A validation whose client has disconnected is stopped after this time. */
    abandonMilliseconds: 700,
  },
  /**
   * Caches of a worker that documents share, in octets of memory; 60 MB in sum. Only objects on a path to a trust anchor are cached. An object of more than
   * `maxEntryBytes` is decoded each time.
   */
  kept: {
    /** Certificates of authorities, responders and persons, 16 KB each. The largest real ones take 40 KB. */
    certificates: { maxBytes: 24_000_000, maxEntryBytes: 100_000 },
    /** OCSP responses, 25 KB each with their certificates. */
    responses: { maxBytes: 8_000_000, maxEntryBytes: 200_000 },
    /** Results of checks of the signatures on certificates and CRLs, 500 bytes each. */
    verifications: { maxBytes: 2_000_000, maxEntryBytes: 1_000 },
    /** Listed authorities and services; the EU's lists have 4,000. The largest takes 150 KB. */
    entities: { maxBytes: 24_000_000, maxEntryBytes: 1_000_000 },
    /**
     * Public keys that are ready for verification. The lists of the EU have fewer than 2,000 authorities, responders and time-stamping units, and one service
     * needs only a fraction of them. The largest key takes 25 KB.
     */
    publicKeys: { maxBytes: 8_000_000, maxEntryBytes: 32_000 },
  },
  /** File descriptors, when the process may have only few: connections get what is left. */
  descriptors: {
    /** Of the process without threads and connections: 25, and files that are read at the same time (modules, lists, certificates). */
    reserved: 64,
    /** Of a thread: its event loop has five, and so has that of the thread that replaces it while it ends. */
    perThread: 12,
    /** Connections of each listener that are allowed in any case. */
    minConnections: 16,
  },
  commandLine: {
    /** The largest document that the readers accept (256 MB unpacked or as XML), with some room for unsigned content. */
    maxFileBytes: 300_000_000,
    /** Results that wait for a slow document before them; one takes 5 KB, or 150 KB with all its facts. */
    resultsAhead: 64,
    /** An answer of the service that `compare` asks. A detailed report of a thousand signatures has some 20 MB. */
    maxComparedAnswerBytes: 64_000_000,
    /** How long `compare` waits for an answer: SiVa has no bound of its own, and fetches its lists with the first request. */
    comparedAnswerMilliseconds: 300_000,
  },
} as const
