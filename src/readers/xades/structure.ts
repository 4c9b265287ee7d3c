import type { CheckFacts, FindingKey, StructureFinding } from '#model'
import { excerpt } from '#model'

/** Codes of findings about the structure of a XAdES signature, with the facts of each finding in parentheses. A code is never reused after its removal. */
type StructureCode =
  /** ds:Signature has no Id, so QualifyingProperties cannot name it. */
  | 'SIGNATURE_ID_MISSING'
  /** An Id in this signature that something in the file refers to is on several elements (`id`, `count`). */
  | 'DUPLICATE_ID'
  /** An Id in this signature that nothing refers to is on several elements (`id`, `count`). */
  | 'DUPLICATE_UNUSED_ID'
  /**
   * A child of ds:Signature, ds:SignedInfo, ds:Reference or QualifyingProperties that the schema does not have; in the first three also a child that is
   * not in the order of the schema (`parent`, `name`).
   */
  | 'UNEXPECTED_ELEMENT'
  /** The text of ds:SignatureValue is not base64. */
  | 'SIGNATURE_VALUE_NOT_BASE64'
  /** The DigestValue of a reference is not base64 (`reference`: its Id or URI). */
  | 'DIGEST_VALUE_NOT_BASE64'
  /** ds:KeyInfo is missing or has no certificate that can be read. */
  | 'KEY_INFO_MISSING'
  /** A certificate that cannot be decoded and was skipped (`where`, `problem`). */
  | 'CERTIFICATE_UNREADABLE'
  /** White space or zeros behind the encoding of a certificate, response, list or token; they are ignored (`aKind`, `place`, `octets`). */
  | 'BLANKS_BEHIND_VALUE'
  /** No ds:Object of this signature contains QualifyingProperties. */
  | 'QUALIFYING_PROPERTIES_MISSING'
  /** Several QualifyingProperties; the first is read (`count`). */
  | 'QUALIFYING_PROPERTIES_MULTIPLE'
  /** Target is not `#` and the Id of this signature (`target`). */
  | 'QUALIFYING_PROPERTIES_TARGET'
  /** QualifyingPropertiesReference: properties in another place. It is never followed. */
  | 'QUALIFYING_PROPERTIES_REFERENCE'
  /** QualifyingProperties without SignedProperties. */
  | 'SIGNED_PROPERTIES_MISSING'
  /** Several SignedProperties; the first is read (`count`). */
  | 'SIGNED_PROPERTIES_MULTIPLE'
  /** No ds:Reference has the Type of signed properties. */
  | 'SIGNED_PROPERTIES_REFERENCE_MISSING'
  /** Several references have the Type of signed properties (`count`). */
  | 'SIGNED_PROPERTIES_REFERENCE_MULTIPLE'
  /** A reference with the Type of signed properties does not designate the SignedProperties of this signature: signature wrapping (`uri`). */
  | 'SIGNED_PROPERTIES_REFERENCE_TARGET'
  /** UnsignedProperties or UnsignedSignatureProperties occur several times; the first is read (`name`, `count`). */
  | 'UNSIGNED_PROPERTIES_MULTIPLE'
  /** A signed property that may occur once occurs several times; the first is read (`property`, `count`). */
  | 'SIGNED_PROPERTY_REPEATED'
  /** SigningTime is missing or empty. */
  | 'SIGNING_TIME_MISSING'
  /** SigningTime is not an xsd:dateTime (`text`). */
  | 'SIGNING_TIME_UNREADABLE'
  /** SignaturePolicyIdentifier with neither an identifier nor SignaturePolicyImplied. */
  | 'SIGNATURE_POLICY_UNREADABLE'
  /** SignaturePolicyIdentifier with an identifier and SignaturePolicyImplied; it is read as explicit. */
  | 'SIGNATURE_POLICY_CONTRADICTORY'
  /** A data reference without Id, to which no DataObjectFormat can point (`uri`). */
  | 'REFERENCE_ID_MISSING'
  /** A data reference without DataObjectFormat that states a MimeType (`reference`, `uri`). */
  | 'DATA_OBJECT_FORMAT_MISSING'
  /** A DataObjectFormat that points to no reference of this signature (`objectReference`). */
  | 'DATA_OBJECT_FORMAT_TARGET'
  /** Several DataObjectFormat for one reference; the first counts (`objectReference`). */
  | 'DATA_OBJECT_FORMAT_REPEATED'
  /** A signed property that EN 319 132-1, 5.2 does not have in this form (`property`). */
  | 'PROPERTY_AGAINST_XADES'
  /** A signed property that is missing, or not in the form that a baseline signature has it in (EN 319 132-1, 6.3; `property`). */
  | 'PROPERTY_AGAINST_BASELINE'
  /** An unsigned property that a baseline signature does not have, or has once (EN 319 132-1, 6.3; `property`). */
  | 'UNSIGNED_PROPERTY_AGAINST_BASELINE'
  /** SealingEvidenceRecords among the unsigned properties: not evaluated (`count`). */
  | 'EVIDENCE_RECORD'
  /** An unsigned property that this reader does not know; it is not used, except that archive time-stamps cover it (`name`). */
  | 'UNSIGNED_PROPERTY_UNKNOWN'
  /** SignaturePolicyStore without a document that can be decoded. */
  | 'SIGNATURE_POLICY_STORE_UNREADABLE'

export interface XadesFinding extends StructureFinding {
  readonly code: StructureCode
}

/** The key of the register that each code belongs to; null where a building block checks the facts themselves. */
const keys: Readonly<Record<StructureCode, FindingKey | null>> = {
  SIGNATURE_ID_MISSING: 'signature-structure',
  DUPLICATE_ID: 'identifier-unique',
  DUPLICATE_UNUSED_ID: 'unused-identifier-unique',
  UNEXPECTED_ELEMENT: 'signature-structure',
  SIGNATURE_VALUE_NOT_BASE64: 'signature-structure',
  DIGEST_VALUE_NOT_BASE64: 'signature-structure',
  KEY_INFO_MISSING: null,
  CERTIFICATE_UNREADABLE: 'certificate-readable',
  BLANKS_BEHIND_VALUE: 'encoding-without-blanks',
  QUALIFYING_PROPERTIES_MISSING: 'signature-structure',
  QUALIFYING_PROPERTIES_MULTIPLE: 'signature-structure',
  QUALIFYING_PROPERTIES_TARGET: 'signature-structure',
  QUALIFYING_PROPERTIES_REFERENCE: 'signature-structure',
  SIGNED_PROPERTIES_MISSING: 'signature-structure',
  SIGNED_PROPERTIES_MULTIPLE: 'signature-structure',
  SIGNED_PROPERTIES_REFERENCE_MISSING: 'signed-properties-referenced',
  SIGNED_PROPERTIES_REFERENCE_MULTIPLE: 'signed-properties-referenced',
  SIGNED_PROPERTIES_REFERENCE_TARGET: 'signed-properties-referenced',
  UNSIGNED_PROPERTIES_MULTIPLE: 'signature-structure',
  SIGNED_PROPERTY_REPEATED: 'signature-structure',
  SIGNING_TIME_MISSING: null,
  SIGNING_TIME_UNREADABLE: null,
  SIGNATURE_POLICY_UNREADABLE: 'signature-structure',
  SIGNATURE_POLICY_CONTRADICTORY: null,
  REFERENCE_ID_MISSING: 'data-object-format-present',
  DATA_OBJECT_FORMAT_MISSING: 'data-object-format-present',
  DATA_OBJECT_FORMAT_TARGET: 'data-object-format-present',
  DATA_OBJECT_FORMAT_REPEATED: 'data-object-format-present',
  PROPERTY_AGAINST_XADES: 'signature-baseline',
  PROPERTY_AGAINST_BASELINE: 'signature-baseline',
  UNSIGNED_PROPERTY_AGAINST_BASELINE: 'signature-baseline',
  EVIDENCE_RECORD: 'evidence-record-evaluated',
  UNSIGNED_PROPERTY_UNKNOWN: 'unsigned-property-understood',
  SIGNATURE_POLICY_STORE_UNREADABLE: 'unsigned-property-understood',
}

/** Creates a finding. `facts` has the facts that the documentation of `StructureCode` names. */
export function finding(code: StructureCode, facts: CheckFacts = {}): XadesFinding {
  return { key: keys[code], code, facts }
}

/** An excerpt of the text of an element or attribute for a finding, without white space around it. */
export function trimmedExcerpt(text: string): string {
  return excerpt(text.trim())
}
