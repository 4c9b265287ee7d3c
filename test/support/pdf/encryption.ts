import { createCipheriv, createHash } from 'node:crypto'
import { PdfDraft, streamText } from './draft.js'

/** The methods of ISO 32000-2, 7.6, with the empty user password. */
export type EncryptionMethod = 'RC4-40' | 'RC4-128' | 'AESV2' | 'AESV3-R5' | 'AESV3-R6'

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const fileId = Buffer.from('0123456789abcdef0123456789abcdef', 'hex')
const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const sha = (bits: number, ...parts: readonly Uint8Array[]) => createHash(`sha${bits}`).update(Buffer.concat(parts)).digest()
const aes = (name: string, key: Buffer, iv: Buffer, data: Buffer, pad: boolean) => {
  const cipher = createCipheriv(name, key, iv).setAutoPadding(pad)
  return Buffer.concat([cipher.update(data), cipher.final()])
}

/** Written from the description in RFC 6229's references, apart from the product's own. */
function arcfour(key: Buffer, data: Buffer): Buffer {
  const box = [...Array(256).keys()]
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) % 256
    ;[box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0]
  }
  let [i, j] = [0, 0]
  return data.map((octet) => {
    i = (i + 1) % 256
    j = (j + (box[i] ?? 0)) % 256
    ;[box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0]
    return octet ^ (box[((box[i] ?? 0) + (box[j] ?? 0)) % 256] ?? 0)
  }) as Buffer
}

interface Handler {
  readonly dictionary: string
  readonly encrypt: (data: Buffer, number: number) => Buffer
}

const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`

/** @param password of the user; anything but the empty one keeps the file shut */
function handlerOf(method: EncryptionMethod, password: string, encryptsMetadata: boolean): Handler {
  const userPassword = Buffer.from(password, 'latin1')
  const permissions = -44
  if (method.startsWith('AESV3')) return handlerOfVersion5(method === 'AESV3-R6' ? 6 : 5, userPassword, permissions)
  const revision = method === 'RC4-40' ? 2 : method === 'RC4-128' ? 3 : 4
  const length = revision === 2 ? 5 : 16
  const owner = Buffer.alloc(32, 0x5a)
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions)
  let key = md5(
    Buffer.concat([userPassword, padding]).subarray(0, 32),
    owner,
    flags,
    fileId,
    revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0),
  )
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length))
  key = key.subarray(0, length)
  let user = revision === 2 ? arcfour(key, padding) : md5(padding, fileId)
  if (revision >= 3) for (let i = 0; i < 20; i++) user = arcfour(Buffer.from(key.map((octet) => octet ^ i)), user)
  const objectKey = (number: number, salt: string) =>
    md5(key, Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]), Buffer.from(salt)).subarray(
      0,
      Math.min(16, length + 5),
    )
  const common = `/Filter /Standard /R ${revision} /P ${permissions} /O ${hex(owner)} /U ${hex(Buffer.concat([user, Buffer.alloc(32 - user.length)]))}`
  if (revision < 4) {
    return {
      dictionary: `<< ${common} /V ${revision === 2 ? 1 : 2} /Length ${length * 8} >>`,
      encrypt: (data, number) => arcfour(objectKey(number, ''), data),
    }
  }
  return {
    dictionary: `<< ${common} /V 4 /Length 128 /EncryptMetadata ${encryptsMetadata} /CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF >>`,
    encrypt: (data, number) => {
      const iv = md5(Buffer.from([number]))
      return Buffer.concat([iv, aes('aes-128-cbc', objectKey(number, 'sAlT'), iv, data, true)])
    },
  }
}

function handlerOfVersion5(revision: 5 | 6, password: Buffer, permissions: number): Handler {
  const key = sha(256, Buffer.from('file key'))
  const hash = (salt: Buffer) => (revision === 5 ? sha(256, password, salt) : hardened(password, salt))
  const [checkSalt, keySalt] = [Buffer.from('checksal'), Buffer.from('keysalts')]
  const user = Buffer.concat([hash(checkSalt), checkSalt, keySalt])
  const encrypted = aes('aes-256-cbc', hash(keySalt), Buffer.alloc(16), key, false)
  return {
    dictionary: `<< /Filter /Standard /V 5 /R ${revision} /Length 256 /P ${permissions} /O ${hex(Buffer.alloc(48, 1))} /OE ${hex(Buffer.alloc(32, 1))} /U ${hex(user)} /UE ${hex(encrypted)} /Perms ${hex(Buffer.alloc(16))} /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`,
    encrypt: (data, number) => {
      const iv = md5(Buffer.from([number]))
      return Buffer.concat([iv, aes('aes-256-cbc', key, iv, data, true)])
    },
  }
}

/** Algorithm 2.B of ISO 32000-2. */
function hardened(password: Buffer, salt: Buffer): Buffer {
  let key = sha(256, password, salt)
  for (let round = 1; ; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([password, key])))
    const out = aes('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), block, false)
    key = sha([256, 384, 512][Number(BigInt(`0x${out.toString('hex', 0, 16)}`) % 3n)] ?? 256, out)
    if (round >= 64 && (out.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}

export interface EncryptedOptions {
  readonly method: EncryptionMethod
  readonly password?: string
  readonly encryptsMetadata?: boolean
  /** Changes the encryption dictionary. */
  readonly dictionary?: (text: string) => string
}

/** Object 4 is the string `secret`, 5 a stream `stream data`, 6 metadata, 7 a stream that is not encrypted by its own filter, 8 packed. */
export function encryptedDraft({
  method,
  password = '',
  encryptsMetadata = true,
  dictionary = (text) => text,
}: EncryptedOptions): PdfDraft {
  const handler = handlerOf(method, password, encryptsMetadata)
  const string = (text: string, number: number) => hex(handler.encrypt(Buffer.from(text), number))
  const stream = (entries: string, text: string, number: number) => streamText(entries, handler.encrypt(Buffer.from(text), number))
  const metadata = encryptsMetadata ? stream('/Type /Metadata', 'metadata', 6) : streamText('/Type /Metadata', 'metadata')
  const packed = '8 0\n(packed)\n'
  return new PdfDraft().update(
    {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [] /Count 0 >>',
      3: dictionary(handler.dictionary),
      4: string('secret', 4),
      5: stream('', 'stream data', 5),
      6: metadata,
      7: streamText('/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]', 'open data'),
      9: streamText(`/Type /ObjStm /N 1 /First 4`, handler.encrypt(Buffer.from(packed), 9)),
      10: `<< /Type /Sig /ByteRange [0 1 2 3] /Contents <414243> /Reason ${string('because', 10)} >>`,
    },
    {
      stream: true,
      trailer: `/Encrypt 3 0 R /ID [${hex(fileId)} ${hex(fileId)}]`,
      entries: (entries) => [...entries, { number: 8, offset: 0, packedIn: { stream: 9, index: 0 } }],
    },
  )
}
