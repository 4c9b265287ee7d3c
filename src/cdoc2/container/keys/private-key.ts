import { constants, diffieHellman, type KeyObject, privateDecrypt } from 'node:crypto'
import { Cdoc2Error } from '../cdoc2-error.js'
import type { RecipientKey } from '../header/recipient.js'
import { publicKeyOfPoint, recipientKeyOf } from './public-key.js'

/** The operations of a recipient's private key. The key itself may be on a smart card. */
export interface RecipientPrivateKey {
  readonly publicKey: RecipientKey
  /**
   * The x coordinate of the ECDH result with an ephemeral point, at the full length of the field with leading zeros.
   *
   * @throws Cdoc2Error `ec-point`, `wrong-secret`
   */
  deriveSharedSecret(point: Uint8Array): Promise<Uint8Array>
  /**
   * Decrypts RSA-OAEP with SHA-256 as hash and in MGF1, and an empty label. Null when the padding is wrong, so the key is not the recipient's.
   */
  decryptOaep(ciphertext: Uint8Array): Promise<Uint8Array | null>
}

/** The operations of a private key that is in memory. Throws `Cdoc2Error` as `recipientKeyOf` does. */
export function privateKeyInMemory(key: KeyObject): RecipientPrivateKey {
  const publicKey = recipientKeyOf(key)
  return {
    publicKey,
    deriveSharedSecret: (point) => {
      // Inside `then`, so that an error becomes a rejection, as with a key on a card.
      return Promise.resolve().then(() => {
        if (publicKey.kind !== 'elliptic-curve')
          throw new Cdoc2Error('wrong-secret', 'An RSA key cannot open a recipient with an elliptic-curve key')
        // OpenSSL pads the secret to the octets of the field.
        return diffieHellman({ privateKey: key, publicKey: publicKeyOfPoint(publicKey.curve, point) })
      })
    },
    decryptOaep: (ciphertext) =>
      Promise.resolve().then(() => {
        try {
          return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, ciphertext)
        } catch (error) {
          // OpenSSL refuses a wrong length as it refuses a wrong padding; the caller reports that the key does not open the container.
          if (error instanceof Error && 'code' in error) return null
          throw error
        }
      }),
  }
}
