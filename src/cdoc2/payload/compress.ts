import { once } from 'node:events'
import { constants, createDeflate, type Deflate } from 'node:zlib'

/** Size of the pieces of zlib's output, in octets. */
const DEFLATE_CHUNK = 64 * 1024
/**
 * Highest compression ratio that is written. Readers refuse payloads above a bound, because a small one could fill a disk: the Java client above 1 : 10, this
 * program above `maxCompressionRatio`. A container that readers refuse is lost, so content that would compress better is stored uncompressed for a while.
 */
const MAX_RATIO = 8
/** Octets that zlib may consume before its first output. */
const BEGINNING = 32 * 1024

/** State that the writing and the reading side of the stream share. */
interface Progress {
  /** Octets of content that were written to zlib. */
  taken: number
  /** Octets of zlib's output. */
  given: number
  /** The consumer has ended the iteration. */
  isGivenUp: boolean
  /** Resolves when no change of the compression level is in progress. */
  level: Promise<void>
}

/** Compresses to a zlib stream in bounded memory, with a ratio that readers accept. An error of the content ends the iteration. */
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
    // Destroying the stream while its level is being changed fails an assertion of the platform, which cannot be caught. The change waits until output is
    // consumed.
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

/** Changes the compression level. This also flushes, so that the compressed size of the input so far is soon known. */
function setLevel(deflate: Deflate, level: number): Promise<void> {
  return new Promise((resolve, reject) => {
    deflate.params(level, constants.Z_DEFAULT_STRATEGY, (error?: Error | null) => {
      if (error == null) resolve()
      else reject(error)
    })
  })
}
