import { hash, type KeyObject } from 'node:crypto'
import { BoundedCache, type CacheBounds, type EncryptionAlgorithm } from '#model'
import { type PssParametersOfAlgorithm, readPssParameters } from './pss-parameters.js'
import { openPublicKeyInfo, orNull, type PublicKeyParts, readPublicKeyInfo } from './public-key-info.js'
import { usableKeyOf } from './usable-key.js'

/** A public key ready for verification. */
export interface PublicKey {
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly id: string
  readonly algorithm: EncryptionAlgorithm
  /** Bits: modulus of RSA and DSA, order of the curve; null for curves and parameters that are not known. */
  readonly size: number | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
  /** Parameters to which a key of type id-RSASSA-PSS is bound (RFC 4055, 3.1); null for one that is free, and for other keys. */
  readonly pss: PssParametersOfAlgorithm | null
  /** SubjectPublicKeyInfo from which the key object is made: rsaEncryption with an unsigned modulus, or a named curve. */
  readonly encoding: Buffer
  readonly key: KeyObject
}

/** Keys kept in this thread; none before `keepPublicKeys`. A key that cannot be used is not kept, nor the fact that it was refused. */
let kept = new BoundedCache<PublicKey>({ maxBytes: 0, maxEntryBytes: 0 })

/** Keeps keys within these bounds from one check to the next, in this thread. What was kept before is dropped. */
export function keepPublicKeys(bounds: CacheBounds): void {
  kept = new BoundedCache(bounds)
}

/** Octets of a key object in native memory, beside what grows with the key: measured 4 KB for RSA 2048, 2 KB on P-256. */
const KEY_OBJECT_BYTES = 3_000
const KEY_OBJECT_FACTOR = 10

/**
 * The key of a DER SubjectPublicKeyInfo; null when the platform cannot use it, or when anybody could sign with it (`usable-key.ts`). Key objects are kept by
 * SHA-256 of the encoding, because making one costs more than using it.
 */
export function readPublicKey(publicKeyInfo: Uint8Array): PublicKey | null {
  const id = hash('sha256', publicKeyInfo, 'hex')
  const known = kept.get(id)
  if (known !== null) return known
  const made = orNull(() => makePublicKey(id, publicKeyInfo))
  if (made !== null) kept.add(id, made, KEY_OBJECT_BYTES + KEY_OBJECT_FACTOR * made.encoding.length)
  return made
}

/** Throws `Asn1Error` for octets that are not a key. */
function makePublicKey(id: string, publicKeyInfo: Uint8Array): PublicKey | null {
  const info = readPublicKeyInfo(publicKeyInfo)
  if (info?.algorithm == null) return null
  const { algorithm, size, scalarLength } = info
  const parts = openPublicKeyInfo(publicKeyInfo)
  const pss = algorithm === 'RSASSA-PSS' ? pssOf(parts) : null
  // The platform cannot compute with these parameters: no signature verifies.
  if (pss !== null && (pss.digest === null || pss.pss.mgfDigest === null)) return null
  const usable = usableKeyOf(parts, publicKeyInfo)
  return usable === null ? null : { id, algorithm, size, scalarLength, pss, ...usable }
}

function pssOf({ parameters }: PublicKeyParts): PssParametersOfAlgorithm | null {
  return parameters === null ? null : readPssParameters(parameters)
}
