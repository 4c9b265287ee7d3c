import { Cdoc2Error } from '../cdoc2-error.js'
import { headerHmacMatches } from '../header/header-hmac.js'
import { type Capsule, curveOf, FMK_METHOD_XOR, type Header, KDF_PBKDF2_HMAC_SHA256, type Recipient } from '../header/recipient.js'
import { exclusiveOr, KEY_LENGTH, kekOfSharedSecret, kekOfSymmetricKey } from '../keys/key-schedule.js'
import { keyOfPassword } from '../keys/password.js'
import type { RecipientPrivateKey } from '../keys/private-key.js'
import { publicKeyOfPoint } from '../keys/public-key.js'
import type { Cdoc2Limits } from '../limits.js'
import type { CapsuleSource, Secret } from './secret.js'

/** A header, its octets and its HMAC as in the file. `openFmk` checks the HMAC. */
export interface AuthenticatedHeader {
  readonly header: Header
  readonly octets: Uint8Array
  readonly hmac: Uint8Array
}

export interface OpenedRecipient {
  /** File master key, 32 octets. */
  readonly fmk: Uint8Array
  /** Index of the recipient in the header, from 0. */
  readonly index: number
}

const MIN_SALT_LENGTH = 32

/**
 * Recovers the file master key of a container with a secret: that of the first matching recipient with which the header HMAC verifies.
 *
 * A recipient matches by its public key, by its label, or, for a symmetric key or password without a label, by its kind. Recipients of a kind that is newer
 * than this schema are skipped. Only the header HMAC shows whether a key is the right one.
 *
 * @throws Cdoc2Error `no-recipient`, `unsupported-recipient`, `pw-params` when too many recipients match, or the error of the first matching recipient
 */
export async function openFmk(
  container: AuthenticatedHeader,
  secret: Secret,
  capsules: CapsuleSource | null,
  limits: Cdoc2Limits,
): Promise<OpenedRecipient> {
  const fitting = container.header.recipients
    .map((recipient, index) => ({ recipient, index }))
    .filter(({ recipient }) => fits(recipient, secret))
  if (fitting.length === 0) throw noRecipient(container.header, secret)
  let failure: Cdoc2Error | null = null
  assertFewAttempts(
    fitting.map(({ recipient }) => recipient),
    limits,
  )
  for (const { recipient, index } of fitting) {
    try {
      const kek = await kekOf(recipient, secret, capsules, limits)
      const fmk = exclusiveOr(checkedFmk(recipient), kek)
      if (headerHmacMatches(fmk, container.octets, container.hmac)) return { fmk, index }
      failure ??= new Cdoc2Error('header-hmac', 'The key or password does not open the container, or its header was changed')
    } catch (error) {
      // Another recipient may open the container; when none does, the first error is thrown.
      if (!(error instanceof Cdoc2Error)) throw error
      failure ??= error
    }
  }
  throw failure ?? noRecipient(container.header, secret)
}

/** Called before anything is derived or fetched: a container must not keep a computer busy for hours, or cause a thousand requests to a key server. */
function assertFewAttempts(fitting: readonly Recipient[], { maxAttempts, maxPasswordIterations }: Cdoc2Limits): void {
  if (fitting.length > maxAttempts)
    throw new Cdoc2Error(
      'pw-params',
      `${fitting.length} recipients of the container fit, and ${maxAttempts} are tried: name the label of one`,
    )
  // A single count above the bound has its own error, which is thrown when its recipient is tried.
  const iterations = fitting
    .map(({ capsule }) => (capsule.kind === 'password' ? capsule.iterations : 0))
    .filter((count) => count > 0 && count <= maxPasswordIterations)
    .reduce((sum, count) => sum + count, 0)
  if (iterations > maxPasswordIterations)
    throw new Cdoc2Error(
      'pw-params',
      `The passwords of the container need ${iterations} iterations in sum, and ${maxPasswordIterations} are allowed: name the label of one`,
    )
}

function fits({ capsule, label }: Recipient, secret: Secret): boolean {
  switch (secret.kind) {
    case 'private-key':
      return publicKeyIn(capsule, secret.key)
    case 'symmetric-key':
    case 'password':
      return capsule.kind === secret.kind && (secret.label === null || secret.label === label)
  }
}

/** Whether a capsule is for a key: the kind and the octets of the public key are equal. */
function publicKeyIn(capsule: Capsule, { publicKey }: RecipientPrivateKey): boolean {
  const key = capsule.kind === 'key-server' ? capsule.key : capsule
  if (key === null || (key.kind !== 'elliptic-curve' && key.kind !== 'rsa') || key.kind !== publicKey.kind) return false
  return Buffer.from(key.publicKey).equals(publicKey.publicKey)
}

async function kekOf(recipient: Recipient, secret: Secret, capsules: CapsuleSource | null, limits: Cdoc2Limits): Promise<Uint8Array> {
  // Checked before any derivation, so that an unusable recipient costs nothing.
  checkedFmk(recipient)
  const { capsule, label } = recipient
  if (secret.kind === 'private-key') return kekOfPrivateKey(capsule, secret.key, capsules)
  if (secret.kind === 'symmetric-key' && capsule.kind === 'symmetric-key')
    return kekOfSymmetricKey(secret.key, checkedSalt(capsule.salt), label)
  if (secret.kind === 'password' && capsule.kind === 'password') {
    if (capsule.algorithm !== KDF_PBKDF2_HMAC_SHA256)
      throw new Cdoc2Error('pw-params', `The container derives its password by algorithm ${capsule.algorithm}, which is not known`)
    const passwordSalt = checkedSalt(capsule.passwordSalt)
    const salt = checkedSalt(capsule.salt)
    const key = await keyOfPassword(secret.password, passwordSalt, capsule.iterations, limits.maxPasswordIterations)
    return kekOfSymmetricKey(key, salt, label)
  }
  throw new Cdoc2Error('no-recipient', `A recipient of the kind ${capsule.kind} cannot be opened with a ${secret.kind}`)
}

async function kekOfPrivateKey(capsule: Capsule, key: RecipientPrivateKey, capsules: CapsuleSource | null): Promise<Uint8Array> {
  switch (capsule.kind) {
    case 'elliptic-curve':
      return kekOfPoints(capsule.curve, capsule.publicKey, capsule.senderKey, key)
    case 'rsa':
      return kekOfCiphertext(capsule.encryptedKek, key)
    case 'key-server': {
      if (capsules === null)
        throw new Cdoc2Error(
          'capsule',
          `The key of this recipient is on the key server "${capsule.serverId}": name its address with --server`,
        )
      const material = await capsules.fetchMaterial(capsule.serverId, capsule.transactionId)
      if (capsule.key?.kind === 'elliptic-curve') return kekOfPoints(capsule.key.curve, capsule.key.publicKey, material, key)
      return kekOfCiphertext(material, key)
    }
    case 'symmetric-key':
    case 'password':
    case 'key-shares':
    case 'unknown':
      throw new Cdoc2Error('no-recipient', `A recipient of the kind ${capsule.kind} cannot be opened with a private key`)
  }
}

async function kekOfPoints(curveNumber: number, recipient: Uint8Array, sender: Uint8Array, key: RecipientPrivateKey): Promise<Uint8Array> {
  const curve = curveOf(curveNumber)
  if (curve === null || key.publicKey.kind !== 'elliptic-curve' || key.publicKey.curve !== curve)
    throw new Cdoc2Error('ec-curve', `The recipient names the curve ${curve ?? curveNumber}, which is not that of the key`)
  // Checked here because a card may not check the point: a point that is not on the curve would reveal the private key.
  publicKeyOfPoint(curve, sender)
  return kekOfSharedSecret(await key.deriveSharedSecret(sender), recipient, sender)
}

async function kekOfCiphertext(ciphertext: Uint8Array, key: RecipientPrivateKey): Promise<Uint8Array> {
  const kek = await key.decryptOaep(ciphertext)
  // A wrong padding is reported like a wrong key, with the code of a header HMAC that does not verify.
  if (kek?.length !== KEY_LENGTH) throw new Cdoc2Error('header-hmac', 'The key does not open the container, or its header was changed')
  return kek
}

function checkedFmk({ encryptedFmk, fmkMethod }: Recipient): Uint8Array {
  if (fmkMethod !== FMK_METHOD_XOR)
    throw new Cdoc2Error('fmk-method', `The file master key is encrypted by method ${fmkMethod}, which is not known`)
  if (encryptedFmk.length !== KEY_LENGTH)
    throw new Cdoc2Error('fmk-length', `The encrypted file master key has ${encryptedFmk.length} octets instead of ${KEY_LENGTH}`)
  return encryptedFmk
}

function checkedSalt(salt: Uint8Array): Uint8Array {
  if (salt.length < MIN_SALT_LENGTH)
    throw new Cdoc2Error('salt-length', `A salt has ${salt.length} octets; at least ${MIN_SALT_LENGTH} are needed`)
  return salt
}

function noRecipient({ recipients }: Header, secret: Secret): Cdoc2Error {
  const isShared = ({ capsule }: Recipient) => capsule.kind === 'key-shares'
  if (recipients.some(isShared) && (secret.kind === 'private-key' || recipients.every(isShared)))
    return new Cdoc2Error(
      'unsupported-recipient',
      'The container has recipients whose key is split between share servers (KeySharesCapsule: Smart-ID, Mobile-ID). Opening them needs a client of those servers, which this program does not have',
    )
  const kinds = [...new Set(recipients.map(({ capsule }) => capsule.kind))].join(', ')
  const what =
    recipients.length === 0
      ? 'The container has no recipients'
      : `The given key or password is not for any recipient of the container (${kinds})`
  return new Cdoc2Error('no-recipient', what)
}
