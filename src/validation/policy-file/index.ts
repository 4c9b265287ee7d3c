/**
 * Policies as operators write and read them: a file (`policy-schema`, `read-policy-file`) that changes a built-in policy, and every constraint of a policy with
 * its clause (`describe-policy`). Pure; the bytes are handed in.
 */
export { comparePolicies, type DescribedConstraint, describePolicy, type PolicyDifference } from './describe-policy.js'
export { type PolicyFault, PolicyFileError } from './policy-file-error.js'
export { policySchema } from './policy-schema.js'
export { readPolicyFile } from './read-policy-file.js'
