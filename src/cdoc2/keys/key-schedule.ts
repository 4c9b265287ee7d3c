import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The derivations of CDOC2: HKDF (RFC 5869) with SHA-256. All outputs have 32 octets, which is one block of HKDF-Expand. The constants kept the format's
 * first name, CDOC20.
 */
export const KEY_LENGTH = 32

/** HKDF-Extract: HMAC of the key material under the salt (RFC 5869 2.2). */
function extract(salt: Uint8Array | string, material: Uint8Array): Uint8Array {
  return createHmac('sha256', salt).update(material).digest()
}

/** First block of HKDF-Expand (RFC 5869 2.3). */
function expand(key: Uint8Array, ...info: readonly (Uint8Array | string)[]): Uint8Array {
  const hmac = createHmac('sha256', key)
  for (const part of info) hmac.update(part)
  return hmac.update(Uint8Array.of(1)).digest()
}

/** File master key from fresh random octets. */
export function fileMasterKey(random: Uint8Array): Uint8Array {
  return extract('CDOC20salt', random)
}

/** Key of the payload. */
export function contentKey(fmk: Uint8Array): Uint8Array {
  return expand(fmk, 'CDOC20cek')
}

export function headerHmac(fmk: Uint8Array, header: Uint8Array): Uint8Array {
  return createHmac('sha256', expand(fmk, 'CDOC20hmac')).update(header).digest()
}

/** Whether a header belongs to a file master key. In constant time. */
export function headerHmacMatches(fmk: Uint8Array, header: Uint8Array, hmac: Uint8Array): boolean {
  const expected = headerHmac(fmk, header)
  return expected.length === hmac.length && timingSafeEqual(expected, hmac)
}

/** What the payload's tag covers besides the payload: the header as it stands, and its HMAC. */
export function additionalData(header: Uint8Array, hmac: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from('CDOC20payload'), header, hmac])
}

/** Key-encryption key of a recipient with an elliptic-curve key. Points uncompressed, as in the capsule. */
export function kekOfSharedSecret(secret: Uint8Array, recipientPoint: Uint8Array, senderPoint: Uint8Array): Uint8Array {
  return expand(extract('CDOC20kekpremaster', secret), 'CDOC20kek', 'XOR', recipientPoint, senderPoint)
}

/** Key-encryption key of a symmetric key or of what PBKDF2 made of a password. The label is the whole text of the header, formatted or not. */
export function kekOfSymmetricKey(key: Uint8Array, salt: Uint8Array, label: string): Uint8Array {
  return expand(extract(salt, key), 'CDOC20kek', 'XOR', label)
}

/** Encrypted FMK from FMK and KEK, and back. */
export function exclusiveOr(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((octet, i) => octet ^ (b[i] ?? 0))
}
