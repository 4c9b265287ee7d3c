/**
 * The detailed report: everything that a verdict is based on, in words, as JSON. An explanation for people, and evidence that a program can archive with the
 * verdict. The other writers for people show parts of it.
 */
export type {
  DetailedBlock,
  DetailedCertificate,
  DetailedCheck,
  DetailedNestedDocument,
  DetailedReport,
  DetailedSignature,
  DetailedToken,
  TimedEvent,
  WrittenFact,
} from './detailed-report.js'
export {
  blockSchema,
  certificateSchema,
  checkSchema,
  detailedReportSchema,
  detailedSignatureSchema,
  detailedTokenSchema,
} from './schema.js'
export { leftOutOfReport, leftOutOfSignature, writeDetailedReport } from './write-detailed-report.js'
