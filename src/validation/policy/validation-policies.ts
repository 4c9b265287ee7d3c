import type { BuiltInPolicyName, OwnPolicy, PolicyName } from '#model'
import { POLv1 } from './polv1.js'
import { POLv2 } from './polv2.js'
import { POLv3 } from './polv3.js'
import { POLv4 } from './polv4.js'
import type { ValidationPolicy } from './validation-policy.js'

/** Every built-in policy by its name. `policiesOfInterface` says which interface offers which. */
export const validationPolicies: Readonly<Record<BuiltInPolicyName, ValidationPolicy>> = Object.freeze({ POLv1, POLv2, POLv3, POLv4 })

/** The policy of a policy file, with what the file says about itself. */
export interface OperatorPolicy {
  readonly own: OwnPolicy
  readonly policy: ValidationPolicy
  /** The text of the file, for evidence that repeats a verdict elsewhere. */
  readonly text: string
}

/** A policy that is known by a name; `own` is null for a built-in one. */
export interface NamedPolicy {
  readonly own: OwnPolicy | null
  readonly policy: ValidationPolicy
}

/** The built-in policy, or that of a policy file, with this name in any letter case; null for an unknown name. */
export function policyNamed(name: PolicyName, operators: readonly OperatorPolicy[]): NamedPolicy | null {
  const wanted = name.toLowerCase()
  const builtIn = Object.values(validationPolicies).find((policy) => policy.name.toLowerCase() === wanted)
  if (builtIn !== undefined) return { own: null, policy: builtIn }
  return operators.find(({ own }) => own.name.toLowerCase() === wanted) ?? null
}
