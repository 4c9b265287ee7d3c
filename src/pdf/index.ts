/**
 * Reads PDF files (ISO 32000) for the signatures in them: revisions, objects, form fields, signature dictionaries, and what each revision changed.
 *
 * `openPdfFile` reads the chain of cross-reference sections, nothing else; objects are read when they are asked for, always through a `PdfRevision`,
 * which never sees what a later one added. `readSignatureDictionaries` finds the signatures with their byte ranges, `judgeRevisions` names for each
 * changed object the rule that explains it. All of it are facts: which of them a signature may have is decided elsewhere. README.md holds the rules.
 */

export { judgeRevisions } from './changes/judge-revisions.js'
export type { ChangeLevel, ChangeRule, ObjectChange } from './changes/object-change.js'
export type { RevisionIrregularity } from './cross-reference/read-chain.js'
export { dateOf } from './form/date.js'
export { type FormField, readFormFields } from './form/form-fields.js'
export { textOf } from './form/text.js'
export { ifReadable, PdfError, type PdfErrorCode } from './pdf-error.js'
export { openPdfFile, type PdfFile } from './pdf-file.js'
export type { PdfLimits } from './pdf-limits.js'
export type { PdfRevision } from './pdf-revision.js'
export type { ByteRange, ByteRangeFlaw } from './signatures/byte-range.js'
export type { FieldRestriction, ModificationPermission, SignaturePermissions } from './signatures/permissions.js'
export { type PdfSignature, readSignatureDictionaries } from './signatures/read-signatures.js'
export {
  dictionaryOf,
  isArray,
  nameOf,
  numberOf,
  PdfDictionary,
  PdfName,
  PdfReal,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfValue,
} from './syntax/values.js'
