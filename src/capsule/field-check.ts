import type { CapsuleProblemCode } from './capsule.js'

/** Why bytes are refused; the caller adds the name of the field. */
export interface FieldRefusal {
  readonly code: CapsuleProblemCode
  readonly message: string
}

/** Null when the bytes are accepted. */
export type FieldCheck = (bytes: Uint8Array) => FieldRefusal | null
