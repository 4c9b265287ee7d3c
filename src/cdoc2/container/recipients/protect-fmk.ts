import { constants, diffieHellman, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { Cdoc2Error } from '../cdoc2-error.js'
import {
  type Capsule,
  FMK_METHOD_XOR,
  KDF_PBKDF2_HMAC_SHA256,
  numberOfCurve,
  type Recipient,
  type RecipientKey,
} from '../header/recipient.js'
import { exclusiveOr, KEY_LENGTH, kekOfSharedSecret, kekOfSymmetricKey } from '../keys/key-schedule.js'
import { keyOfPassword, PASSWORD_ITERATIONS } from '../keys/password.js'
import { opensslCurve, publicKeyOfPoint, publicKeyOfRsa, recipientKeyOf } from '../keys/public-key.js'

/** A key server, which stores key material for a recipient. */
export interface CapsuleSink {
  /** Name of the server in the container, by which a reader finds the server in its own settings. */
  readonly serverId: string
  /**
   * @param material the ephemeral point, or the OAEP ciphertext
   * @throws Cdoc2Error `capsule` when the server does not store it
   */
  storeMaterial(key: RecipientKey, material: Uint8Array): Promise<StoredCapsule>
}

export interface StoredCapsule {
  readonly transactionId: string
  /** Milliseconds since 1970; null when the server does not state when it deletes the capsule. */
  readonly expiry: number | null
}

/** A recipient of a new container. */
export type NewRecipient =
  | {
      readonly kind: 'public-key'
      readonly key: RecipientKey
      readonly label: (expiry: number | null) => string
      readonly server: CapsuleSink | null
    }
  | { readonly kind: 'symmetric-key'; readonly key: Uint8Array; readonly label: string }
  | { readonly kind: 'password'; readonly password: string; readonly label: string }

/** Source of random octets; injected, so that a test can repeat a container. */
export type RandomOctets = (length: number) => Uint8Array

/**
 * A recipient record: the file master key, encrypted with a key-encryption key that only this recipient can compute.
 *
 * @throws Cdoc2Error `capsule`, `wrong-secret`, `ec-point`, `rsa-key`
 */
export async function protectFmk(fmk: Uint8Array, recipient: NewRecipient, random: RandomOctets): Promise<Recipient> {
  const { capsule, kek, label } = await newCapsule(recipient, random)
  return { capsule, label, encryptedFmk: exclusiveOr(fmk, kek), fmkMethod: FMK_METHOD_XOR }
}

interface NewCapsule {
  readonly capsule: Capsule
  readonly kek: Uint8Array
  readonly label: string
}

async function newCapsule(recipient: NewRecipient, random: RandomOctets): Promise<NewCapsule> {
  switch (recipient.kind) {
    case 'symmetric-key': {
      if (recipient.key.length < KEY_LENGTH)
        throw new Cdoc2Error('wrong-secret', `The symmetric key has ${recipient.key.length} octets; at least ${KEY_LENGTH} are needed`)
      const salt = random(KEY_LENGTH)
      return {
        capsule: { kind: 'symmetric-key', salt },
        kek: kekOfSymmetricKey(recipient.key, salt, recipient.label),
        label: recipient.label,
      }
    }
    case 'password': {
      const [salt, passwordSalt] = [random(KEY_LENGTH), random(KEY_LENGTH)]
      const key = await keyOfPassword(recipient.password, passwordSalt, PASSWORD_ITERATIONS, PASSWORD_ITERATIONS)
      const capsule = { kind: 'password', salt, passwordSalt, algorithm: KDF_PBKDF2_HMAC_SHA256, iterations: PASSWORD_ITERATIONS } as const
      return { capsule, kek: kekOfSymmetricKey(key, salt, recipient.label), label: recipient.label }
    }
    case 'public-key':
      return newPublicKeyCapsule(recipient, random)
  }
}

async function newPublicKeyCapsule(
  { key, label, server }: Extract<NewRecipient, { kind: 'public-key' }>,
  random: RandomOctets,
): Promise<NewCapsule> {
  const { material, kek } = key.kind === 'rsa' ? encryptKek(key, random) : agreeOnKek(key)
  if (server === null) return { capsule: capsuleInContainer(key, material), kek, label: label(null) }
  const { transactionId, expiry } = await server.storeMaterial(key, material)
  const details = key.kind === 'rsa' ? key : { ...key, curve: numberOfCurve(key.curve) }
  return { capsule: { kind: 'key-server', key: details, serverId: server.serverId, transactionId }, kek, label: label(expiry) }
}

function capsuleInContainer(key: RecipientKey, material: Uint8Array): Capsule {
  if (key.kind === 'rsa') return { kind: 'rsa', publicKey: key.publicKey, encryptedKek: material }
  return { kind: 'elliptic-curve', curve: numberOfCurve(key.curve), publicKey: key.publicKey, senderKey: material }
}

interface Agreement {
  /** The input that the recipient needs besides the private key. */
  readonly material: Uint8Array
  readonly kek: Uint8Array
}

/** ECDH with an ephemeral key pair that is used for this recipient only. */
function agreeOnKek({ curve, publicKey }: Extract<RecipientKey, { kind: 'elliptic-curve' }>): Agreement {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: opensslCurve(curve) })
  const material = recipientKeyOf(ephemeral.publicKey).publicKey
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: publicKeyOfPoint(curve, publicKey) })
  return { material, kek: kekOfSharedSecret(secret, publicKey, material) }
}

function encryptKek({ publicKey }: Extract<RecipientKey, { kind: 'rsa' }>, random: RandomOctets): Agreement {
  const kek = random(KEY_LENGTH)
  const options = { key: publicKeyOfRsa(publicKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return { material: publicEncrypt(options, kek), kek }
}
