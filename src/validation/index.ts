/**
 * The engine, pure: a document, trust and a time in, a report out (`validate-document`). It opens the document (`container`), reads its signatures (`signature`),
 * collects their validation data (`trust`), concludes (`policy`) and reports (`report`).
 */

export { collectInstanceData } from './collect-instance-data.js'
export type { ListedDataFile } from './document-formats.js'
export { documentTypeOf } from './document-type.js'
export { type DataFileReport, listDataFiles, reportDataFiles } from './extract-data-files.js'
export { refusingDocument } from './refusal.js'
export { type DataFileOrder, type TakenFile, takeDataFiles } from './take-data-files.js'
export { validateDocument } from './validate-document.js'
export * from './validation-context.js'
