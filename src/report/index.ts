/**
 * Conclusions in the words of the interface: every value in the form that clients know, every finding as a sentence that a clerk understands, with
 * the facts that a technician needs. `messages` holds question and answer for every key; nothing here changes a verdict.
 */
export { buildReport } from './build-report.js'
export { buildDetailedReport } from './detailed/index.js'
