import { constants, diffieHellman, type KeyObject, privateDecrypt } from 'node:crypto'
import { Cdoc2Error } from '../cdoc2-error.js'
import type { RecipientKey } from '../header/recipient.js'
import { publicKeyOfPoint, recipientKeyOf } from './public-key.js'

/** What a recipient's private key has to do. The key itself may lie on a smart card. */
export interface RecipientPrivateKey {
  readonly publicKey: RecipientKey
  /**
   * x coordinate of ECDH with an ephemeral point, in the full length of the field (leading zeros kept).
   *
   * @throws Cdoc2Error `ec-point`, `wrong-secret`
   */
  deriveSharedSecret(point: Uint8Array): Promise<Uint8Array>
  /**
   * RSA-OAEP with SHA-256 for the hash and for MGF1 and an empty label. Null when the padding is wrong: the key does not fit.
   */
  decryptOaep(ciphertext: Uint8Array): Promise<Uint8Array | null>
}

/** A private key in memory. */
export function privateKeyInMemory(key: KeyObject): RecipientPrivateKey {
  const publicKey = recipientKeyOf(key)
  return {
    publicKey,
    deriveSharedSecret: (point) => {
      // A promise in every case: what is thrown becomes a rejection, as it is for a key on a card.
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
          // OpenSSL refuses a wrong length and a wrong padding alike; the caller reports a key that does not fit.
          if (error instanceof Error && 'code' in error) return null
          throw error
        }
      }),
  }
}
