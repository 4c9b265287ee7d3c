/**
 * A report for people, on a page or on paper: one sheet in a language, laid out as HTML or PDF. Every value comes from the report and the detailed report
 * that are handed in; nothing is decided here, and text of a document is never output as markup.
 */
export { renderFragment, renderHtml } from './html.js'
export { renderPdf } from './pdf.js'
export { buildSheet, type PrintedFile } from './sheet.js'
