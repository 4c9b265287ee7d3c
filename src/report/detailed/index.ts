/** The detailed report: blocks, checks, proofs, certificates and times of each signature in words. Written from the conclusion; nothing is decided. */
export { buildDetailedReport } from './build-detailed-report.js'
