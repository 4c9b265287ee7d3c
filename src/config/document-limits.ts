/** Bounds of what is read of a document, and of the work that it may cause. */
export const documentLimits = {
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
  messageLog: {
    /** Security servers close an archive at 32 MB, which are some thousand messages. */
    maxEntries: 65_535,
    maxUnpackedBytes: 1_000_000_000,
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
     * Octets that are hashed for the time-stamps of one signature: the signed files again for each digest algorithm and canonicalization of its archive
     * time-stamps. Seven times the largest container, 2 s.
     */
    maxImprintBytes: 2_000_000_000,
  },
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
} as const
