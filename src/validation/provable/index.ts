/**
 * Until when the chain of proofs of a signature lasts, or of a time-stamp token of a container, and what would extend it (`decisions.md#provable-until`). Pure: the
 * policy is asked what it would conclude at other times.
 */
export { type Holder, heldUntil } from './held-until.js'
export { passesAt, provableUntil } from './provable-until.js'
export { TokensUntil } from './tokens-until.js'
