import { createHmac } from 'node:crypto'

/**
 * Octets of every key. The key derivations of CDOC2 are HKDF (RFC 5869) with SHA-256, and 32 octets are one block of HKDF-Expand. The constants below contain
 * CDOC20, the first name of the format.
 */
export const KEY_LENGTH = 32

/** HKDF-Extract: HMAC of the key material with the salt as its key (RFC 5869, 2.2). */
function extract(salt: Uint8Array | string, material: Uint8Array): Uint8Array {
  return createHmac('sha256', salt).update(material).digest()
}

/** First block of HKDF-Expand (RFC 5869, 2.3). */
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

/** Key of the HMAC of the header. */
export function headerHmacKey(fmk: Uint8Array): Uint8Array {
  return expand(fmk, 'CDOC20hmac')
}

/** Additional authenticated data of the payload: a constant, the header as in the file, and its HMAC. */
export function additionalData(header: Uint8Array, hmac: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from('CDOC20payload'), header, hmac])
}

/** Key-encryption key of a recipient with an elliptic-curve key. Points are uncompressed, as in the capsule. */
export function kekOfSharedSecret(secret: Uint8Array, recipientPoint: Uint8Array, senderPoint: Uint8Array): Uint8Array {
  return expand(extract('CDOC20kekpremaster', secret), 'CDOC20kek', 'XOR', recipientPoint, senderPoint)
}

/** Key-encryption key from a symmetric key, or from the PBKDF2 output of a password. The label is the whole text of the recipient, formatted or not. */
export function kekOfSymmetricKey(key: Uint8Array, salt: Uint8Array, label: string): Uint8Array {
  return expand(extract(salt, key), 'CDOC20kek', 'XOR', label)
}

/** Encrypts or decrypts the file master key with a key-encryption key of the same length. */
export function exclusiveOr(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((octet, i) => octet ^ (b[i] ?? 0))
}
