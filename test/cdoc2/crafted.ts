import { createCipheriv, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { type FillArchive, type NewRecipient, openContainer, type Secret, writeContainer } from '#cdoc2'
import { limits } from '#config'
import { additionalData, contentKey } from '../../src/cdoc2/keys/key-schedule.js'
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
