/**
 * The report for people: a sheet in one language, rendered as HTML or PDF. Every value comes from the report; nothing is decided here. Text from a document is
 * never output as markup.
 */
export { escaped, renderBlocks, renderBody, renderHtml, renderVerdict, sign } from './html.js'
export { renderPdf } from './pdf.js'
export { buildSheet, leftOutOfReport, type PrintedFile, type Sheet } from './sheet.js'
export { leftOutOfSignature, type SheetSignature } from './sheet-signature.js'
