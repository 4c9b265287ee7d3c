import { createHash } from 'node:crypto'

const HASH = 'sha256'
const HASH_LENGTH = 32
/** SHA-256 of the empty label. */
const labelHash = createHash(HASH).digest()

/**
 * Removes OAEP padding (RFC 8017, 7.1.2, step 3; SHA-256 for hash and MGF1, empty label) from a block that a token has decrypted without padding, because many
 * modules support OAEP only with SHA-1. Null for a wrong padding; the caller must not learn which part is wrong.
 *
 * @param block as long as the modulus
 */
export function removeOaepPadding(block: Uint8Array): Uint8Array | null {
  if (block.length < 2 * HASH_LENGTH + 2) return null
  const maskedSeed = block.subarray(1, 1 + HASH_LENGTH)
  const maskedData = block.subarray(1 + HASH_LENGTH)
  const seed = unmasked(maskedSeed, maskedData)
  const data = unmasked(maskedData, seed)
  const start = data.findIndex((octet, at) => at >= HASH_LENGTH && octet !== 0)
  const isCorrect = block[0] === 0 && labelHash.equals(data.subarray(0, HASH_LENGTH)) && data[start] === 1
  return isCorrect ? data.subarray(start + 1) : null
}

/** `masked` xor MGF1(`seed`) (RFC 8017, B.2.1). */
function unmasked(masked: Uint8Array, seed: Uint8Array): Uint8Array {
  const mask: Buffer[] = []
  const counter = Buffer.alloc(4)
  for (let i = 0; i * HASH_LENGTH < masked.length; i++) {
    counter.writeUInt32BE(i)
    mask.push(createHash(HASH).update(seed).update(counter).digest())
  }
  const octets = Buffer.concat(mask)
  return masked.map((octet, at) => octet ^ (octets[at] ?? 0))
}
