/**
 * A report for people, on a page or on paper: one sheet in a language, laid out as HTML or PDF. The facts are those of the report and the detailed report that
 * are handed in; nothing is decided here, and no text of a document reaches the output as anything but text.
 */
export { renderFragment, renderHtml } from './html.js'
export { renderPdf } from './pdf.js'
export { buildSheet, type PrintedFile } from './sheet.js'
