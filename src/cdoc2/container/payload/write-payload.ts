import { createCipheriv } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import { TAG_LENGTH } from '../envelope.js'
import { compress } from './compress.js'

interface NewPayloadKeys {
  readonly key: Uint8Array
  readonly nonce: Uint8Array
  readonly additionalData: Uint8Array
}

/** Largest size in octal digits, in octets. */
const MAX_OCTAL_SIZE = 0o77777777777
/** Latest time that `tar-stream` writes correctly, in milliseconds: the last second of a signed number of 32 bits. */
const LATEST_TIME = 0x7fffffff * 1000

/** A file of a new payload. */
export interface NewEntry {
  readonly name: string
  /** Octets. */
  readonly size: number
  /** Time of the last change. Default: now. */
  readonly mtime?: Date
}

/**
 * Begins a file in an archive. A size from 8 GiB on is also written in an extended header, the only form of POSIX. A time that has no form in the archive is
 * replaced by the nearest one that has: the Java client refuses an archive with a negative time.
 */
export function addEntry(archive: Pack, { name, size, mtime = new Date() }: NewEntry): ReturnType<Pack['entry']> {
  const time = new Date(Math.min(Math.max(mtime.getTime(), 0), LATEST_TIME))
  const pax = size > MAX_OCTAL_SIZE ? { size: String(size) } : null
  return archive.entry({ name, size, mtime: time, mode: 0o600, pax })
}

/** Adds files to a payload, one after the other. The stated size of each file must be its real size. */
export type FillArchive = (archive: Pack) => Promise<void>

/**
 * Packs, compresses and encrypts files in bounded memory. Yields nonce, ciphertext and tag.
 *
 * @param fill adds the entries and finalizes the archive; an error of it ends the iteration
 */
export async function* writePayload(fill: FillArchive, keys: NewPayloadKeys): AsyncGenerator<Uint8Array> {
  const cipher = createCipheriv('chacha20-poly1305', keys.key, keys.nonce, { authTagLength: TAG_LENGTH })
  cipher.setAAD(keys.additionalData, { plaintextLength: 0 })
  yield keys.nonce
  const archive = pack()
  const filling = fill(archive).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const chunk of compress(archive as unknown as Readable)) yield cipher.update(chunk)
    await filling
    yield cipher.final()
    yield cipher.getAuthTag()
  } finally {
    archive.destroy()
  }
}
