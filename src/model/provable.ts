import type { FailedCheck } from './check.js'
import type { Instant } from './time.js'

/**
 * Until when the chain of proofs of a signature lasts (`decisions.md#provable-until`).
 *
 * - `until`: it ends at a known moment after validation time
 * - `without-end`: no known end ends it
 * - `ended`: the signature passes by its policy, but the chain of its proofs has ended
 * - `never`: it passes by its policy, but an algorithm had ended when it was made
 * - `not-passing`: the signature does not pass, so nothing can end
 */
export type ProvableState = 'until' | 'without-end' | 'ended' | 'never' | 'not-passing'

/** `algorithm`: with its name, such as `RSA with SHA256`; null when the check does not say which. `certificate`: of a time-stamping unit or above it. */
export type EndReason =
  | { readonly kind: 'algorithm'; readonly algorithm: string | null }
  | { readonly kind: 'certificate' }
  | { readonly kind: 'other' }

export interface Provable {
  readonly state: ProvableState
  /** Whose ends count: those of the policy itself or, for a policy without ends, those of the catalogue. */
  readonly ends: 'policy' | 'TS 119 312 V1.5.1'
  /** The first moment at which the chain no longer holds; null unless the state is `until` or `ended`. */
  readonly until: Instant | null
  /** The check that fails from then on; null without one. */
  readonly cause: FailedCheck | null
  /** What ends, for counting; null when nothing does. */
  readonly reason: EndReason | null
  /**
   * The time-stamp that extends the chain when it is added before `until`; null when nothing can. `container-time-stamp`: a further token over an archive manifest
   * of the container (EN 319 162-1, A.7).
   */
  readonly extension: 'archive-time-stamp' | 'document-time-stamp' | 'container-time-stamp' | null
}
