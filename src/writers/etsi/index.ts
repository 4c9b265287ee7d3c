/**
 * The validation report of ETSI TS 119 102-2 for programs, as XML (`decisions.md#etsi-report`). Every value comes from the report; nothing is decided here. Each part of the report has a file: constraints, attributes, validation objects, and the URIs.
 */
export { leftOutOfReport, writeEtsiReport } from './etsi-report.js'
export { leftOutOfSignature } from './signature-report.js'
