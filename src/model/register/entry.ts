import { failedWith, type Outcome } from '../outcome.js'

/** Effect of an unsatisfied check: it fails with its outcome, is a warning, or is in the explanation only. `ignore`: the check is not applicable. */
export type ConstraintLevel = 'fail' | 'warn' | 'inform' | 'ignore'

/**
 * One check of a document or a signature. Its key is part of the interface: reports and `--explain` contain it, and it is never reused for another check.
 * `report` holds the texts.
 */
export interface RegisterEntry extends CheckTraits {
  /** The rule that is checked: `EN 319 102-1 5.2.6.4`, `BDOC 2.1 6.1`. */
  readonly clause: string
  /** Indication and sub-indication when the check fails. */
  readonly onFailure: Outcome
  /** Effect when the check is not satisfied, unless the constraints of the policy set another one. */
  readonly level: ConstraintLevel
}

/** Special roles of a check in the validation processes. */
interface CheckTraits {
  /** Outcome when a content time-stamp proves that the signature was made after the revocation or end (EN 319 102-1, 5.3.4 steps 5, 6 and 8). */
  readonly afterContentTimeStamp?: Outcome
  /** Past signature validation repeats the check with proofs of existence (EN 319 102-1, 5.6.2.4) and can remove its failure, unlike that of other checks. */
  readonly removable?: true
  /** Checks a validity period. When no time is proven, its failure is listed after those that do not depend on time. */
  readonly aboutValidity?: true
  /** For X-Road the check measures up to the proven time of signing, so it is left out when no time is proven. */
  readonly needsProvenTimeInDomain?: true
  /** Its failure explains why there is no proof of time; the missing proof of existence is then not reported as well. */
  readonly explainsMissingTime?: true
  /** Its finding says why it is not known what the signature covers; that the content is missing is then not reported as well. */
  readonly explainsMissingContent?: true
  /** Its finding, in the place where the certificate of the signer has to be, says why none is identified; that is then not reported as well. */
  readonly explainsMissingSigner?: true
  /** A time-mark proves when the signature existed even when this check fails. */
  readonly timeMarkProvesAnyway?: true
  /** Key of the same check on the path of a responder, so that the report shows whether the signer or the responder is meant. */
  readonly responderKey?: 'revocation-issuer-chain-found' | 'revocation-issuer-authorised' | 'revocation-issuer-status'
  /** Cannot be satisfied without trust anchors. */
  readonly needsTrust?: true
}

/** An entry whose check fails when it is not satisfied. */
export function fails(clause: string, onFailure: Outcome, traits: CheckTraits = {}): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'fail', ...traits })
}

/** An entry whose check is a warning when it is not satisfied. The outcome is used only when the policy lets the check fail. */
export function warns(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE'), traits: CheckTraits = {}): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'warn', ...traits })
}

/** An entry whose check, when not satisfied, is shown in the explanation only. */
export function informs(clause: string, onFailure: Outcome = failedWith('FORMAT_FAILURE')): RegisterEntry {
  return Object.freeze({ clause, onFailure, level: 'inform' })
}
