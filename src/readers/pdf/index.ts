/**
 * Reads PDF files (ISO 32000) for the signatures in them: revisions, objects, form fields, signature dictionaries, and what each revision changed.
 *
 * `openPdfFile` reads only the chain of cross-reference sections. Objects are read on demand, always through a `PdfRevision`,
 * which never sees what a later revision added. `readSignatureDictionaries` finds the signatures with their byte ranges. `judgeRevisions` names for each
 * changed object the rule that explains the change. This folder states facts; the policy decides which of them invalidate a signature. README.md has the rules.
 */

export { judgeRevisions } from './changes/judge-revisions.js'
export type { RevisionIrregularity } from './cross-reference/read-chain.js'
export { ifReadable } from './pdf-error.js'
export { openPdfFile, type PdfFile } from './pdf-file.js'
export type { PdfLimits } from './pdf-limits.js'
export type { PdfRevision } from './pdf-revision.js'
export type { ByteRange, ByteRangeFlaw } from './signatures/byte-range.js'
export { type PdfSignature, placeOf, readSignatureDictionaries } from './signatures/read-signatures.js'
export { isArray, PdfDictionary, PdfReference, PdfStream } from './syntax/values.js'
