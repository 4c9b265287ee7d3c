import type { CapsuleProblemCode } from './capsule.js'

/** Why bytes are refused; the field is named by whoever asked. */
export interface FieldRefusal {
  readonly code: CapsuleProblemCode
  readonly message: string
}

/** Null when the bytes are what they should be. */
export type FieldCheck = (bytes: Uint8Array) => FieldRefusal | null
