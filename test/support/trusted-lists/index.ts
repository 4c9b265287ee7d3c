/**
 * Lists of lists, pivots and national lists, written and signed from a few lines, with one difference at a time. `list-world` is a small union of
 * three countries whose Estonian list names the authorities, the responder and the unit of the test documents.
 */
export * from './extensions.js'
export type * from './list-options.js'
export { listSigner, listSigners } from './list-signers.js'
export * from './list-world.js'
