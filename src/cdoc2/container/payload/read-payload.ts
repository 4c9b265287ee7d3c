import { createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { createInflate, type Inflate } from 'node:zlib'
import { systemErrorCode } from '#model'
import { Cdoc2Error } from '../cdoc2-error.js'
import { TAG_LENGTH } from '../envelope.js'
import type { Cdoc2Limits } from '../limits.js'
import type { EntrySink } from './entry-sink.js'
import { TarReader } from './tar-reader.js'

interface PayloadKeys {
  readonly key: Uint8Array
  readonly nonce: Uint8Array
  readonly additionalData: Uint8Array
  readonly tag: Uint8Array
}

/**
 * Sizes in octets of zlib's output chunks and of its input and output buffers: large enough for zlib to work in its own thread at the same time as this one.
 */
const inflation = { chunkSize: 64 * 1024, highWaterMark: 512 * 1024 }

/**
 * Decrypts a payload and passes its files to a sink, in bounded memory.
 *
 * The whole payload is one message with one tag at its end, so nothing is authentic before the last octet. An error of the content is held back until the tag
 * has been checked: a changed ciphertext is reported as such, never as the damage that it causes in the archive.
 *
 * @param ciphertext the octets between nonce and tag, in order
 * @throws Cdoc2Error `payload-auth` when the tag does not match, otherwise an error of the content. The sink must then undo everything.
 */
export async function readPayload(
  ciphertext: AsyncIterable<Uint8Array>,
  keys: PayloadKeys,
  sink: EntrySink,
  limits: Cdoc2Limits,
): Promise<void> {
  const decipher = createDecipheriv('chacha20-poly1305', keys.key, keys.nonce, { authTagLength: TAG_LENGTH })
  decipher.setAAD(keys.additionalData, { plaintextLength: 0 })
  decipher.setAuthTag(keys.tag)
  const content = new Inflation(new TarReader(sink, limits), limits)
  try {
    for await (const chunk of ciphertext) await content.write(decipher.update(chunk))
    try {
      decipher.final()
    } catch (cause) {
      throw new Cdoc2Error('payload-auth', 'The content was changed or cut since it was encrypted', { cause })
    }
    await content.end()
  } finally {
    await content.close()
  }
}

/** Decompresses a zlib stream that is not authenticated yet and passes it to an archive reader. The first error is stored, and thrown by `end`. */
class Inflation {
  readonly #inflate: Inflate
  readonly #limits: Cdoc2Limits
  readonly #done: Promise<void>
  #settled = false
  #failure: Error | null = null
  #compressed = 0
  #inflated = 0

  constructor(archive: TarReader, limits: Cdoc2Limits) {
    this.#limits = limits
    this.#inflate = createInflate(inflation)
    this.#done = this.#consume(archive).then(
      () => {
        this.#settled = true
      },
      (error: unknown) => {
        this.#settled = true
        this.#failure = error instanceof Error ? error : new Error('The content could not be written', { cause: error })
      },
    )
  }

  /** Waits until zlib accepts more. After an error and after the end of the stream, octets are only counted. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#compressed += chunk.length
    if (this.#settled || chunk.length === 0) {
      this.#stopOnSystemError()
      return
    }
    if (!this.#inflate.write(chunk)) await Promise.race([once(this.#inflate, 'drain').catch(() => undefined), this.#done])
  }

  async end(): Promise<void> {
    if (!this.#settled) this.#inflate.end()
    await this.#done
    if (this.#failure !== null) throw this.#failure
    if (this.#inflate.bytesWritten < this.#compressed)
      throw new Cdoc2Error('trailing-data', 'There are octets after the end of the compressed content')
  }

  /** Ends the work. After this has resolved the sink gets nothing more, so it can undo everything. */
  async close(): Promise<void> {
    this.#inflate.destroy()
    await this.#done
  }

  async #consume(archive: TarReader): Promise<void> {
    try {
      for await (const chunk of this.#inflate as AsyncIterable<Uint8Array>) {
        this.#inflated += chunk.length
        this.#checkRatio()
        await archive.write(chunk)
      }
    } catch (error) {
      const code = systemErrorCode(error)
      if (code?.startsWith('Z_') === true) throw new Cdoc2Error('zlib', `The compressed content is damaged (${code})`, { cause: error })
      throw error
    }
    archive.end()
  }

  #checkRatio(): void {
    const { maxCompressionRatio, ratioFloor } = this.#limits
    if (this.#inflated > ratioFloor && this.#inflated > this.#compressed * maxCompressionRatio)
      throw new Cdoc2Error('compression-ratio', `The content is compressed by more than 1 : ${maxCompressionRatio}`)
  }

  /** Throws an error of the system, such as one of the disk, at once: it does not depend on the tag. */
  #stopOnSystemError(): void {
    if (this.#failure !== null && !(this.#failure instanceof Cdoc2Error)) throw this.#failure
  }
}
