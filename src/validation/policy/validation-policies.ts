import type { PolicyName } from '#model'
import { POLv1 } from './polv1.js'
import { POLv2 } from './polv2.js'
import { POLv3 } from './polv3.js'
import { POLv4 } from './polv4.js'
import type { ValidationPolicy } from './validation-policy.js'

/** Every policy by its name. `policiesOfInterface` says which interface offers which. */
export const validationPolicies: Readonly<Record<PolicyName, ValidationPolicy>> = Object.freeze({ POLv1, POLv2, POLv3, POLv4 })
