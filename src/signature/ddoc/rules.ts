import type { DdocVersion } from '#model'

/** How signatures differ between the versions of DIGIDOC-XML. README.md names for each rule the document that shows it. */
export interface DdocSignatureRules {
  /**
   * Namespaces in which SignedInfo and SignedProperties are canonicalized, in the order in which they are tried. `none`: a fragment with its own
   * declarations only; `xmldsig`: a fragment in the default namespace of XML Signature; `document`: the element in its document.
   */
  readonly fragments: readonly ('none' | 'xmldsig' | 'document')[]
  /** A second reference for each data file, over its MIME type (`#D0-MIME`). */
  readonly mimeTypeReferences: boolean
  /** References may have Transforms. They describe what is hashed and are never executed. */
  readonly transforms: boolean
  /** Target is an attribute of SignedProperties, and Cert has an Id; in 1.3 Target stands on QualifyingProperties. */
  readonly signedPropertiesTarget: boolean
  /** IssuerSerial holds the serial number as its text; in 1.3 it has children for issuer and number. */
  readonly bareSerialNumber: boolean
  /** What the digest of an OCSPRef covers: the whole OCSPResponse or the BasicOCSPResponse inside. */
  readonly ocspReferenceOver: 'response' | 'basic-response'
  /** Times are local, and the sign of their offset is inverted. */
  readonly invertedOffsets: boolean
}

const rulesOf11: DdocSignatureRules = {
  fragments: ['xmldsig', 'document'],
  mimeTypeReferences: false,
  transforms: false,
  signedPropertiesTarget: true,
  bareSerialNumber: true,
  ocspReferenceOver: 'response',
  invertedOffsets: false,
}

export const ddocSignatureRules: Readonly<Record<DdocVersion, DdocSignatureRules>> = {
  '1.0': {
    ...rulesOf11,
    fragments: ['none'],
    mimeTypeReferences: true,
    transforms: true,
    ocspReferenceOver: 'basic-response',
    invertedOffsets: true,
  },
  '1.1': rulesOf11,
  '1.2': rulesOf11,
  // Two families of writers: one hashed SignedProperties as written, the other in the namespace that it inherits. Both cover the same nodes.
  '1.3': { ...rulesOf11, fragments: ['none', 'document'], signedPropertiesTarget: false, bareSerialNumber: false },
}
