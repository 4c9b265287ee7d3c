import type { DataFile, FileContent } from './document.js'
import type { StructureFinding } from './signature-facts.js'
import type { Instant } from './time.js'

/** SK-XML 1.0 and DIGIDOC-XML 1.1 to 1.3. */
export type DdocVersion = '1.0' | '1.1' | '1.2' | '1.3'

/** A data file of a DIGIDOC-XML document, with its attributes as written. No value of it is ever used as a path. */
export interface DdocDataFile extends DataFile {
  readonly id: string
  readonly mimeType: string
  /** The Size attribute; null when it is missing or not a number. Not reliable: some programs wrote the length of the base64 text. */
  readonly statedSize: number | null
  readonly contentType: 'EMBEDDED_BASE64' | 'HASHCODE'
  /** Null in hashcode form, and when the text is not base64 (`flaws` then contains the finding). */
  readonly content: FileContent | null
  /** The text lacks the padding of base64, so only a signed digest shows that nothing was cut off. */
  readonly unpadded: boolean
  /** The SHA-1 digest that a reference has to contain, lower-case hex; null when there is nothing to compute it over. Computed once, like `alternateDigest`. */
  digest(): string | null
  /** 1.3 only: the digest of the element as if it were in no namespace, as early programs computed it. Covers the same content. Null in other versions. */
  alternateDigest(): string | null
  readonly flaws: readonly StructureFinding[]
}

/** How one signature covers one data file of its container. */
export interface DdocDataFileFacts {
  readonly id: string
  readonly name: string
  readonly contentType: 'EMBEDDED_BASE64' | 'HASHCODE'
  readonly statedSize: number | null
  /** Length of the content in bytes; null without content. */
  readonly size: number | null
  /** `alternate`: only the digest without namespace matches. `not-referenced`: the signature does not cover the file. */
  readonly digest: 'match' | 'alternate' | 'mismatch' | 'not-referenced'
  /** The second reference of version 1.0, which covers the MIME type; null in versions without it. */
  readonly mimeTypeDigest: 'match' | 'mismatch' | 'not-referenced' | null
  readonly flaws: readonly StructureFinding[]
}

/** The OCSP response that confirms a signature, and the references to it in the signature. None of this is covered by the signature. */
export interface DdocConfirmationFacts {
  /** Number of EncapsulatedOCSPValue elements. The other members describe the first. */
  readonly count: number
  /** Id attribute of the element. */
  readonly id: string
  readonly empty: boolean
  /** Id of the response among the revocation data of the signature; null when the response cannot be used. */
  readonly revocation: string | null
  /** Why the response cannot be used: a code of the reader, or `OCSP_STATUS_<n>`; null when it can. */
  readonly problem: string | null
  /** The response can be read, but its responseStatus is not successful. */
  readonly refused: boolean
  /** `byName: CN=…` in the order of the encoding, or `byKey: ` and hex; empty when the response cannot be used. */
  readonly responder: string
  readonly singleResponses: number
  /** The OCSPRef whose URI refers to the element; null when there is none. */
  readonly reference: {
    readonly digest: 'match' | 'mismatch'
    /** ProducedAt as written, trimmed. */
    readonly producedAtText: string
    /** In UTC, also for 1.0; null when it cannot be read. */
    readonly producedAt: Instant | null
  } | null
  /** The responder's certificate inside the signature (CertificateValues); null when there is none. */
  readonly responderCertificate: string | null
  /** CompleteCertificateRefs compared with that certificate; null when there is nothing to compare. */
  readonly responderReference: {
    readonly serialNumber: 'match' | 'mismatch'
    readonly digest: 'match' | 'mismatch'
    /** Serial numbers for messages: that of the certificate, and the first one that is referenced. */
    readonly certificateSerialNumber: string
    readonly referencedSerialNumber: string
  } | null
}

/** The facts that only DIGIDOC-XML has. Structure findings are in `SignatureFacts.structure`, the nonce is in `SignatureFacts.timeMarks`. */
export interface DdocFacts {
  readonly name: 'ddoc'
  /** Identifier of the canonicalization of SignedInfo. */
  readonly canonicalization: string
  readonly format: 'SK-XML' | 'DIGIDOC-XML'
  readonly version: DdocVersion
  /** Every data file of the container, in its order. */
  readonly dataFiles: readonly DdocDataFileFacts[]
  /** URIs of references without a target in the container. */
  readonly danglingReferences: readonly string[]
  readonly signedProperties: { readonly id: string; readonly digest: 'match' | 'mismatch' | 'not-referenced' }
  /** SigningCertificate compared with the certificate in KeyInfo. Before version 1.3 `issuer` is `absent`. */
  readonly signingCertificate: {
    readonly digest: 'match' | 'mismatch'
    readonly serialNumber: 'match' | 'mismatch'
    readonly issuer: 'match' | 'mismatch' | 'absent'
  }
  /** Defect of the digest inside an RSA signature value that does not verify; null when none is recognised. */
  readonly digestInfo: 'missing' | 'extra-zero' | null
  /** Children of IssuerSerial outside the XML Signature namespace, with the namespace that they declare themselves; null when they declare none. */
  readonly foreignIssuerNamespaces: readonly {
    readonly element: 'X509IssuerName' | 'X509SerialNumber'
    readonly namespace: string | null
  }[]
  readonly confirmation: DdocConfirmationFacts | null
}
