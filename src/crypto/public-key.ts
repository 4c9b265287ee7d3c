import { hash, type KeyObject } from 'node:crypto'
import type { EncryptionAlgorithm } from '#model'
import { type PssParametersOfAlgorithm, readPssParameters } from './pss-parameters.js'
import { openPublicKeyInfo, orNull, type PublicKeyParts, readPublicKeyInfo } from './public-key-info.js'
import { usableKeyOf } from './usable-key.js'

/** A public key ready for verification. */
export interface PublicKey {
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly id: string
  readonly algorithm: EncryptionAlgorithm
  /** Bits: modulus of RSA and DSA, order of the curve; null when it cannot be told. */
  readonly size: number | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
  /** Parameters to which a key of type id-RSASSA-PSS is bound (RFC 4055, 3.1); null for one that is free, and for other keys. */
  readonly pss: PssParametersOfAlgorithm | null
  /** SubjectPublicKeyInfo from which the key object is made: rsaEncryption with an unsigned modulus, or a named curve. */
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
 * The key of a DER SubjectPublicKeyInfo; null when it is none that the platform can use, or one with which anybody could sign (`usable-key.ts`).
 * Key objects are kept by SHA-256 of the encoding, because making one costs more than using it.
 */
export function readPublicKey(publicKeyInfo: Uint8Array): PublicKey | null {
  const id = hash('sha256', publicKeyInfo, 'hex')
  let found = kept.get(id)
  if (found === undefined) found = orNull(() => makePublicKey(id, publicKeyInfo))
  else kept.delete(id)
  kept.set(id, found)
  if (kept.size > KEPT_KEYS) {
    const oldest = kept.keys().next()
    if (oldest.done !== true) kept.delete(oldest.value)
  }
  return found
}

/** Throws `Asn1Error` for what is no key. */
function makePublicKey(id: string, publicKeyInfo: Uint8Array): PublicKey | null {
  const info = readPublicKeyInfo(publicKeyInfo)
  if (info?.algorithm == null) return null
  const { algorithm, size, scalarLength } = info
  const parts = openPublicKeyInfo(publicKeyInfo)
  const pss = algorithm === 'RSASSA-PSS' ? pssOf(parts) : null
  // Parameters that nobody can compute with: no signature can conform to them.
  if (pss !== null && (pss.digest === null || pss.pss.mgfDigest === null)) return null
  const usable = usableKeyOf(parts, publicKeyInfo)
  return usable === null ? null : { id, algorithm, size, scalarLength, pss, ...usable }
}

function pssOf({ parameters }: PublicKeyParts): PssParametersOfAlgorithm | null {
  return parameters === null ? null : readPssParameters(parameters)
}
