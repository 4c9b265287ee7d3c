/**
 * Every bound of the service in one place. A reader receives its bounds as an argument and knows none of its own.
 * Each number says where it comes from; changing one is a change of what the service promises (see .github/SECURITY.md).
 */
export const limits = {
  request: {
    /** A document of 20 MB in base64 and its envelope (ruling 51). */
    maxBodyBytes: 28_000_000,
    /** Wall time of one validation in its worker. The slowest real container of the reference's suites takes under one second. */
    maxMilliseconds: 30_000,
  },
  xml: {
    /** Largest signature file met: 2.3 MB (many archive time-stamps). A document is bounded by the request as well. */
    maxBytes: 16_000_000,
    /** Real signature files are 12 deep; deeper nesting costs stack in canonicalization. */
    maxDepth: 256,
    /** Attributes of one element; real ones have at most 8. */
    maxAttributes: 256,
    /** Elements, texts, comments and instructions of one document. */
    maxNodes: 1_000_000,
    /** Namespace declarations in scope at one place: inclusive canonicalization costs their number for each apex. */
    maxNamespaces: 256,
  },
  zip: {
    /** DSS and DigiDoc4j have no cap of their own; real containers hold under 100 entries. */
    maxEntries: 1_000,
    /** Sum of the unpacked sizes of all entries that are read. */
    maxUnpackedBytes: 256_000_000,
    /** An entry that unpacks to more than `ratioFreeBytes` may not be larger than `maxRatio` times its packed size (DigiDoc4j's rule). */
    maxRatio: 100,
    ratioFreeBytes: 1_048_576,
    /** Longest real name: 255 bytes; public corpora hold names of over 1,000 characters that must be refused or read, never crash. */
    maxNameBytes: 4_096,
  },
  asn1: {
    /** A CRL of a large authority. */
    maxBytes: 20_000_000,
    /** Real tokens are 14 deep. */
    maxDepth: 64,
    /** Values of one structure: a CRL of 20 MB has 1.5 million. */
    maxElements: 2_000_000,
  },
  signature: {
    /** Signatures of one document. */
    maxSignatures: 500,
    /** ds:Reference elements of one signature; one for each data file. */
    maxReferences: 2_000,
    /** Time-stamps of one signature. */
    maxTimeStamps: 100,
    /** Certificates of one signature, those in its tokens included. */
    maxCertificates: 500,
    /** OCSP responses and CRLs of one signature. */
    maxRevocations: 200,
  },
  path: {
    /** Longest real chain: 5. */
    maxLength: 10,
    /** Issuer candidates tried for one certificate; four certificates of one authority occur (KLASS3-SK 2010). */
    maxCandidates: 20,
    /** Signature checks on certificates in one validation: the defence against a mesh of cross certificates. */
    maxSignatureChecks: 500,
  },
} as const
