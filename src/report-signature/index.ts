/**
 * Signs reports: an ASiC-E container with the octets of a report and a XAdES signature of level B, by a key of the operator. It knows nothing of what a report says.
 */
export { openReportSigner, type ReportSigner } from './report-signer.js'
