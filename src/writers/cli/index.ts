/** The report for a person at a terminal: a text, and with `--explain` the tree of building blocks. Text from a document never controls the terminal. */

export { withoutCode } from '#validation/report'
export { type Colour, type Paint, paintOf } from './colour.js'
export { counted, terminalJson, terminalText } from './terminal-text.js'
export { headlineOf, leftOutOfReport, leftOutOfSignature, writeRefusal, writeText } from './write-text.js'
export { writeTree } from './write-tree.js'
