import { createCipheriv, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { type FillArchive, type NewRecipient, openContainer, type Secret, writeContainer } from '#cdoc2/container'
import { limits } from '#config'
import { additionalData, contentKey } from '../../../src/cdoc2/container/keys/key-schedule.js'
import { CollectingSink, sourceOf } from './containers.js'

/** A container as this program writes it. */
export async function written(recipients: readonly NewRecipient[], fill: FillArchive): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeContainer(recipients, fill, randomBytes, limits.cdoc2)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** A container whose payload, before encryption, is what no writer would make: sound up to the last tag, and hostile behind it. */
export async function withPayload(compressed: Uint8Array, recipient: NewRecipient, secret: Secret): Promise<Buffer> {
  const sound = await written([recipient], (archive) => {
    archive.finalize()
    return Promise.resolve()
  })
  const { fmk } = await openContainer(sourceOf(sound), { secret, capsules: null, sink: new CollectingSink() }, limits.cdoc2)
  const end = 9 + sound.readInt32BE(5)
  const [header, hmac, nonce] = [sound.subarray(9, end), sound.subarray(end, end + 32), randomBytes(12)]
  const cipher = createCipheriv('chacha20-poly1305', contentKey(fmk), nonce, { authTagLength: 16 })
  cipher.setAAD(additionalData(header, hmac), { plaintextLength: 0 })
  const encrypted = Buffer.concat([cipher.update(compressed), cipher.final()])
  return Buffer.concat([sound.subarray(0, end + 32), nonce, encrypted, cipher.getAuthTag()])
}

export type TarEntry = Parameters<ReturnType<typeof pack>['entry']>[0]

/** An archive of entries of any kind and name, compressed. */
export async function archiveOf(entries: readonly (TarEntry & { readonly content?: Buffer })[]): Promise<Buffer> {
  const archive = pack()
  for (const { content, ...entry } of entries) archive.entry(entry, content ?? Buffer.alloc(0))
  archive.finalize()
  const pieces: Buffer[] = []
  for await (const piece of archive as unknown as AsyncIterable<Buffer>) pieces.push(piece)
  return deflateSync(Buffer.concat(pieces))
}

/** Header block, content and padding of an archive entry that no writer makes. */
export function rawEntry(name: string, type: string, content: Buffer): Buffer {
  const block = Buffer.alloc(512)
  block.write(name)
  block.write(content.length.toString(8).padStart(11, '0'), 124)
  block.fill(' ', 148, 156)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, octet) => total + octet, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148)
  return Buffer.concat([block, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

/** A PAX extended header for the next entry. */
export function extendedHeader(records: Readonly<Record<string, string>>): Buffer {
  return rawEntry('x', 'x', Buffer.from(Object.entries(records).map(paxRecord).join('')))
}

/** `length key=value` and a line feed; the length, of one or two digits here, counts itself. */
function paxRecord([name, value]: readonly [string, string]): string {
  const rest = ` ${name}=${value}\n`
  return `${rest.length + (rest.length < 9 ? 1 : 2)}${rest}`
}
