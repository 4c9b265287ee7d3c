import type { DecodedCache, X509Limits } from '#readers/x509'
import type { XmlLimits } from '#readers/xml'

/** Bounds of the signatures of one document; `config/document-limits.ts` has their values and reasons. */
export interface SignatureLimits {
  /** ds:Signature elements of one file. */
  readonly maxSignatures: number
  /** ds:Reference elements of one signature. */
  readonly maxReferences: number
  /** Unsigned properties of one signature. */
  readonly maxUnsignedProperties: number
  /** Findings of one code that are reported for one signature. */
  readonly maxFindingsOfCode: number
  /** Counter-signatures of all signatures of a document together. */
  readonly maxCounterSignatures: number
  /** Roles, and as many commitments, of one signature. */
  readonly maxStatedTexts: number
  /** Time-stamp properties of one signature. */
  readonly maxTimeStamps: number
  /** Time-stamp properties of all signatures of a document together. */
  readonly maxTimeStampsOfDocument: number
  /** References of all signatures of a document together; long texts count as several. */
  readonly maxStatements: number
  /** References of all manifests of time-stamp tokens of ASiC-S together; long texts count as several. */
  readonly maxTokenStatements: number
  /** Characters of one reference that count as one more statement. */
  readonly charactersOfStatement: number
  /** Characters of the name of an issuer. */
  readonly maxNameCharacters: number
  /** Zeros in front of each half of an ECDSA or DSA value in XML. */
  readonly maxLeadingZeros: number
  /** Characters of a name that is compared with others for its look. */
  readonly maxLookAlikeCharacters: number
  /** Certificates of one signature, repeated ones included. */
  readonly maxCertificates: number
  /** Certificates of all signers of a CMS message together, where each has those of the message. */
  readonly maxCertificatesOfDocument: number
  /** OCSP responses and CRLs of one signature, repeated ones included. */
  readonly maxRevocations: number
  /** Octets that are canonicalized, and digested for references to elements: all signatures of a document together. */
  readonly maxDigestedBytes: number
  /** Octets of data files that are digested for references, once for each algorithm: all signatures of a document together. */
  readonly maxFileDigestBytes: number
  /** XML nodes of all signature files of a document together. */
  readonly maxNodes: number
  /** Octets hashed for the imprints of one signature. */
  readonly maxImprintBytes: number
}

/** Bounds of the validation data that all signatures of a PDF file share. */
interface PdfEvidenceLimits {
  readonly maxCertificates: number
  readonly maxRevocations: number
}

/** The bounds for the readers, and the cache of decoded certificates and responses, which does not change any fact. */
export interface SignatureContext {
  readonly limits: {
    readonly xml: XmlLimits
    readonly asn1: X509Limits
    readonly signature: SignatureLimits
    readonly pdf: PdfEvidenceLimits
  }
  readonly cache: DecodedCache
}
