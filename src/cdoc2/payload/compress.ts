import { once } from 'node:events'
import { constants, createDeflate, type Deflate } from 'node:zlib'

/** Size of the pieces of zlib's output, in octets. */
const DEFLATE_CHUNK = 64 * 1024
/**
 * Readers refuse content that is compressed by more than a bound, because such a payload can fill a disk: the Java client by more than 1 : 10, this one by more
 * than `maxCompressionRatio`. A container that cannot be opened is lost, so what would shrink more than this is stored for a while as it is.
 */
const MAX_RATIO = 8
/** Octets that zlib may take before its first output. */
const BEGINNING = 32 * 1024

/** State that the writing and the reading side of the stream share. */
interface Progress {
  taken: number
  given: number
  /** The consumer has ended the iteration. */
  isGivenUp: boolean
  /** Resolves when the level is not being changed. */
  level: Promise<void>
}

/** Compresses to zlib, in bounded memory, by no more than readers accept. What the content throws ends the iteration. */
export async function* compress(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflate({ chunkSize: DEFLATE_CHUNK })
  const progress: Progress = { taken: 0, given: 0, isGivenUp: false, level: Promise.resolve() }
  const feeding = feed(deflate, content, progress).catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const chunk of deflate.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      progress.given += chunk.length
      yield chunk
    }
    await feeding
  } finally {
    progress.isGivenUp = true
    // A stream that is destroyed while its level is changed fails an assertion of the platform, which cannot be caught. The change waits for room.
    deflate.resume()
    await progress.level
    deflate.destroy()
  }
}

async function feed(deflate: Deflate, content: AsyncIterable<Uint8Array>, progress: Progress): Promise<void> {
  let level = constants.Z_DEFAULT_COMPRESSION
  for await (const chunk of content) {
    progress.taken += chunk.length
    const shrinks = progress.taken > BEGINNING + progress.given * MAX_RATIO
    const wanted = shrinks ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION
    if (progress.isGivenUp) return
    if (wanted !== level) {
      progress.level = setLevel(deflate, wanted)
      await progress.level
    }
    level = wanted
    if (!deflate.write(chunk)) await once(deflate, 'drain')
  }
  deflate.end()
}

/** Changes the level, which also flushes: the compressed size of the input so far is known soon. */
function setLevel(deflate: Deflate, level: number): Promise<void> {
  return new Promise((resolve, reject) => {
    deflate.params(level, constants.Z_DEFAULT_STRATEGY, (error?: Error | null) => {
      if (error == null) resolve()
      else reject(error)
    })
  })
}
