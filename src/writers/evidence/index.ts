/** What is needed to repeat a verdict besides the document, for the command `report --evidence`. */
export { type Evidence, type EvidenceTrust, writeEvidence } from './write-evidence.js'
