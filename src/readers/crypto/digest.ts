import { createHash, type Hash, hash } from 'node:crypto'
import type { DigestAlgorithm } from '#model'
import { askPlatform } from './ask-platform.js'

const opensslNames: Readonly<Record<DigestAlgorithm, string>> = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
  'SHA3-224': 'sha3-224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
  RIPEMD160: 'ripemd160',
  WHIRLPOOL: 'whirlpool',
}

/** Octets of each digest. */
const lengths: Readonly<Record<DigestAlgorithm, number>> = {
  MD5: 16,
  SHA1: 20,
  SHA224: 28,
  SHA256: 32,
  SHA384: 48,
  SHA512: 64,
  'SHA3-224': 28,
  'SHA3-256': 32,
  'SHA3-384': 48,
  'SHA3-512': 64,
  RIPEMD160: 20,
  WHIRLPOOL: 64,
}

/** The digests that this build of OpenSSL computes. Some builds lack WHIRLPOOL and MD5, or list them and refuse to compute them. */
const available: ReadonlySet<string> = new Set(Object.values(opensslNames).filter((name) => askPlatform(() => createHash(name)) !== null))

export interface RunningDigest {
  update(data: Uint8Array): void
  /** Ends the computation; may be called once. */
  digest(): Buffer
  /** An independent computation that continues from the current state. */
  copy(): RunningDigest
}

/** The name of the algorithm in the platform; null when the platform lacks it. */
export function platformDigestName(algorithm: DigestAlgorithm): string | null {
  const name = opensslNames[algorithm]
  return available.has(name) ? name : null
}

/** The number of octets of a digest by this algorithm. */
export function digestLength(algorithm: DigestAlgorithm): number {
  return lengths[algorithm]
}

/** The digest of `data`; null when the platform lacks the algorithm. */
export function digest(algorithm: DigestAlgorithm, data: Uint8Array): Buffer | null {
  const name = platformDigestName(algorithm)
  return name === null ? null : hash(name, data, 'buffer')
}

/** The same digest in lower-case hex. The platform writes it faster than `toString`. */
export function digestAsHex(algorithm: DigestAlgorithm, data: Uint8Array): string | null {
  const name = platformDigestName(algorithm)
  return name === null ? null : hash(name, data, 'hex')
}

/** The SHA-256 of `data` in lower-case hex, which is the id of certificates, keys and tokens in the model. */
export function digestHex(data: Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Starts a digest over data in pieces; null when the platform lacks the algorithm. */
export function createDigest(algorithm: DigestAlgorithm): RunningDigest | null {
  const name = platformDigestName(algorithm)
  return name === null ? null : runningOf(createHash(name))
}

function runningOf(state: Hash): RunningDigest {
  return {
    update(data) {
      state.update(data)
    },
    digest() {
      return state.digest()
    },
    copy() {
      return runningOf(state.copy())
    },
  }
}
