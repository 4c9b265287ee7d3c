import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { PdfError } from '../pdf-error.js'
import { rc4 } from './rc4.js'

/** The values from which the file encryption key is computed (ISO 32000-2, 7.6.4). */
interface KeyMaterial {
  readonly revision: number
  readonly keyBytes: number
  readonly owner: Buffer
  readonly user: Buffer
  readonly userEncrypted: Buffer
  readonly permissions: number
  readonly encryptsMetadata: boolean
  /** First element of `ID` in the trailer. */
  readonly fileId: Buffer
}

/** The padding that extends a password to 32 octets (algorithm 2, step a). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/**
 * The encryption key of a file that the empty user password opens.
 *
 * @throws PdfError PDF_PASSWORD when another password is needed, PDF_ENCRYPTION when the entries are too short
 */
export function fileKeyOf(material: KeyMaterial): Buffer {
  return material.revision >= 5 ? keyOfRevision5(material) : keyOfRevision2(material)
}

/** Algorithms 2, 4, 5 and 6: revisions 2 to 4. */
function keyOfRevision2({ revision, keyBytes, owner, user, permissions, encryptsMetadata, fileId }: KeyMaterial): Buffer {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const parts = [padding, owner.subarray(0, 32), flags, fileId]
  if (revision >= 4 && !encryptsMetadata) parts.push(Buffer.alloc(4, 0xff))
  let key = md5(Buffer.concat(parts))
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, keyBytes))
  key = key.subarray(0, keyBytes)
  if (revision === 2) {
    if (!rc4(key, padding).equals(user.subarray(0, 32))) throw passwordNeeded()
    return key
  }
  let check: Buffer = md5(Buffer.concat([padding, fileId]))
  for (let round = 0; round < 20; round++)
    check = rc4(
      key.map((octet) => octet ^ round),
      check,
    )
  if (!check.equals(user.subarray(0, 16))) throw passwordNeeded()
  return key
}

/** Algorithms 2.A and 11: revisions 5 and 6. `U` is a digest of 32 octets, the validation salt and the key salt of 8 octets each. */
function keyOfRevision5({ revision, user, userEncrypted }: KeyMaterial): Buffer {
  if (user.length < 48 || userEncrypted.length < 32)
    throw new PdfError('PDF_ENCRYPTION', 'the entries of the encryption dictionary are too short')
  const hashOf = revision === 5 ? sha256 : hardenedHash
  if (!hashOf(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw passwordNeeded()
  const decipher = createDecipheriv('aes-256-cbc', hashOf(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(userEncrypted.subarray(0, 32)), decipher.final()])
}

/** Algorithm 2.B for an empty password: at least 64 rounds, until the last octet of a round is at most the round number minus 32. */
function hardenedHash(salt: Buffer): Buffer {
  let key: Buffer = sha256(salt)
  for (let round = 0; ; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = Buffer.concat([cipher.update(repeated), cipher.final()])
    const remainder = encrypted.subarray(0, 16).reduce((sum, octet) => sum + octet, 0) % 3
    key = createHash(remainder === 0 ? 'sha256' : remainder === 1 ? 'sha384' : 'sha512')
      .update(encrypted)
      .digest()
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32)
  }
}

function passwordNeeded(): PdfError {
  return new PdfError('PDF_PASSWORD', 'the file is encrypted with a password')
}

function md5(data: Uint8Array): Buffer {
  return createHash('md5').update(data).digest()
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
