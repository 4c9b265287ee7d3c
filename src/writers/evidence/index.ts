/** What is needed to repeat a verdict besides the document, for the command `report --evidence`. */
export type { EvidenceInstance, EvidenceTrust } from './evidence-trust.js'
export { type Evidence, writeEvidence } from './write-evidence.js'
