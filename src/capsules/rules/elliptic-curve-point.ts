import { ECDH } from 'node:crypto'
import { systemErrorCode } from '#model'
import type { FieldCheck } from './capsule.js'

/** First octet of an uncompressed point (SEC 1, 2.3.3). */
const uncompressed = 4

/**
 * Checks for an uncompressed point of the curve: `04`, then both coordinates at full length. The point at infinity is one octet and fails by its length. A
 * point that is not on the curve would let a sender learn bits of the recipient's private key, one small subgroup at a time.
 */
export function pointOnCurve(curve: string, coordinateBytes: number): FieldCheck {
  const length = 1 + 2 * coordinateBytes
  return (bytes) => {
    if (bytes.length !== length) return { code: 'CAPSULE_FIELD_LENGTH', message: `A point of this curve has ${length} bytes.` }
    // The platform also accepts compressed and hybrid forms; recipients compare octets, so a point must have only one encoding.
    if (bytes[0] !== uncompressed) return { code: 'CAPSULE_POINT_FORM', message: 'The point must be uncompressed: its first byte is 04.' }
    return isOnCurve(bytes, curve) ? null : { code: 'CAPSULE_POINT_NOT_ON_CURVE', message: 'The point does not lie on the curve.' }
  }
}

/** Decoding by the platform checks the equation of the curve and that both coordinates are below its prime. */
function isOnCurve(point: Uint8Array, curve: string): boolean {
  try {
    ECDH.convertKey(point, curve, undefined, undefined, 'uncompressed')
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_CRYPTO_OPERATION_FAILED') return false
    throw error
  }
}
