import { hash, type KeyObject } from 'node:crypto'
import { type EncryptionAlgorithm, resultOrNull } from '#model'
import { Asn1Error } from '#readers/der'
import { BoundedCache, type CacheBounds } from '#std'
import { type PssParametersOfAlgorithm, readPssParameters } from './pss-parameters.js'
import { openPublicKeyInfo, type PublicKeyParts, readPublicKeyInfo } from './public-key-info.js'
import { usableKeyOf } from './usable-key.js'

/** A public key that may verify signatures, with its key object. */
export interface PublicKey {
  /** SHA-256 of the SubjectPublicKeyInfo, lower-case hex. */
  readonly id: string
  readonly algorithm: EncryptionAlgorithm
  /** In bits: the modulus of RSA and DSA, the order of the curve; null for unknown curves and parameters. */
  readonly size: number | null
  /** Octets of r and of s in the raw form of an ECDSA or DSA signature; null for other keys. */
  readonly scalarLength: number | null
  /** Parameters to which a key of type id-RSASSA-PSS is bound (RFC 4055, 3.1); null for a key without parameters, and for other keys. */
  readonly pss: PssParametersOfAlgorithm | null
  /** SubjectPublicKeyInfo from which the key object is created: rsaEncryption with an unsigned modulus, or a named curve. */
  readonly encoding: Buffer
  readonly key: KeyObject
}

/** Cache of keys in this thread, empty before `keepPublicKeys`. Neither an unusable key nor the fact that it was refused is cached. */
let cache = new BoundedCache<PublicKey>({ maxBytes: 0, maxEntryBytes: 0 })

/** Caches keys within these bounds from one check to the next, in this thread. Keys that were cached before are dropped. */
export function keepPublicKeys(bounds: CacheBounds): void {
  cache = new BoundedCache(bounds)
}

/** Octets of a key object in native memory: a constant, and a multiple of the encoding of the key. Measured: 4 KB for RSA 2048, 2 KB on P-256. */
const KEY_OBJECT_BYTES = 3_000
const KEY_OBJECT_FACTOR = 10

/**
 * The key of a DER SubjectPublicKeyInfo; null when the platform cannot use it, or when anyone could sign with it (`usable-key.ts`). Key objects are cached by
 * the SHA-256 of the encoding, because creating a key object takes longer than using it.
 */
export function readPublicKey(publicKeyInfo: Uint8Array): PublicKey | null {
  const id = hash('sha256', publicKeyInfo, 'hex')
  const known = cache.get(id)
  if (known !== null) return known
  const made = resultOrNull(Asn1Error, () => makePublicKey(id, publicKeyInfo))
  if (made !== null) cache.add(id, made, KEY_OBJECT_BYTES + KEY_OBJECT_FACTOR * made.encoding.length)
  return made
}

/** Throws `Asn1Error` for octets that are not a key. */
function makePublicKey(id: string, publicKeyInfo: Uint8Array): PublicKey | null {
  const info = readPublicKeyInfo(publicKeyInfo)
  if (info?.algorithm == null) return null
  const { algorithm, size, scalarLength } = info
  const parts = openPublicKeyInfo(publicKeyInfo)
  const pss = algorithm === 'RSASSA-PSS' ? pssOf(parts) : null
  // The platform does not support these parameters, so no signature can be verified.
  if (pss !== null && (pss.digest === null || pss.pss.mgfDigest === null)) return null
  const usable = usableKeyOf(parts, publicKeyInfo)
  return usable === null ? null : { id, algorithm, size, scalarLength, pss, ...usable }
}

function pssOf({ parameters }: PublicKeyParts): PssParametersOfAlgorithm | null {
  return parameters === null ? null : readPssParameters(parameters)
}
