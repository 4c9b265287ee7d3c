import type { FieldCheck } from './capsule.js'
import { pointOnCurve } from './elliptic-curve-point.js'
import { opaqueBytes, rsaPublicKey } from './rsa-public-key.js'

/** Rules for the two byte fields of a capsule of one type. */
interface CapsuleTypeRules {
  readonly recipient: FieldCheck
  readonly keyMaterial: FieldCheck
  /** Curve of the recipient's key, by its name in `node:crypto`; null: RSA. */
  readonly curve: { readonly name: string; readonly coordinateBytes: number } | null
}

/** The capsule types of the interface. */
export const capsuleTypes = {
  ecc_secp256r1: ellipticCurve('prime256v1', 32),
  ecc_secp384r1: ellipticCurve('secp384r1', 48),
  ecc_secp521r1: ellipticCurve('secp521r1', 66),
  rsa: { recipient: rsaPublicKey, keyMaterial: opaqueBytes, curve: null },
} as const satisfies Readonly<Record<string, CapsuleTypeRules>>

export type CapsuleType = keyof typeof capsuleTypes

export const capsuleTypeNames = Object.keys(capsuleTypes) as readonly CapsuleType[]

/** The capsule type of a name, case-sensitive (`RSA` is not a type); null for any other name. */
export function capsuleTypeOf(name: string): CapsuleType | null {
  return capsuleTypeNames.find((type) => type === name) ?? null
}

function ellipticCurve(name: string, coordinateBytes: number): CapsuleTypeRules {
  const point = pointOnCurve(name, coordinateBytes)
  return { recipient: point, keyMaterial: point, curve: { name, coordinateBytes } }
}
