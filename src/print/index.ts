/**
 * The report for people: a sheet in one language, rendered as HTML or PDF. Every value comes from the report and the detailed report in the input; nothing is
 * decided here. Text from a document is never output as markup.
 */
export { renderFragment, renderHtml } from './html.js'
export { renderPdf } from './pdf.js'
export { buildSheet, type PrintedFile } from './sheet.js'
