/**
 * The validation report of ETSI TS 119 102-2 for programs, as XML (`decisions.md#etsi-report`). Every value comes from the report, the detailed report and the
 * conclusions that are handed in; nothing is decided here. One file for each part of the report: constraints, attributes, validation objects, and the vocabulary of
 * URIs.
 */
export { type EtsiReportInput, writeEtsiReport } from './etsi-report.js'
