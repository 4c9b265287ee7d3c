import { createDecipheriv, createHash } from 'node:crypto'
import { PdfError } from '../pdf-error.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfString, type PdfValue } from '../syntax/values.js'
import { fileKeyOf } from './file-key.js'
import { rc4 } from './rc4.js'

/** The method of a crypt filter (`CFM`; ISO 32000-2, table 25), or Identity. */
type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256'

/** Decrypts the strings and streams of one object. */
export interface Decryption {
  string(bytes: Buffer, number: number, generation: number): Buffer
  /** `dictionary` is the dictionary of the stream: it may name a crypt filter of its own. */
  stream(bytes: Buffer, dictionary: PdfDictionary, number: number, generation: number): Buffer
}

/**
 * The standard security handler (ISO 32000-2, 7.6.4) of a file that opens with the empty user password. Viewers open such a file without a prompt, so
 * its content must be checked like that of any other file.
 *
 * @param encrypt the encryption dictionary
 * @param fileId value of `ID` in the trailer
 * @param resolve follows references
 * @throws PdfError PDF_ENCRYPTION for another handler or an unsupported or malformed dictionary, PDF_PASSWORD when a password is needed
 */
export function openEncryption(encrypt: PdfDictionary, fileId: PdfValue, resolve: (value: PdfValue) => PdfValue): Decryption {
  const value = (key: string) => resolve(encrypt.get(key))
  const number = (key: string, otherwise: number) => integer(value(key), otherwise)
  if (nameOf(value('Filter')) !== 'Standard') throw new PdfError('PDF_ENCRYPTION', 'the file is encrypted for named receivers')
  const version = number('V', 0)
  if (version === 6)
    throw new PdfError('PDF_ENCRYPTION', 'the file is encrypted with AES-GCM (ISO/TS 32003), which this service does not read')
  if (![1, 2, 4, 5].includes(version)) throw new PdfError('PDF_ENCRYPTION', `version ${version} of the encryption is not known`)
  const revision = number('R', 0)
  // Table 21: revisions 5 and 6 require version 5. In any other pair the key length does not fit the method, and the platform throws a RangeError.
  if ((version === 5) !== (revision === 5 || revision === 6))
    throw new PdfError('PDF_ENCRYPTION', `revision ${revision} of the encryption does not belong to its version ${version}`)
  const encryptsMetadata = value('EncryptMetadata') !== false
  const keyBytes = version === 1 ? 5 : version === 4 ? 16 : number('Length', 40) >> 3
  if (keyBytes < 5 || keyBytes > 32) throw new PdfError('PDF_ENCRYPTION', 'the length of the key is impossible')
  const first = isArray(fileId) ? resolve(fileId[0] ?? null) : null
  const key = fileKeyOf({
    revision,
    keyBytes,
    owner: octets(value('O')),
    user: octets(value('U')),
    userEncrypted: octets(value('UE')),
    permissions: number('P', 0),
    encryptsMetadata,
    fileId: octets(first),
  })
  const methodNamed = (name: string | null) => filterMethod(name, version, dictionaryOf(value('CF')), resolve)
  const methods =
    version < 4
      ? { string: 'rc4' as const, stream: 'rc4' as const }
      : { string: methodNamed(nameOf(value('StrF'))), stream: methodNamed(nameOf(value('StmF'))) }
  return {
    string: (bytes, object, generation) => decrypt(methods.string, key, bytes, object, generation),
    stream: (bytes, dictionary, object, generation) => {
      if (nameOf(dictionary.get('Type')) === 'Metadata' && !encryptsMetadata) return bytes
      const own = ownFilter(dictionary, resolve)
      return decrypt(own === null ? methods.stream : methodNamed(own), key, bytes, object, generation)
    },
  }
}

/** The crypt filter that the Crypt filter of a stream names (ISO 32000-1, 7.4.10), Identity by default. Null when the stream has no Crypt filter. */
function ownFilter(dictionary: PdfDictionary, resolve: (value: PdfValue) => PdfValue): string | null {
  const list = (value: PdfValue) => (isArray(value) ? value.map(resolve) : [value])
  const filters = list(resolve(dictionary.get('Filter')))
  const at = filters.findIndex((filter) => nameOf(filter) === 'Crypt')
  if (at < 0) return null
  const parameters = dictionaryOf(list(resolve(dictionary.get('DecodeParms')))[at] ?? null)
  return nameOf(resolve(parameters?.get('Name') ?? null)) ?? 'Identity'
}

function filterMethod(name: string | null, version: number, filters: PdfDictionary | null, resolve: (value: PdfValue) => PdfValue): Method {
  if (name === null || name === 'Identity') return 'none'
  const method = nameOf(resolve(dictionaryOf(resolve(filters?.get(name) ?? null))?.get('CFM') ?? null))
  switch (method) {
    case 'None':
    case null:
      return 'none'
    case 'V2':
      return 'rc4'
    case 'AESV2':
      return 'aes-128'
    case 'AESV3':
      if (version === 5) return 'aes-256'
  }
  throw new PdfError('PDF_ENCRYPTION', `the crypt filter method ${method.slice(0, 40)} is not known`)
}

function decrypt(method: Method, key: Buffer, bytes: Buffer, number: number, generation: number): Buffer {
  switch (method) {
    case 'none':
      return bytes
    case 'rc4':
      return rc4(objectKey(key, number, generation, ''), bytes)
    case 'aes-128':
      return decryptAes('aes-128-cbc', objectKey(key, number, generation, 'sAlT'), bytes)
    case 'aes-256':
      return decryptAes('aes-256-cbc', key, bytes)
  }
}

/** Algorithm 1: up to version 4 each object has its own key. */
function objectKey(key: Buffer, number: number, generation: number, salt: string): Buffer {
  const place = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8])
  const digest = createHash('md5').update(key).update(place).update(salt, 'latin1').digest()
  return digest.subarray(0, Math.min(key.length + 5, 16))
}

const blockBytes = 16

/** CBC: the first block is the initialization vector, the last one is padded (RFC 8018, 6.1.1). Throws `PdfError` for another length. */
function decryptAes(cipher: string, key: Buffer, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  if (bytes.length < 32 || bytes.length % 16 !== 0) throw new PdfError('PDF_ENCRYPTION', 'encrypted data have an impossible length')
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
  const padded = plain.at(-1) ?? 0
  return padded >= 1 && padded <= 16 ? plain.subarray(0, plain.length - padded) : plain
}

/**
 * A value with its strings decrypted. `Contents` of a signature dictionary is never encrypted (ISO 32000-1, 7.6.1) and keeps its position in the file.
 */
export function decryptStrings(value: PdfValue, decryptString: (bytes: Buffer) => Buffer): PdfValue {
  if (value instanceof PdfString) {
    const plain = decryptString(value.bytes)
    // Programs differ about data without the padding of AES: they drop nothing, the last block, or everything.
    const unclear = plain.length > 0 && plain.length === value.bytes.length - blockBytes ? value.bytes : value.unclear
    return new PdfString(plain, value.hexadecimal, value.start, value.end, false, unclear)
  }
  if (isArray(value)) return value.map((item) => decryptStrings(item, decryptString))
  if (!(value instanceof PdfDictionary)) return value
  const isSignature = value.get('ByteRange') !== null
  const entries = [...value.entries].map(
    ([key, entry]) => [key, isSignature && key === 'Contents' ? entry : decryptStrings(entry, decryptString)] as const,
  )
  const furtherValues = value.furtherValues.map((further) => decryptStrings(further, decryptString))
  return new PdfDictionary(new Map(entries), value.repeated, furtherValues, value.nullKeys)
}

function octets(value: PdfValue): Buffer {
  return value instanceof PdfString ? value.bytes : Buffer.alloc(0)
}

function integer(value: PdfValue, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
