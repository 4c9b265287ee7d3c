import type { StructureFinding } from '#model'

/**
 * A counter-signature, as far as it is read: whose it is, and whether it is over the value that it stands at. It is a statement about the signature and not about
 * files, so it is told and never evaluated as a signature (`decisions.md#counter-signatures`).
 */
export interface CounterSignature {
  /** Common name of its signer; empty when not known. */
  readonly signer: string
  /** The signer of the counter-signature that this one countersigns; empty when it countersigns the signature itself. */
  readonly over: string
  /**
   * Null when its value verifies with the certificate in the signature. `value`: it does not. `elsewhere`: it is over something else. `no-certificate`,
   * `algorithm`: it cannot be verified. `unreadable`: it cannot be read.
   */
  readonly defect: 'value' | 'elsewhere' | 'no-certificate' | 'algorithm' | 'unreadable' | null
}

/** The finding that tells of a counter-signature. */
export function tellCounterSignature({ signer, over, defect }: CounterSignature): StructureFinding {
  return defect === null
    ? { key: 'counter-signature-evaluated', code: 'COUNTER_SIGNATURE', facts: { signer, over } }
    : { key: 'counter-signature-intact', code: 'COUNTER_SIGNATURE_BROKEN', facts: { signer, over, defect } }
}
