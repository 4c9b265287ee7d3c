import { createCipheriv } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createDeflate } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { TAG_LENGTH } from '../envelope.js'

export interface NewPayloadKeys {
  readonly key: Uint8Array
  readonly nonce: Uint8Array
  readonly additionalData: Uint8Array
}

/** Octets that zlib hands on at once. */
const DEFLATE_CHUNK = 64 * 1024

/** Adds files to a payload, one after the other. Sizes have to be known before and true. */
export type FillArchive = (archive: Pack) => Promise<void>

/**
 * Packs, compresses and encrypts files: nonce, ciphertext and tag in order, in bounded memory.
 *
 * @param fill adds the entries and finalizes; what it throws ends the iteration
 */
export async function* writePayload(fill: FillArchive, keys: NewPayloadKeys): AsyncGenerator<Uint8Array> {
  const cipher = createCipheriv('chacha20-poly1305', keys.key, keys.nonce, { authTagLength: TAG_LENGTH })
  cipher.setAAD(keys.additionalData, { plaintextLength: 0 })
  yield keys.nonce
  const archive = pack()
  const deflate = createDeflate({ chunkSize: DEFLATE_CHUNK })
  archive.on('error', (error) => deflate.destroy(error))
  const filling = fill(archive).catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const chunk of (archive as unknown as Readable).pipe(deflate) as AsyncIterable<Uint8Array>) yield cipher.update(chunk)
    await filling
    yield cipher.final()
    yield cipher.getAuthTag()
  } finally {
    archive.destroy()
    deflate.destroy()
  }
}
