/** The report on the page for people: that of `print`, as a part of a page that is already open. What it leaves out is what the printed report leaves out. */
export { type PageReport, writeChecks, writePageReport } from './write-fragment.js'
