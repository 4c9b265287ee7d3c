/**
 * A verdict as evidence: a ZIP with the report and everything that is needed to repeat it, besides the document (`pack-evidence`), and its repetition on any
 * machine without a network (`repeat-verdict`). Pure: octets in, octets or findings out.
 */
export { packEvidence } from './pack-evidence.js'
export { EvidenceUnreadable, readEvidence, type StoredEvidence } from './read-evidence.js'
export { type Difference, type Repetition, repeatVerdict } from './repeat-verdict.js'
