import type { KeyObject } from 'node:crypto'
import type { Capsule } from './capsule.js'
import { type CapsuleType, capsuleTypeNames, capsuleTypes } from './capsule-types.js'

/** A recipient: its type and its public key as senders encode it. */
export type Recipient = Pick<Capsule, 'type' | 'recipient'>

const curves: ReadonlyMap<string, { readonly type: CapsuleType; readonly coordinateBytes: number }> = new Map(
  capsuleTypeNames.flatMap((type) => {
    const { curve } = capsuleTypes[type]
    return curve === null ? [] : [[curve.name, { type, coordinateBytes: curve.coordinateBytes }] as const]
  }),
)

/**
 * The recipient of a public key; null when no capsule type has such keys (another curve, Ed25519). The key is encoded anew and not copied from a certificate,
 * which may have a compressed point or explicit curve parameters.
 */
export function recipientOfKey(key: KeyObject): Recipient | null {
  if (key.asymmetricKeyType === 'rsa') return { type: 'rsa', recipient: key.export({ type: 'pkcs1', format: 'der' }) }
  const curve = key.asymmetricKeyType === 'ec' ? curves.get(key.asymmetricKeyDetails?.namedCurve ?? '') : undefined
  if (curve === undefined) return null
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = Buffer.alloc(1 + 2 * curve.coordinateBytes)
  point[0] = 4
  writeRight(point, Buffer.from(x, 'base64url'), 1 + curve.coordinateBytes)
  writeRight(point, Buffer.from(y, 'base64url'), 1 + 2 * curve.coordinateBytes)
  return { type: curve.type, recipient: point }
}

/** Copies a coordinate so that it ends at `end`: a short one is padded with zeros on the left. */
function writeRight(target: Buffer, digits: Buffer, end: number): void {
  digits.copy(target, end - digits.length)
}
