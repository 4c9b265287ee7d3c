/** Counts and fixed terms of a report for logs, metrics and exit statuses, with no text of the document and about no person. */
export { leftOutOfReport, leftOutOfSignature, type ReportSummary, type StatisticsRecord, summarise } from './summary.js'
