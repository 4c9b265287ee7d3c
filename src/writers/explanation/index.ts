/** What `--explain=json` of the command line prints: facts, validation data and conclusion of each signature, complete, from which a verdict can be repeated. */
export { type Explanation, leftOutOfReport, leftOutOfSignature, writeExplanation } from './write-explanation.js'
