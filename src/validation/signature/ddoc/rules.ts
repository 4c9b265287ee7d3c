import type { DdocVersion } from '#model'

/** The differences between the signatures of the versions of DIGIDOC-XML. README.md names for each rule the document that shows it. */
export interface DdocSignatureRules {
  /**
   * Namespaces in which SignedInfo and SignedProperties are canonicalized, in the order in which they are tried. `none`: as a fragment with only its own
   * declarations; `xmldsig`: as a fragment in the default namespace of XML Signature; `document`: as an element of the document.
   */
  readonly fragments: readonly ('none' | 'xmldsig' | 'document')[]
  /** Whether each data file has a second reference, over its MIME type (`#D0-MIME`). */
  readonly mimeTypeReferences: boolean
  /** Whether references may have Transforms. They describe the hashed form and are never executed. */
  readonly transforms: boolean
  /** Whether Target is an attribute of SignedProperties, and Cert has an Id; in 1.3 Target is an attribute of QualifyingProperties. */
  readonly signedPropertiesTarget: boolean
  /** Whether the text of IssuerSerial is the serial number; in 1.3 it has children for issuer and number. */
  readonly bareSerialNumber: boolean
  /** The octets that the digest of an OCSPRef covers: the whole OCSPResponse or the BasicOCSPResponse inside. */
  readonly ocspReferenceOver: 'response' | 'basic-response'
  /** Whether times are local and have an offset with inverted sign. */
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
  // There are two families of writers: one hashed SignedProperties as written, the other in the namespace that it inherits. Both cover the same nodes.
  '1.3': { ...rulesOf11, fragments: ['none', 'document'], signedPropertiesTarget: false, bareSerialNumber: false },
}
