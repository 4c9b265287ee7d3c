import { reportBounds } from '#model'
import { capsuleLimits } from './capsule-limits.js'
import { cdoc2Limits } from './cdoc2-limits.js'

/**
 * Every bound of the service. Readers get their bounds as arguments and define none of their own. The comment of each number states its source. Changing a
 * number changes what the service promises (see .github/SECURITY.md). "Real" files are those of public collections and test suites.
 */
export const limits = {
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
  /** File descriptors, when the process may have only few: connections get what is left. */
  descriptors: {
    /** Of the process without threads and connections: 25, and files that are read at the same time (modules, lists, certificates). */
    reserved: 64,
    /** Of a thread: its event loop has five, and so has that of the thread that replaces it while it ends. */
    perThread: 12,
    /** Connections of each listener that are allowed in any case. */
    minConnections: 16,
  },
  messageLog: {
    /** Security servers close an archive at 32 MB, which are some thousand messages. */
    maxEntries: 65_535,
    maxUnpackedBytes: 1_000_000_000,
  },
  policies: {
    /** A policy file that names every constraint and every check has less than 20 KB. */
    maxFileBytes: 262_144,
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
    /** Results of signature checks on certificates, 500 bytes each. */
    verifications: { maxBytes: 2_000_000, maxEntryBytes: 1_000 },
    /** Listed authorities and services; the EU's lists have 4,000. The largest takes 150 KB. */
    entities: { maxBytes: 24_000_000, maxEntryBytes: 1_000_000 },
    /**
     * Public keys that are ready for verification. The lists of the EU have fewer than 2,000 authorities, responders and time-stamping units, and one service
     * needs only a fraction of them. The largest key takes 25 KB.
     */
    publicKeys: { maxBytes: 8_000_000, maxEntryBytes: 32_000 },
  },
  xml: {
    /** The largest known signature file has 2.3 MB (many archive time-stamps). A document is also bounded by the request. */
    maxBytes: 16_000_000,
    /** Real signature files have a depth of 12. Deeper nesting costs stack in canonicalization. */
    maxDepth: 256,
    /** Attributes of one element; real ones have at most 8. */
    maxAttributes: 256,
    /**
     * Characters of one attribute value and of one name; real ones have fewer than 1,000. Twenty million in one file name or list of prefixes take seconds and
     * gigabytes.
     */
    maxAttributeLength: 65_536,
    /**
     * Elements, attributes, declarations, texts, comments and processing instructions of one document. The largest real signature files have 20,000. At this
     * bound a document takes a second and 100 MB.
     */
    maxNodes: 400_000,
    /** Namespace declarations in scope of one element: the cost of inclusive canonicalization grows with their number for each apex element. */
    maxNamespaces: 256,
  },
  /** The envelope of a SOAP request without its document. A request over X-Road has 60 nodes and a depth of 5. */
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
    /** The health of a service has some hundred octets. */
    maxAnswerBytes: 65_536,
    /** From the interface description, section on limits. */
    milliseconds: 10_000,
  },
  zip: {
    /** DSS and DigiDoc4j have no bound; real containers have fewer than 100 entries. */
    maxEntries: 1_000,
    /** Sum of the unpacked sizes of all entries. */
    maxUnpackedBytes: 256_000_000,
    /**
     * Entries that unpack to more than `ratioFreeBytes` may be at most `maxRatio` times as large as packed (the rule of DigiDoc4j). Applies to each entry and
     * to their sum.
     */
    maxRatio: 100,
    ratioFreeBytes: 1_048_576,
    /** The longest real name has 255 bytes. Test collections contain names of more than 1,000 characters, which may be refused or read but must not crash. */
    maxNameBytes: 4_096,
  },
  container: {
    /** Unpacked data files that are cached for further signatures and time-stamps; others are unpacked again. 150 of 153 real containers fit completely. */
    maxCachedBytes: 2_097_152,
    /** Characters in the findings about one container: 500 signatures that each lack 1,000 long names would cause 2 GB of warnings. */
    maxFindingCharacters: 1_000_000,
    /** Unpacked signature files of one container, which are in memory at the same time: thirty of the largest real ones. */
    maxSignatureFileBytes: 64_000_000,
    /** Containers with time-stamp tokens around a document: a document that is time-stamped again is in two. */
    maxNestedDepth: 4,
    /** The entry `mimetype`. Its value has 31 characters; in public collections thousands of byte order marks precede it. */
    maxMimetypeBytes: 65_536,
    /** Beginning of a tag that is examined to distinguish X-Road from ASiC-E; a Reference of X-Road has some fifty bytes. */
    tagBytes: 1_000,
    /** Beginning of a file of an unsupported type, from which the refusal determines its kind. */
    headBytes: 4_096,
    /** The entry `mimetype` of an archive of an unsupported type, from which the refusal determines its kind; the longest known one has 47 octets. */
    maxNamedMimetypeBytes: 100,
  },
  ddoc: {
    /** A DIGIDOC-XML document is one XML file with its data files in base64. For the command line; other interfaces bound the body. */
    maxBytes: 256_000_000,
    /** Data files of one document; real ones have fewer than 100. */
    maxDataFiles: 2_000,
    /** The report has a statement of each signature about each data file: 500 signatures over 2,000 files would make a report of 200 MB. */
    maxFileStatements: 50_000,
    /** This many characters of the names of data files count as one more statement of each signature. */
    nameCharactersOfStatement: 100,
    /** Texts of data files of at least this length are set aside before parsing: they are base64, and copying them costs more than all other work. */
    setAsideBytes: 1_024,
  },
  xroad: {
    /** Steps of one hash chain. A security server signs at most some hundred messages at once, which needs ten steps. */
    maxSteps: 20_000,
    /** Children of all steps of one hash chain; a step has two, or one for each attachment. */
    maxStepChildren: 100_000,
    /** Findings with one key about one hash chain, which could cause a hundred thousand. */
    maxFindingsOfKey: 10,
    /** One unpacked file of a hash chain with the maximum number of steps. Real ones have 1 KB. */
    maxChainBytes: 16_000_000,
    /** A text message consists of header lines, of which servers accept at most 64 KB. */
    maxRestBytes: 1_000_000,
    maxRestHeaders: 1_000,
  },
  pdf: {
    /** Nesting of arrays and dictionaries, and of form fields; real files have a depth of 15. */
    maxDepth: 100,
    /** Entries of all cross-reference sections. A scanned register of 100 MB has 200,000. */
    maxObjects: 500_000,
    /**
     * Values that are read from one file, plus a sixteenth of the values of an object each time a reference to it is followed. One value costs 0.2 to 1 µs. The
     * signed files of public collections need fewer than 60,000.
     */
    maxValues: 5_000_000,
    /** Cross-reference sections of one file: two or three for each signature. */
    maxRevisions: 2_000,
    /** Octets that all filters of one file output in sum. Object streams and validation data of real files decode to less than 10 MB. */
    maxDecodedBytes: 128_000_000,
    /** Form fields of one revision; the largest real forms have 3,000. */
    maxFields: 20_000,
    /**
     * Octets of one name, key, name of a form field, reason, place or date, and characters of the full name of a form field. Real ones have fewer than 1,000.
     * An object stream of 100 KB can decode to a name of a hundred million, which the full names of all its child fields repeat.
     */
    maxTextBytes: 65_536,
    /**
     * Characters of the names of all form fields. The largest real forms have 3,000 fields with names of a hundred characters. A report names every changed
     * field: 3,000 names of 60,000 characters made 200 MB.
     */
    maxFieldNameCharacters: 4_000_000,
    /** Filters of one stream; real streams have at most two. */
    maxFilters: 8,
    /** Octets of one row of a predictor. Cross-reference streams have rows of fewer than 20 octets, the widest images of real files have 100,000. */
    maxRowBytes: 1_048_576,
    /** Octets of an unreadable object that are searched for references. For a larger one, every object counts as referenced. */
    maxSearchedBytes: 1_048_576,
    /** Chained references; real writers use at most one. */
    maxReferenceSteps: 16,
    /** Nesting that the comparison of two revisions follows: a signature with references, parameters and a list of fields has four levels. */
    maxComparedDepth: 8,
    /** Certificates, and OCSP responses and CRLs, of one file, including repeated ones: a hundred signatures with time-stamps have 1,500 and 400. */
    maxCertificates: 5_000,
    maxRevocations: 2_000,
  },
  asn1: {
    /** Octets of one structure: a CRL of a large authority. */
    maxBytes: 20_000_000,
    /** Real tokens have a depth of 14. */
    maxDepth: 64,
    /** Values of one structure: a CRL of 20 MB has 1.5 million. */
    maxElements: 2_000_000,
    /** Octets of one number or OID that is converted to digits. RFC 5280 allows serial numbers of 20; converting longer ones would waste time. */
    maxNumberBytes: 512,
    /**
     * Octets of one name. RFC 5280 allows at most 32,768 characters in an attribute; real names have some hundred octets. The time of normalization grows with the square
     * of the number of combining marks: 0.5 s for this length, hours for 11 MB, in one call that cannot be interrupted.
     */
    maxNameBytes: 65_536,
    /** Certificates in one response or token; real ones have at most 6. */
    maxCertificates: 100,
    /** White space and zeros behind one certificate, response, list or token. Editors leave one or two; a page of a file system has 4,096. */
    maxBlanks: 4_096,
  },
  signature: {
    /** Signatures of one document. */
    maxSignatures: 500,
    /** ds:Reference elements of one signature, which has one for each data file. */
    maxReferences: 2_000,
    /** Unsigned properties of one signature; each archive time-stamp covers all before it. Real signatures have fewer than 300. */
    maxUnsignedProperties: 1_000,
    /** Findings with one code about one signature: a document may repeat one flaw a hundred thousand times. */
    maxFindingsOfCode: 20,
    /** Counter-signatures of all signatures of one document, which are verified and told. The largest real file has four. */
    maxCounterSignatures: 50,
    /** Roles of the signer that a report has, and as many commitments; the others are left out. Real signatures state one or two. */
    maxStatedTexts: 100,
    /** Time-stamps of one signature. */
    maxTimeStamps: 100,
    /**
     * Time-stamps of all signatures of one container: four for each of the maximum number of signatures. Twenty thousand, in a file of 2 MB, made a report of
     * 250 MB.
     */
    maxTimeStampsOfDocument: 2_000,
    /**
     * References of all signatures of one container, where `charactersOfStatement` characters of a reference count as one more. Enough for 20 signatures over a
     * thousand files, or a hundred signatures over 200 files. Reports name every file for every signature: 70,000 references in a file of 1 MB made a report of
     * 130 MB. At this bound the report of TS 119 102-2 has 35 MB.
     */
    maxStatements: 20_000,
    /** References of the manifests of one ASiC-S container, each of which names everything before it: two hundred time-stamp tokens have 40,000. */
    maxTokenStatements: 60_000,
    charactersOfStatement: 500,
    /** Characters of an issuer name. Real ones have a few hundred. Reading takes linear time, so the bound only limits memory. */
    maxNameCharacters: 65_536,
    /**
     * Zeros in front of each half of an ECDSA or DSA value in XML. The big integers of Java have one; a record for the largest curve in use (66 octets) has 42 for
     * a key of P-192.
     */
    maxLeadingZeros: 64,
    /** Characters of a name that is compared for its look, to explain a missing file: normalization takes time with the square of the length. */
    maxLookAlikeCharacters: 1_024,
    /** Certificates of one signature, including those in its tokens. */
    maxCertificates: 500,
    /** Certificates of all signers of one CMS message, which share those of the message: 200 signers with 50 each. */
    maxCertificatesOfDocument: 10_000,
    /** OCSP responses and CRLs of one signature. */
    maxRevocations: 200,
    /**
     * Octets that are canonicalized, and digested for references to elements, for all signatures of one document: two thousand references to one element may
     * each require another form of it. A hundred signatures of usual size need 2 MB, the largest real file 10 MB; 100 MB take a second.
     */
    maxDigestedBytes: 100_000_000,
    /** Octets of data files that are digested for references, once for each algorithm: files of the maximum size with four algorithms. */
    maxFileDigestBytes: 1_024_000_000,
    /** XML nodes of all signature files of one document: four files with the maximum number of nodes. */
    maxNodes: 1_600_000,
    /**
     * Octets that are hashed for the time-stamps of one signature: each archive time-stamp covers every signed file again. Seven over the largest container, 2
     * s.
     */
    maxImprintBytes: 2_000_000_000,
  },
  report: reportBounds,
  path: {
    /** Certificates of one path; the longest real path has 5. */
    maxLength: 10,
    /** Certificates that are tried as issuer of one certificate, or as signer of one OCSP response or CRL. Some authorities have four (KLASS3-SK 2010). */
    maxCandidates: 20,
    /** Signature checks on certificates in one validation, as a defence against a mesh of cross-certificates. */
    maxSignatureChecks: 500,
    /** Attempts to extend a path in one validation: n authorities that all certify each other have n! paths. Real signatures need fewer than 50. */
    maxSteps: 2_000,
  },
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
  capsules: capsuleLimits,
  cdoc2: cdoc2Limits,
} as const

/** The bounds of a process: those above, with the settings that are bounds. */
export type Limits = Widened<typeof limits>

/** The largest body of the interface of SiVa 3: the limit of SiVa, unless the operator has set one for all interfaces. */
export function siva3BodyLimit({ request, siva3 }: Limits): number {
  return request.maxBodyBytes === limits.request.maxBodyBytes ? siva3.maxBodyBytes : request.maxBodyBytes
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : Widened<T[K]> }
