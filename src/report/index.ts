/**
 * Builds the reports from the conclusions: every value in the form of the interface, every finding as one sentence for people with the facts that a technician
 * needs. `messages` holds the texts of every key. Nothing here changes a verdict.
 */
export { buildReport } from './build-report.js'
export { buildDetailedReport } from './detailed/build-detailed-report.js'
