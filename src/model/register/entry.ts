import { failedWith, type Outcome } from '../outcome.js'

/** What a miss means: it ends in the outcome of the check, is shown, stands in the explanation only, or the question is not asked. */
export type ConstraintLevel = 'fail' | 'warn' | 'inform' | 'ignore'

/**
 * One thing that can be said of a document or a signature. Its key is an interface: it stands in reports and in `--explain`, its text in `report`. A key
 * is never reused for another question.
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
  /** About validity in time: where no time is proven it is told after what does not depend on the moment. */
  readonly ofTime?: true
  /** Its miss says why no proof of time is at hand; that existence is not proven is then not told a second time. */
  readonly explainsMissingTime?: true
  /** A time-mark may miss it and still prove when the signature existed. */
  readonly besideProof?: true
  /** Asked of the path of a responder, it has a key of its own, so that a person sees whether the signer or the responder is meant. */
  readonly ofResponder?: 'revocation-issuer-chain-found' | 'revocation-issuer-authorised' | 'revocation-issuer-status'
  /** Cannot be satisfied without trust anchors. */
  readonly needsTrust?: true
}

/** A miss fails. */
export function fails(clause: string, onFailure: Outcome, traits: CheckTraits = {}): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'fail', ...traits })
}

/** A miss is shown. The outcome is where it leads under constraints that let it fail. */
export function warns(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE')): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'warn' })
}

/** A miss stands in the explanation only. */
export function informs(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE')): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'inform' })
}
