import type { DataFile, FileContent } from './document.js'
import type { StructureFinding } from './signature-facts.js'
import type { Instant } from './time.js'

/** SK-XML 1.0 and DIGIDOC-XML 1.1 to 1.3. */
export type DdocVersion = '1.0' | '1.1' | '1.2' | '1.3'

/** A data file of a DIGIDOC-XML document. Attributes as written; nothing of it is ever used as a path. */
export interface DdocDataFile extends DataFile {
  readonly id: string
  readonly mimeType: string
  /** The Size attribute; null when it is missing or no number. Not trustworthy: some writers stated the length of the base64 text. */
  readonly statedSize: number | null
  readonly contentType: 'EMBEDDED_BASE64' | 'HASHCODE'
  /** Null in hashcode form, and when the text is not base64 (then `flaws` says so). */
  readonly content: FileContent | null
  /** The SHA-1 digest that a reference has to state, lower-case hex; null when there is nothing to compute it over. Computed once, as `alternateDigest` is. */
  digest(): string | null
  /** 1.3 only: the digest of the element as if it were in no namespace, which early writers stated. Binds the same content. Null in other versions. */
  alternateDigest(): string | null
  readonly flaws: readonly StructureFinding[]
}

/** What one signature says about one data file of its container. */
export interface DdocDataFileFacts {
  readonly id: string
  readonly name: string
  readonly contentType: 'EMBEDDED_BASE64' | 'HASHCODE'
  readonly statedSize: number | null
  /** Bytes of the content; null when there is none. */
  readonly size: number | null
  /** `alternate`: only the digest without namespace fits. `not-referenced`: the signature does not cover the file. */
  readonly digest: 'match' | 'alternate' | 'mismatch' | 'not-referenced'
  /** The second reference of 1.0, over the MIME type; null in the versions that have none. */
  readonly mimeTypeDigest: 'match' | 'mismatch' | 'not-referenced' | null
  readonly flaws: readonly StructureFinding[]
}

/** The OCSP response that makes a signature complete, and what the signature says about it. Nothing of this is signed. */
export interface DdocConfirmationFacts {
  /** EncapsulatedOCSPValue elements. The other members are about the first. */
  readonly count: number
  /** Its Id. */
  readonly id: string
  readonly empty: boolean
  /** Id among the revocations of the signature; null when it cannot be used. */
  readonly revocation: string | null
  /** Code of the reader, or `OCSP_STATUS_<n>`; null when it can be used. */
  readonly problem: string | null
  /** It can be read, and its status is not successful. */
  readonly refused: boolean
  /** `byName: CN=…` in the order of the encoding, or `byKey: ` and hex; empty when the response cannot be used. */
  readonly responder: string
  readonly singleResponses: number
  /** The OCSPRef whose URI names it; null when none does. */
  readonly reference: {
    readonly digest: 'match' | 'mismatch'
    /** ProducedAt as written, trimmed. */
    readonly producedAtText: string
    /** In UTC, also for 1.0; null when it cannot be read. */
    readonly producedAt: Instant | null
  } | null
  /** The responder's certificate inside the signature (CertificateValues); null when there is none. */
  readonly responderCertificate: string | null
  /** CompleteCertificateRefs about that certificate; null when there is none to compare with. */
  readonly responderReference: {
    readonly serialNumber: 'match' | 'mismatch'
    readonly digest: 'match' | 'mismatch'
    /** Serial numbers, for people: of the certificate, and the first one that is referenced. */
    readonly certificateSerialNumber: string
    readonly referencedSerialNumber: string
  } | null
}

/** The facts that only DIGIDOC-XML has. Structure flaws are in `SignatureFacts.structure`, the nonce is in its time-mark. */
export interface DdocFacts {
  readonly name: 'ddoc'
  /** Identifier of the canonicalization of SignedInfo. */
  readonly canonicalization: string
  readonly format: 'SK-XML' | 'DIGIDOC-XML'
  readonly version: DdocVersion
  /** Every data file of the container, in its order. */
  readonly dataFiles: readonly DdocDataFileFacts[]
  /** URIs of references that lead to nothing in the container. */
  readonly danglingReferences: readonly string[]
  readonly signedProperties: { readonly id: string; readonly digest: 'match' | 'mismatch' | 'not-referenced' }
  /** SigningCertificate against the certificate of KeyInfo. `issuer` is absent before 1.3. */
  readonly signingCertificate: {
    readonly digest: 'match' | 'mismatch'
    readonly serialNumber: 'match' | 'mismatch'
    readonly issuer: 'match' | 'mismatch' | 'absent'
  }
  /** Defect of the digest inside an RSA signature value that does not verify; null when none is recognised. */
  readonly digestInfo: 'missing' | 'extra-zero' | null
  /** Children of IssuerSerial outside the namespace of XML Signature: the namespace that they state themselves, null when none. */
  readonly foreignIssuerNamespaces: readonly {
    readonly element: 'X509IssuerName' | 'X509SerialNumber'
    readonly namespace: string | null
  }[]
  readonly confirmation: DdocConfirmationFacts | null
}
