import { reportBounds } from '#model'
import { capsuleLimits } from './capsule-limits.js'
import { cdoc2Limits } from './cdoc2-limits.js'

/**
 * Every bound of the service in one place. A reader receives its bounds as an argument and knows none of its own.
 * Each number says where it comes from; changing one is a change of what the service promises (see .github/SECURITY.md).
 */
export const limits = {
  request: {
    /** A document of 20 MB in base64 and its envelope (`decisions.md#largest-body`). */
    maxBodyBytes: 28_000_000,
    /**
     * From this size on a body has pages of its own, which are given back as soon as its validation ends. For a smaller one that costs more than it saves.
     */
    largeBytes: 262_144,
    /** Wall time of one validation in its worker. The slowest real container of the reference's suites takes under one second. */
    maxMilliseconds: 30_000,
    /**
     * Bodies held at once, from their first byte until they are answered: eight of the largest. Each costs its own size, and one in each worker as
     * much again when it is decoded, so the process stays under half a gigabyte above its rest.
     */
    maxBytesInFlight: 224_000_000,
    /** Bytes of a JSON body outside its strings: `JSON.parse` of 28 MB of brackets takes 1.3 GB and 2 s, of commas and braces 5 s. */
    maxJsonStructureBytes: 500_000,
    /** Quotation marks in a JSON body; a request has 16, unknown members may bring more. */
    maxJsonQuotes: 50_000,
  },
  http: {
    /** Node's own default; our clients send under 1,000. */
    maxHeaderBytes: 16_384,
    headersMilliseconds: 15_000,
    /** A body of 28 MB over a line of 2 Mbit/s. */
    requestMilliseconds: 120_000,
    /** A body without a byte for the first time is idle, for the second it is given up: a phone that changes its network needs some seconds. */
    idleAfterMilliseconds: 1_000,
    maxIdleMilliseconds: 10_000,
    /** A body that arrives for longer is slow: 28 MB in this time need 45 Mbit/s. */
    slowAfterMilliseconds: 5_000,
    /** Idle and slow bodies of one client. */
    maxIdlePerClient: 4,
    maxSlowPerClient: 16,
    /** Memory that large bodies use one after the other: four of 2.8 MB, as base64, two in workers and two that arrive. */
    maxPooledBytes: 16_777_216,
    pooledMilliseconds: 5_000,
    /** Longer than the 60 s of usual proxies, so that they close first. */
    keepAliveMilliseconds: 72_000,
    maxConnections: 1_000,
    /** Connections of one address that have not sent a request yet. A browser opens six at once, a load balancer is named in `ALLKIRI_TRUSTED_PROXIES`. */
    maxUnaskedConnections: 64,
    /** So many connections before the last one, resting ones are closed: what the system hands over in one turn. */
    spareConnections: 64,
    /** How often the timeouts of connections are looked at, and what is read and dropped. */
    checkMilliseconds: 2_000,
    /** Pipelined requests that wait on one connection. Load generators send ten at once, other clients wait for each answer. */
    maxWaitingRequests: 32,
    /** Of a body that goes on behind its answer: twice as many as the largest body has, by default or by the settings. More closes the connection. */
    maxUnreadBytes: 56_000_000,
    /** What an answer holds beyond the body of its request counts from here on; a report of a small document has 3 KB for each signature. */
    largeAnswerBytes: 1_000_000,
    /** Without a client's taking anything of an answer that is ready; Node.js looks once in this time, so the connection closes after one to two of them. */
    answerIdleMilliseconds: 20_000,
    /** For a client to take an answer, as long as a request may take. */
    answerMilliseconds: 120_000,
    /** After the last answer on a connection that the client does not close: time for the answer to arrive. */
    lingerMilliseconds: 1_000,
    /** Lines of the log about connections of one kind in a minute; what comes more often is told by its number. */
    maxTellings: 20,
    /**
     * Mean delay of the event loop over a second, above which new validations of every client are refused. Decoding one largest body after the other makes 200
     * ms, and on a machine that others keep busy 500 ms are common: there the queue says who is served, which is fair between clients. 400 clients of a service
     * for 20 were served as well with this bound as with 500 ms, as far as one noisy run on a busy machine tells.
     */
    maxEventLoopDelayMilliseconds: 2_000,
    /** After a signal to stop: time for the requests that are being served. */
    closeMilliseconds: 10_000,
    /** Of it, the time in which clients may still send a request over a connection that is open. */
    lastRequestsMilliseconds: 1_000,
    /** Time for the services to close behind the last answer; then the process ends whatever they do. */
    servicesCloseMilliseconds: 5_000,
    retryAfterSeconds: 2,
  },
  metrics: {
    /** Codes of refusals that are told apart; there are some 200. */
    maxCodes: 400,
    /** The metrics port takes no body. */
    maxBodyBytes: 1_000,
    /** Of the metrics port: several collectors, and silent connections of a few addresses. */
    maxConnections: 256,
  },
  tracing: {
    /** Spans that wait to be sent, a kilobyte each; what comes beyond is dropped. A validation has eight. */
    maxQueueSize: 4_096,
    maxExportBatchSize: 512,
    scheduledDelayMillis: 2_000,
    /** Also the longest that a stop waits for what receives them. */
    exportTimeoutMillis: 3_000,
    /** How often it is told that they cannot be sent. */
    tellMilliseconds: 60_000,
  },
  page: {
    /** What one download of files inside a document unpacks to: more than twice the largest body, a quarter of what a validation may unpack. */
    maxTakenBytes: 64_000_000,
  },
  commandLine: {
    /** What the readers of all formats take at most (256 MB unpacked or as XML), and some room for what is not signed. */
    maxFileBytes: 300_000_000,
    /** Results that wait for a slow document before them; one takes 5 KB, with all its facts 150 KB. */
    resultsAhead: 64,
  },
  workers: {
    /** JavaScript heap of one worker. An XML file at its bounds takes 300 MB; buffers are bounded by `zip.maxUnpackedBytes`. */
    heapMegabytes: 512,
    /**
     * The part of a heap for what has just been made. With twice as much a document costs as much (2.7 ms against 2.8) and two workers take 30 MB more; with two thirds
     * of it a document costs 10 % more.
     */
    youngMegabytes: 6,
    /** Validations that wait for a worker. A thousandth of a second each, when they are small. */
    maxWaiting: 256,
    /** Half of the shortest time that clients in the field wait for an answer, 30 s, less the time of the validation itself. */
    maxWaitMilliseconds: 10_000,
    /**
     * In a spare thread a document has two slices of time. Usual ones take 10 ms, and 50 in a thread that has done nothing yet: the first slice leaves room for
     * a machine with five times as much to do as it can. Nearly every real document ends in the second.
     */
    firstSliceMilliseconds: 250,
    secondSliceMilliseconds: 1_000,
    /** What cannot be cut off between two steps ends with its thread so long after its slice: inflating and digesting the most that is allowed, at half a GB/s. */
    overdueMilliseconds: 1_000,
    /** After a failed start of a thread: ten times what a start takes on a machine with little to do. */
    restartMilliseconds: 5_000,
    /** Ten times what usual documents take: when every thread has been busy with one for so long, spare threads take what waits. */
    busyMilliseconds: 100,
    /** What a document is expected to take for its size, where that is all that is known: an XML file of a megabyte takes this long. */
    millisecondsPerMegabyte: 100,
    /** What laying a report out is expected to take. It cannot be cut off, so it is kept out of the first slices. */
    printMilliseconds: 300,
    /** Further threads, for slices of documents while all others are busy: one for any client, one for clients without a long document lately. */
    spareThreads: 2,
    /** A validation whose caller has gone is stopped after this time. */
    abandonMilliseconds: 700,
    /** After this time the use of threads by a client counts for half. */
    useHalfLifeMilliseconds: 30_000,
    /** A client is known for short documents by the number of such times in which it has sent some: the highest of five classes takes five minutes. */
    seniorityPeriodMilliseconds: 10_000,
    /** Five classes above that of an unknown client. */
    maxSeniorityPeriods: 31,
    /** Clients whose use of threads is known; each costs two hundred bytes. */
    maxKnownClients: 10_000,
  },
  /**
   * What a worker keeps from one document to the next, in octets of memory; 60 MB when everything is full. Only what lies on a path to an anchor is kept.
   * An entry that is larger than `maxEntryBytes` is decoded each time.
   */
  kept: {
    /** 16 KB each; an authority, a responder or a person's certificate. The largest real ones take 40 KB. */
    certificates: { maxBytes: 24_000_000, maxEntryBytes: 100_000 },
    /** 25 KB each, with the certificates inside. */
    responses: { maxBytes: 8_000_000, maxEntryBytes: 200_000 },
    /** Results of checks of signatures on certificates, 500 bytes each. */
    verifications: { maxBytes: 2_000_000, maxEntryBytes: 1_000 },
    /** Listed authorities and services; the EU's lists have 4,000. The largest takes 150 KB. */
    entities: { maxBytes: 24_000_000, maxEntryBytes: 1_000_000 },
    /**
     * Public keys ready for verification: the lists of the EU name fewer than 2,000 authorities, responders and time-stamping units, and one service meets a
     * fraction of them. The largest key takes 25 KB.
     */
    publicKeys: { maxBytes: 8_000_000, maxEntryBytes: 32_000 },
  },
  xml: {
    /** Largest signature file met: 2.3 MB (many archive time-stamps). A document is bounded by the request as well. */
    maxBytes: 16_000_000,
    /** Real signature files are 12 deep; deeper nesting costs stack in canonicalization. */
    maxDepth: 256,
    /** Attributes of one element; real ones have at most 8. */
    maxAttributes: 256,
    /** Characters of one value of an attribute and of one name; real ones have under 1,000. Twenty million in one file name or list of prefixes take seconds and gigabytes. */
    maxAttributeLength: 65_536,
    /**
     * Elements, attributes, declarations, texts, comments and instructions of one document. The largest real signature files have 20,000; at this bound a document
     * takes a second and 100 MB.
     */
    maxNodes: 400_000,
    /** Namespace declarations in scope at one place: inclusive canonicalization costs their number for each apex. */
    maxNamespaces: 256,
  },
  /** The envelope of a SOAP request without its document. A request through X-Road has 60 nodes and is 5 deep. */
  soap: {
    maxDepth: 64,
    maxAttributes: 64,
    maxAttributeLength: 65_536,
    maxNodes: 10_000,
    maxNamespaces: 64,
  },
  /** External systems whose health is shown with that of the service. */
  links: {
    maxLinks: 20,
    /** The health of a service has a few hundred octets. */
    maxAnswerBytes: 65_536,
    /** Interface description, limits. */
    milliseconds: 10_000,
  },
  zip: {
    /** DSS and DigiDoc4j have no cap of their own; real containers hold under 100 entries. */
    maxEntries: 1_000,
    /** Sum of the unpacked sizes of all entries. */
    maxUnpackedBytes: 256_000_000,
    /** What unpacks to more than `ratioFreeBytes` may not be larger than `maxRatio` times its packed size (DigiDoc4j's rule): each entry, and all together. */
    maxRatio: 100,
    ratioFreeBytes: 1_048_576,
    /** Longest real name: 255 bytes; public corpora hold names of over 1,000 characters that must be refused or read, never crash. */
    maxNameBytes: 4_096,
  },
  container: {
    /** Unpacked data files that are cached for the next signature or time-stamp; others are unpacked again. 150 of 153 real containers fit whole. */
    maxCachedBytes: 2_097_152,
    /** Characters in the findings about one container: 500 signatures that each miss 1,000 long names would make 2 GB of warnings. */
    maxFindingCharacters: 1_000_000,
    /** Signature files of one container, unpacked; they are held at once. Thirty of the largest real ones. */
    maxSignatureFileBytes: 64_000_000,
    /** The entry `mimetype`. The value has 31 characters; thousands of byte-order marks in front of it occur in public collections. */
    maxMimetypeBytes: 65_536,
    /** Beginning of a tag that is examined to tell X-Road from ASiC-E; a Reference of the X-Road has some fifty bytes. */
    tagBytes: 1_000,
    /** Beginning of a file of no supported type, by which a refusal names its kind. */
    headBytes: 4_096,
    /** The entry `mimetype` of an archive of no supported type, by which a refusal names its kind; the longest that is known has 47 octets. */
    maxNamedMimetypeBytes: 100,
  },
  ddoc: {
    /** DIGIDOC-XML is one XML file with its data files in base64. Over an interface the body bounds it; this is for the command line. */
    maxBytes: 256_000_000,
    /** Data files of one document; real ones hold under 100. */
    maxDataFiles: 2_000,
    /** Each signature says something about each data file: 500 signatures over 2,000 files would make a report of 200 MB. */
    maxFileStatements: 50_000,
    /** Characters of the names of data files that count as one more statement of each signature. */
    nameCharactersOfStatement: 100,
    /** Texts of data files from this length on are taken out before parsing: they are base64, and copying them costs more than all the rest. */
    setAsideBytes: 1_024,
  },
  xroad: {
    /** Steps of one hash chain. A security server signs at most some hundred messages at once, whose chain has ten. */
    maxSteps: 20_000,
    /** Children of all steps of one hash chain; a step has two, or one for each attachment. */
    maxStepChildren: 100_000,
    /** Findings of one key about one hash chain, which may cause a hundred thousand. */
    maxFindingsOfKey: 10,
    /** One file of a hash chain, unpacked: steps at their bound. Real ones have one kilobyte. */
    maxChainBytes: 16_000_000,
    /** A message in text has header lines only; servers take 64 KB of them at most. */
    maxRestBytes: 1_000_000,
    maxRestHeaders: 1_000,
  },
  pdf: {
    /** Arrays and dictionaries within each other, and fields below fields; real files are 15 deep. */
    maxDepth: 100,
    /** Entries of all cross-reference sections. A scanned register of 100 MB has 200,000. */
    maxObjects: 500_000,
    /**
     * Values that are read of one file, and a sixteenth of those of an object each time that a reference to it is followed: one costs 0.2 to 1 µs. The signed files of the public
     * collections take under 60,000.
     */
    maxValues: 5_000_000,
    /** Cross-reference sections of one file: two or three for each signature. */
    maxRevisions: 2_000,
    /** Octets that all filters of one file make together. Object streams and validation data of real files unpack to under 10 MB. */
    maxDecodedBytes: 128_000_000,
    /** Form fields of one revision; the largest real forms have 3,000. */
    maxFields: 20_000,
    /**
     * Octets of one name, key, name of a form field, reason, place or date, and characters of a name with those above it. Real ones have under 1,000; an object stream of 100 KB
     * unpacks to one of a hundred million, which the names of all fields below it repeat.
     */
    maxTextBytes: 65_536,
    /** The largest real forms have 3,000 fields with names of a hundred characters. A report names every changed field: 3,000 with 60,000 each made 200 MB. */
    maxFieldNameCharacters: 4_000_000,
    /** Filters of one stream; real streams have at most two. */
    maxFilters: 8,
    /** One row of a predictor. Cross-reference streams have rows of under 20 octets, the widest images of real files of 100,000. */
    maxRowBytes: 1_048_576,
    /** Octets of an unreadable object that are searched for references. With more, every object counts as used by it. */
    maxSearchedBytes: 1_048_576,
    /** References from one to the next; real writers make one step at most. */
    maxReferenceSteps: 16,
    /** Values within each other that the comparison of two revisions follows: a signature with references, parameters and a list of fields has four. */
    maxComparedDepth: 8,
    /** Certificates, OCSP responses and CRLs of one file, repeated ones included: a hundred signatures with time-stamps bring 1,500 and 400. */
    maxCertificates: 5_000,
    maxRevocations: 2_000,
  },
  asn1: {
    /** A CRL of a large authority. */
    maxBytes: 20_000_000,
    /** Real tokens are 14 deep. */
    maxDepth: 64,
    /** Values of one structure: a CRL of 20 MB has 1.5 million. */
    maxElements: 2_000_000,
    /** Octets of one number or OID that is turned into digits. RFC 5280 allows serial numbers of 20; digits of longer ones cost time for nothing. */
    maxNumberBytes: 512,
    /** Octets of one name. RFC 5280 allows 32,768 characters at most in an attribute, real names have a few hundred octets. The time of normalization grows with the
     * square of the marks that combine: half a second for this length, hours for 11 MB, in one call that nothing can end. */
    maxNameBytes: 65_536,
    /** Certificates of one response or token; real ones bring at most 6. */
    maxCertificates: 100,
  },
  signature: {
    /** Signatures of one document. */
    maxSignatures: 500,
    /** ds:Reference elements of one signature; one for each data file. */
    maxReferences: 2_000,
    /** Unsigned properties of one signature; each archive time-stamp covers all before it. Real ones have under 300. */
    maxUnsignedProperties: 1_000,
    /** Findings of one code about one signature: a document may repeat one flaw a hundred thousand times. */
    maxFindingsOfCode: 20,
    /** Time-stamps of one signature. */
    maxTimeStamps: 100,
    /** Time-stamps of all signatures of one container: four for each at their bound. Twenty thousand, in a file of 2 MB, made a report of 250 MB. */
    maxTimeStampsOfDocument: 2_000,
    /**
     * References of all signatures of one container, and one more for so many characters of each: a thousand files that twenty sign, or two hundred that a hundred
     * sign. Reports name every file for every signature: 70,000 references in a file of 1 MB made one of 130 MB. At this bound the report of TS 119 102-2 has 35 MB.
     */
    maxStatements: 20_000,
    charactersOfStatement: 500,
    /** Characters of the name of an issuer. Real ones have a few hundred; reading is linear, so the bound only keeps memory small. */
    maxNameCharacters: 65_536,
    /** Certificates of one signature, those in its tokens included. */
    maxCertificates: 500,
    /** OCSP responses and CRLs of one signature. */
    maxRevocations: 200,
    /**
     * Octets canonicalized, and digested for references to elements, for all signatures of one document: two thousand references to one element each may ask for
     * another form of it. A hundred signatures of usual size take 2 MB, the largest real file 10 MB; 100 MB take a second.
     */
    maxDigestedBytes: 100_000_000,
    /** Octets of data files digested for references, once for each algorithm: all files at their bound with four algorithms. */
    maxFileDigestBytes: 1_024_000_000,
    /** XML nodes of all signature files of one document: four at their bound. */
    maxNodes: 1_600_000,
    /** Octets hashed for the time-stamps of one signature: each archive time-stamp covers every signed file again. Seven of the largest containers, 2 s. */
    maxImprintBytes: 2_000_000_000,
  },
  report: reportBounds,
  path: {
    /** Certificates of one path; the longest real one has 5. */
    maxLength: 10,
    /** Certificates tried as issuer of one certificate, or as signer of one OCSP answer or CRL; four of one authority occur (KLASS3-SK 2010). */
    maxCandidates: 20,
    /** Signature checks on certificates in one validation: the defence against a mesh of cross certificates. */
    maxSignatureChecks: 500,
    /** Attempts to lengthen a path in one validation: n authorities that all certify each other make n! paths. Real signatures take under 50. */
    maxSteps: 2_000,
  },
  trust: {
    /** One settings or certificate file. A PEM bundle of every certificate of the EU's lists has 9 MB. */
    maxFileBytes: 16_000_000,
    /** Files read for one trust setting. */
    maxFiles: 5_000,
    /** Certificates and services of one snapshot; the EU's lists hold 4,000. */
    maxCertificates: 20_000,
  },
  trustedList: {
    xml: {
      /** One list, unpacked. The largest real ones (ES, IT) have 2.9 MB. */
      maxBytes: 16_000_000,
      /** Real lists are 20 deep, criteria within criteria included. */
      maxDepth: 100,
      maxAttributes: 100,
      maxAttributeLength: 65_536,
      /** The largest real ones have 62,000; a list at this bound costs 100 MB while it is read. */
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
    /** Beginning of a file in which it says what it is; real lists do within 22 KB. */
    headBytes: 65_536,
  },
  /** Configuration of the X-Road instances, as a security server downloads it. */
  xroadTrust: {
    /** Parts of a signed directory; real ones have three. */
    maxParts: 1_000,
    /** Characters of a name or number in the shared parameters. */
    maxTextLength: 1_000,
  },
  trustRefresh: {
    /** How often a refresh begins its check again because another process has saved meanwhile; a check takes seconds, a refresh comes every hour. */
    maxRounds: 5,
    /** Downloads at once; each goes to another country. */
    concurrency: 6,
    /** Octets of all lists of one refresh; the EU's have 23 MB. */
    maxTotalBytes: 200_000_000,
    /** One file of the store. The result of the check of thirty lists has 10 MB, a list has 16 at most. */
    maxStoredBytes: 100_000_000,
    /** The manifest of the store, which is read in the thread that answers requests. Thirty lists with their pivots take 20 KB. */
    maxManifestBytes: 1_000_000,
    maxRedirects: 5,
    /** One list with its redirects: 3 MB over a line of 1 Mbit/s, twice. */
    downloadMilliseconds: 60_000,
    /** A server that sends nothing for this time has gone away. */
    idleMilliseconds: 20_000,
    /** All downloads and the check of them: thirty lists over a slow line. */
    totalMilliseconds: 900_000,
    /** The check of what is on the disk, before there are verdicts. Thirty lists take four seconds. */
    localMilliseconds: 120_000,
    /** JavaScript heap of the thread. The largest list takes 60 MB while it is read, the lists in gzip are outside it. */
    heapMegabytes: 256,
    /** Its part for what has just been made: lists are read one after the other and dropped, and a small one is collected often. */
    youngMegabytes: 16,
    /** Part of the interval by which a refresh is moved at random, so that services do not all ask at once. */
    jitter: 0.1,
    /** Pause before the first refresh of a service that has lists: it compiles itself while it answers its first requests. */
    startMilliseconds: 5_000,
    /** First pause after a refresh without which nothing is trusted; it doubles up to the interval. */
    retryMilliseconds: 60_000,
  },
  capsules: capsuleLimits,
  cdoc2: cdoc2Limits,
} as const
