/** Until when the chain of proofs of a signature lasts, and what would extend it (`decisions.md#provable-until`). Pure: the policy is asked what it would conclude at other times. */
export { provableUntil } from './provable-until.js'
