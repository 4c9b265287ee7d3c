import { constants, publicDecrypt } from 'node:crypto'
import { askPlatform } from './ask-platform.js'
import { readPublicKey } from './public-key.js'

/**
 * What an RSA signature value holds below its padding (RFC 8017, 9.2), to explain one that does not verify; null when the key is no RSA key or the
 * padding is not that of a signature. Never a way to accept a value: that is for `verifySignature` alone.
 */
export function openRsaSignature(publicKeyInfo: Uint8Array, signature: Uint8Array): Buffer | null {
  const key = readPublicKey(publicKeyInfo)
  if (key?.algorithm !== 'RSA') return null
  return askPlatform(() => publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, signature))
}
