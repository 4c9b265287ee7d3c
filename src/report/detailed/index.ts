/** The detailed report: blocks, checks, proofs, certificates and times of each signature in words. Only what a conclusion holds is written; nothing is decided. */
export { buildDetailedReport } from './build-detailed-report.js'
