import type { Profile, Provable } from '#model'
import { deepFreeze } from '#std'
import { constraintsOf, type ProfileConstraints, ts119312, type ValidationPolicy } from '#validation/policy'

const catalogue = deepFreeze(constraintsOf(ts119312))

/** Whether a policy knows an end for this kind of document: of an algorithm, or of the certificates of time-stamping units. */
function knowsEnds({ profiles }: ValidationPolicy, profile: Profile): boolean {
  const { algorithms, timeStampUnitExpiry } = profiles[profile]
  const accepted = Object.values(algorithms).flatMap(({ digests, keys }) => [...Object.values(digests), ...Object.values(keys).flat()])
  return timeStampUnitExpiry === 'ends-proof' || accepted.some(({ until }) => until !== null)
}

/** The policy whose ends count for a kind of document: itself, or with those of the catalogue when it knows none. */
export function judgedBy(
  policy: ValidationPolicy,
  profile: Profile,
): { readonly judged: ValidationPolicy; readonly ends: Provable['ends'] } {
  return knowsEnds(policy, profile) ? { judged: policy, ends: 'policy' } : { judged: withEnds(policy), ends: 'TS 119 312 V1.5.1' }
}

/** What does not pass cannot end. */
export function notPassing(ends: Provable['ends']): Provable {
  return { state: 'not-passing', ends, until: null, cause: null, reason: null, extension: null }
}

const known = new WeakMap<ValidationPolicy, ValidationPolicy>()

/**
 * The policy with the ends of TS 119 312 and of the certificates of time-stamping units, judged at validation time for every proof of time: what a policy
 * without ends would say of a chain of proofs if it knew them (`decisions.md#provable-until`).
 */
export function withEnds(policy: ValidationPolicy): ValidationPolicy {
  const before = known.get(policy)
  if (before !== undefined) return before
  const profiles = Object.entries(policy.profiles).map(([profile, constraints]) => [profile, constraintsWithEnds(constraints)])
  const changed: ValidationPolicy = deepFreeze({ ...policy, profiles: Object.fromEntries(profiles) as ValidationPolicy['profiles'] })
  known.set(policy, changed)
  return changed
}

function constraintsWithEnds(constraints: ProfileConstraints): ProfileConstraints {
  return {
    ...constraints,
    algorithms: {
      signature: catalogue,
      certificate: catalogue,
      'time-stamp': catalogue,
      'time-stamp-certificate': catalogue,
      revocation: catalogue,
    },
    algorithmsJudgedAt: { 'time-stamp': 'validation-time', 'time-mark': 'validation-time', none: 'validation-time' },
    timeStampUnitExpiry: 'ends-proof',
  }
}
