/**
 * Conclusions in the words of the interface: every value in the form that clients know, every finding as a sentence that a clerk understands, with
 * the facts that a technician needs. `messages` holds question and answer for every key; nothing here changes a verdict.
 */
export { buildReport, type ReportInput } from './build-report.js'
export { buildDetailedReport, type DetailedReportInput } from './detailed/index.js'
export type { Message } from './message-template.js'
export { messageOf, messages } from './messages.js'
export { signatureFormatOf } from './signature-format.js'
