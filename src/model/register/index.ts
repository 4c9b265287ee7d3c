import { asicChecks } from './asic-checks.js'
import { certificateChecks } from './certificate-checks.js'
import { cmsChecks } from './cms-checks.js'
import { containerFindings } from './container-findings.js'
import { ddocRules, ddocStructureRules } from './ddoc-rules.js'
import type { RegisterEntry } from './entry.js'
import { legalLevelChecks } from './legal-level-checks.js'
import { pdfChecks } from './pdf-checks.js'
import { signatureChecks } from './signature-checks.js'
import { timeChecks } from './time-checks.js'
import { xroadChecks, xroadHashChainDigests, xroadHashChainRules, xroadMessageRules, xroadStructureRules } from './xroad-checks.js'

export type { ConstraintLevel, RegisterEntry } from './entry.js'

const table = {
  ...signatureChecks,
  ...certificateChecks,
  ...timeChecks,
  ...cmsChecks,
  ...asicChecks,
  ...pdfChecks,
  ...ddocStructureRules,
  ...ddocRules,
  ...legalLevelChecks,
  ...containerFindings,
  ...xroadChecks,
}

/** The key of every check and finding about a document or a signature. */
export type FindingKey = keyof typeof table

/** The register: for each key the clause, the outcome of a failure, the default level, and special roles in the processes. */
export const register: Readonly<Record<FindingKey, RegisterEntry>> = Object.freeze(table)

/** Keys by subject, in the order of the clauses. */
export const findingKeys = {
  signature: keysOf({ ...signatureChecks, ...certificateChecks, ...timeChecks }),
  cms: keysOf(cmsChecks),
  asic: keysOf(asicChecks),
  pdf: keysOf(pdfChecks),
  ddocStructure: keysOf(ddocStructureRules),
  ddoc: keysOf({ ...ddocStructureRules, ...ddocRules }),
  legalLevel: keysOf(legalLevelChecks),
  container: keysOf(containerFindings),
  xroadMessage: keysOf(xroadMessageRules),
  xroadStructure: keysOf(xroadStructureRules),
  xroadHashChain: keysOf(xroadHashChainRules),
  xroadHashChainDigests: keysOf(xroadHashChainDigests),
  xroad: keysOf(xroadChecks),
} as const

export type SignatureKey = keyof typeof signatureChecks
export type CertificateKey = keyof typeof certificateChecks
export type TimeKey = keyof typeof timeChecks
export type CmsKey = keyof typeof cmsChecks | keyof typeof asicChecks
export type PdfKey = keyof typeof pdfChecks
export type DdocKey = keyof typeof ddocStructureRules | keyof typeof ddocRules
export type LegalLevelKey = keyof typeof legalLevelChecks
export type ContainerFindingKey = keyof typeof containerFindings
export type XroadFindingKey = keyof typeof xroadChecks

function keysOf<K extends FindingKey>(part: Readonly<Record<K, RegisterEntry>>): readonly K[] {
  return Object.freeze(Object.keys(part)) as readonly K[]
}
