/**
 * Reports from conclusions: every value in the form that clients know, every finding as one sentence for people with the facts that a technician
 * needs. `messages` holds question and answer for every key; nothing here changes a verdict.
 */
export { buildReport } from './build-report.js'
export { buildDetailedReport } from './detailed/build-detailed-report.js'
