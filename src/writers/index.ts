/**
 * What somebody reads of a `DocumentReport`. Each writer is a pure function with a folder of its own: its names of forms, formats and levels, its policy names and
 * its schema, and the list of what it leaves out. They run in the thread that has validated the document, because a report holds all evidence.
 *
 * - `siva1`: the report of SiVa 1 as JSON and SOAP; `detailed`: its member `detailedReport`
 * - `siva3`: the answer of SiVa 3
 * - `etsi`: the report of TS 119 102-2
 * - `print` (HTML, PDF), `page` (a part of the page), `cli` (text for a terminal): for people
 * - `statistics`: counts for logs, metrics and exit statuses
 */
export type { ReportOrder, WriterContext, Written } from './report-order.js'
export { withNested } from './with-nested.js'
export { writeReport } from './write-report.js'
