/**
 * The validation report of ETSI TS 119 102-2 for programs, as XML (`decisions.md#etsi-report`). Every value comes from the report, the detailed report and the
 * conclusions in the input; nothing is decided here. Each part of the report has a file: constraints, attributes, validation objects, and the URIs.
 */
export { type EtsiReportInput, writeEtsiReport } from './etsi-report.js'
