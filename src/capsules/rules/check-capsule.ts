import type { CapsuleField, CapsuleProblem, FieldCheck } from './capsule.js'
import { type CapsuleType, capsuleTypes } from './capsule-types.js'

/** Lengths of the fields in bytes. */
export const fieldLengths = { minRecipient: 65, maxRecipient: 2100, maxKeyMaterial: 2100 } as const

/** The fields of a request; null for a field that could not be decoded, whose problem the caller has already reported. */
interface ClaimedCapsule {
  readonly recipient: Uint8Array | null
  readonly keyMaterial: Uint8Array | null
  readonly type: CapsuleType | null
}

/** The problems of both byte fields. The rules of the type are applied only to a field of a permitted length; without a type only lengths are checked. */
export function checkCapsule({ recipient, keyMaterial, type }: ClaimedCapsule): readonly CapsuleProblem[] {
  const rules = type === null ? null : capsuleTypes[type]
  const { minRecipient, maxRecipient, maxKeyMaterial } = fieldLengths
  const check = (field: CapsuleField, bytes: Uint8Array | null, min: number, max: number, rule: FieldCheck | undefined) => {
    if (bytes === null) return []
    const found = lengthRefusal(bytes, min, max) ?? rule?.(bytes) ?? null
    return found === null ? [] : [{ field, ...found }]
  }
  return [
    ...check('recipient_id', recipient, minRecipient, maxRecipient, rules?.recipient),
    ...check('ephemeral_key_material', keyMaterial, 0, maxKeyMaterial, rules?.keyMaterial),
  ]
}

function lengthRefusal(bytes: Uint8Array, min: number, max: number): ReturnType<FieldCheck> {
  if (bytes.length >= min && bytes.length <= max) return null
  return { code: 'CAPSULE_FIELD_LENGTH', message: `The decoded value must have ${min} to ${max} bytes; it has ${bytes.length}.` }
}
