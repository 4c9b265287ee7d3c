import { pointOnCurve } from './elliptic-curve-point.js'
import type { FieldCheck } from './field-check.js'
import { opaqueBytes, rsaPublicKey } from './rsa-public-key.js'

/** What the two byte fields of a capsule must be. */
interface CapsuleTypeRules {
  readonly recipient: FieldCheck
  readonly keyMaterial: FieldCheck
  /** Whose keys the type is for, by the name of the platform; null: RSA. */
  readonly curve: { readonly name: string; readonly coordinateBytes: number } | null
}

/** The enumeration of the interface. It is extensible: a further type is one further line. */
export const capsuleTypes = {
  ecc_secp256r1: ellipticCurve('prime256v1', 32),
  ecc_secp384r1: ellipticCurve('secp384r1', 48),
  ecc_secp521r1: ellipticCurve('secp521r1', 66),
  rsa: { recipient: rsaPublicKey, keyMaterial: opaqueBytes, curve: null },
} as const satisfies Readonly<Record<string, CapsuleTypeRules>>

export type CapsuleType = keyof typeof capsuleTypes

export const capsuleTypeNames = Object.keys(capsuleTypes) as readonly CapsuleType[]

/** Letter for letter: `RSA` is no type. */
export function capsuleTypeOf(name: string): CapsuleType | null {
  return capsuleTypeNames.find((type) => type === name) ?? null
}

function ellipticCurve(name: string, coordinateBytes: number): CapsuleTypeRules {
  const point = pointOnCurve(name, coordinateBytes)
  return { recipient: point, keyMaterial: point, curve: { name, coordinateBytes } }
}
