import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import type { EncryptionAlgorithm } from '#model'
import { isPlatformRefusal } from './platform-refusal.js'
import { readPublicKeyInfo } from './public-key-info.js'

/** A public key ready for verification. */
export interface PublicKey {
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly id: string
  readonly algorithm: EncryptionAlgorithm
  /** Bits: modulus of RSA and DSA, order of the curve; null when it cannot be told. */
  readonly size: number | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
  /** SubjectPublicKeyInfo from which the key object is made; an RSA modulus is unsigned in it. */
  readonly encoding: Buffer
  readonly key: KeyObject
}

/**
 * Keys kept per thread. A key object takes a few kilobytes of native memory; the authorities, responders and time-stamping units of Europe's lists
 * are under 2,000 keys, those that one service meets a fraction of it.
 */
const KEPT_KEYS = 1_000

/** Least recently used first. A key that cannot be used is kept as null: asking again would cost as much as the first time. */
const kept = new Map<string, PublicKey | null>()

/**
 * The key of a DER SubjectPublicKeyInfo; null when it is none that the platform can use, or an RSA key with which anybody could sign.
 * Key objects are kept by SHA-256 of the encoding, because making one costs more than using it.
 */
export function readPublicKey(publicKeyInfo: Uint8Array): PublicKey | null {
  const id = hash('sha256', publicKeyInfo, 'hex')
  let found = kept.get(id)
  if (found === undefined) found = makePublicKey(id, publicKeyInfo)
  else kept.delete(id)
  kept.set(id, found)
  if (kept.size > KEPT_KEYS) {
    const oldest = kept.keys().next()
    if (oldest.done !== true) kept.delete(oldest.value)
  }
  return found
}

function makePublicKey(id: string, publicKeyInfo: Uint8Array): PublicKey | null {
  const info = readPublicKeyInfo(publicKeyInfo)
  if (info?.algorithm == null) return null
  try {
    // A copy, because the key outlives the document of which the encoding is a slice.
    const encoding = Buffer.from(info.encoding)
    const key = createPublicKey({ key: encoding, format: 'der', type: 'spki' })
    if (!bindsItsHolder(key)) return null
    return { id, algorithm: info.algorithm, size: info.size, scalarLength: info.scalarLength, encoding, key }
  } catch (error) {
    if (isPlatformRefusal(error)) return null
    throw error
  }
}

/**
 * RFC 8017, 3.1: the exponent of an RSA key is odd and at least 3. With 1 the signature value is the padded digest itself, so that everybody can
 * write it down; the platform verifies such values without a word.
 */
function bindsItsHolder({ asymmetricKeyDetails }: KeyObject): boolean {
  const exponent = asymmetricKeyDetails?.publicExponent
  return exponent === undefined || (exponent >= 3n && exponent % 2n === 1n)
}
