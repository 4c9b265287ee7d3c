import { failedWith, type Outcome } from '../outcome.js'

/** What an unsatisfied check means: it ends in its outcome, is a warning, is in the explanation only, or is not asked. */
export type ConstraintLevel = 'fail' | 'warn' | 'inform' | 'ignore'

/**
 * One check of a document or a signature. "Miss" is short for: the check is not satisfied. Its key is an interface: it occurs in reports and in
 * `--explain`, its text in `report`. A key is never reused for another check.
 */
export interface RegisterEntry extends CheckTraits {
  /** The rule behind it: `EN 319 102-1 5.2.6.4`, `BDOC 2.1 6.1`. */
  readonly clause: string
  /** Where a miss leads when it fails. */
  readonly onFailure: Outcome
  /** What a miss means where the constraints of a policy say nothing else. */
  readonly level: ConstraintLevel
}

/** How a check takes part in a process. */
export interface CheckTraits {
  /** What a miss becomes when a content time-stamp proves that the signature was made after it (EN 319 102-1, 5.3.4 steps 5, 6 and 8). */
  readonly afterContentTimeStamp?: Outcome
  /** Past signature validation asks it again with proofs of existence (EN 319 102-1, 5.6.2.4), so only such misses can be removed by it. */
  readonly rescuable?: true
  /** About validity in time: where no time is proven, its miss is listed after those that do not depend on the moment. */
  readonly ofTime?: true
  /** In a trust domain of its own (X-Road) it counts up to the proven time of signing, so without one it is not asked. */
  readonly needsProvenTimeInDomain?: true
  /** Its miss explains why no proof of time exists; the missing proof of existence is then not reported as well. */
  readonly explainsMissingTime?: true
  /** A time-mark may miss it and still prove when the signature existed. */
  readonly besideProof?: true
  /** Key of the same check on the path of a responder, so that the report says whether the signer or the responder is meant. */
  readonly ofResponder?: 'revocation-issuer-chain-found' | 'revocation-issuer-authorised' | 'revocation-issuer-status'
  /** Cannot be satisfied without trust anchors. */
  readonly needsTrust?: true
}

/** A miss fails. */
export function fails(clause: string, onFailure: Outcome, traits: CheckTraits = {}): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'fail', ...traits })
}

/** A miss is a warning. The outcome counts only under constraints that let the check fail. */
export function warns(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE')): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'warn' })
}

/** A miss is in the explanation only. */
export function informs(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE')): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'inform' })
}
