import { type BlockResult, type Instant, provenObject } from '#model'
import { checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import type { CertificateQuestion } from '../blocks/x509-certificate-validation.js'
import { block, passed } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { type AddedChecks, addedToAcceptance } from '../own-checks.js'
import type { LongTermSignature } from './long-term.js'
import { isRemovable, validatePastSignature } from './past-signature-validation.js'

interface ArchivalInput {
  readonly added: AddedChecks
  readonly question: CertificateQuestion | null
  readonly best: Instant | null
}

interface ArchivalSignature {
  readonly block: BlockResult
  /** Past signature validation removed every failure of the long-term process. */
  readonly resolved: boolean
}

/**
 * Validation with archival data (EN 319 102-1, 5.6). Past signature validation decides when proofs of existence can remove every failure of the long-term
 * process, and a time-stamp covers earlier time-stamps or the whole document. The time-stamps have already added their proofs of existence.
 */
export function evaluateArchival(
  evaluation: Evaluation,
  longTerm: LongTermSignature,
  { added, question, best }: ArchivalInput,
): ArchivalSignature {
  const subject = evaluation.facts.id
  const applies = question !== null && best !== null && isRemovable(longTerm.checks) && hasArchivalMaterial(evaluation)
  if (!applies) return { resolved: false, block: block('archival', 'EN 319 102-1 5.6', subject, [], [], longTerm.block.status) }
  const existed = evaluation.proofs.earliest(provenObject.signature)
  const past = validatePastSignature(evaluation, question, existed, checkAcceptance(evaluation, existed, addedToAcceptance(added, existed)))
  const status = past.conclusive ? passed : longTerm.block.status
  return { resolved: past.conclusive, block: block('archival', 'EN 319 102-1 5.6', subject, [], [past.block], status) }
}

function hasArchivalMaterial({ facts, assumesArchive }: Evaluation): boolean {
  if (assumesArchive) return true
  return facts.timeStamps.some(
    ({ kind, coverage }) =>
      kind === 'archive' || kind === 'container' || kind === 'document' || (kind === 'signature' && coverage.timeStamps.length > 0),
  )
}
