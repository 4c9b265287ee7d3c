import type { CheckFacts, DdocKey, StructureFinding } from '#model'

/** Defects of the structure of a signature, in the order of the report. A code is never reused after its removal. */
export type DdocSignatureFlawCode =
  /** The signature has no Id (error 36). */
  | 'SIGNATURE_ID'
  /** Another signature of the document has the same Id. */
  | 'SIGNATURE_DUPLICATE_ID'
  /** A part of the signature, or a data file, is not in the order of the format (75): other verifiers find parts by their position. */
  | 'ELEMENT_ORDER'
  /** CanonicalizationMethod is not accepted (25). */
  | 'CANONICALIZATION_METHOD'
  /** SignatureMethod is neither rsa-sha1 nor ecdsa-sha1 (24). */
  | 'SIGNATURE_METHOD'
  /** Fewer than two references (26). */
  | 'TOO_FEW_REFERENCES'
  /** A reference without URI (22). */
  | 'REFERENCE_URI'
  /** A digest that is not SHA-1 (20). */
  | 'DIGEST_METHOD'
  /** A digest value that is not base64 of 20 bytes (21). */
  | 'DIGEST_LENGTH'
  /** Transforms in a version that has none (23). */
  | 'TRANSFORMS'
  /** SignatureValue is not base64, or shorter than any value that was ever used (38). */
  | 'SIGNATURE_VALUE'
  /** KeyInfo has no certificate that can be read (39). */
  | 'SIGNER_CERTIFICATE'
  /** SignedProperties has no Id (43). */
  | 'SIGNED_PROPERTIES_ID'
  /** Target does not name the signature (44). */
  | 'SIGNED_PROPERTIES_TARGET'
  /** SigningTime is missing (40) or unreadable (45). */
  | 'SIGNING_TIME'
  /** Cert of SigningCertificate has no Id, before 1.3 (46). */
  | 'CERTIFICATE_REFERENCE_ID'
  /** The serial number of the signer's certificate is missing (42). */
  | 'CERTIFICATE_SERIAL'
  /** SigningCertificate names several certificates. */
  | 'CERTIFICATE_REFERENCES'
  /** More than two ClaimedRole (167). */
  | 'CLAIMED_ROLES'
  /** A certificate in CertificateValues cannot be read, so that the responder's certificate could not be compared (53). */
  | 'CERTIFICATE_VALUE'

const keys: Readonly<Record<DdocSignatureFlawCode, DdocKey>> = {
  SIGNATURE_ID: 'ddoc-signature-id',
  SIGNATURE_DUPLICATE_ID: 'ddoc-signature-id-unique',
  ELEMENT_ORDER: 'ddoc-structure',
  CANONICALIZATION_METHOD: 'ddoc-canonicalization-method',
  SIGNATURE_METHOD: 'ddoc-signature-method',
  TOO_FEW_REFERENCES: 'ddoc-references-sufficient',
  REFERENCE_URI: 'ddoc-reference-uri',
  DIGEST_METHOD: 'ddoc-digest-method',
  DIGEST_LENGTH: 'ddoc-digest-length',
  TRANSFORMS: 'ddoc-transforms-absent',
  SIGNATURE_VALUE: 'ddoc-signature-value-length',
  SIGNER_CERTIFICATE: 'ddoc-signer-certificate-present',
  SIGNED_PROPERTIES_ID: 'ddoc-signed-properties-id',
  SIGNED_PROPERTIES_TARGET: 'ddoc-signed-properties-target',
  SIGNING_TIME: 'ddoc-signing-time',
  CERTIFICATE_REFERENCE_ID: 'ddoc-certificate-reference-id',
  CERTIFICATE_SERIAL: 'ddoc-certificate-serial',
  CERTIFICATE_REFERENCES: 'ddoc-certificate-reference-single',
  CLAIMED_ROLES: 'ddoc-claimed-roles',
  CERTIFICATE_VALUE: 'ddoc-certificate-values',
}

/** Creates a structure finding of a DIGIDOC-XML signature. */
export function flaw(code: DdocSignatureFlawCode, facts: CheckFacts = {}): StructureFinding {
  return { key: keys[code], code, facts }
}
