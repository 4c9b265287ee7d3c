import { once } from 'node:events'
import { constants, createDeflate, type Deflate } from 'node:zlib'

/** Size of the pieces of zlib's output, in octets. */
const DEFLATE_CHUNK = 64 * 1024
/**
 * Highest compression ratio that is written. Readers refuse payloads above a bound, because a small one could fill a disk: the Java client above 1 : 10, this
 * program above `maxCompressionRatio`. A container that readers refuse is lost, so content that would compress better is stored uncompressed for a while. The
 * Java client compares after each piece that it reads, so the ratio of every beginning of the stream is bounded.
 */
const MAX_RATIO = 8
/** Octets that are stored uncompressed at a time, and with which each stream begins. */
const STORED_RUN = 4 * 1024
/** Fewest octets for which compression is turned on, which ends a block of the stream. */
const SHORTEST_RUN = 16 * 1024

/** State that the writing and the reading side of the stream share. */
interface Progress {
  /** Octets of zlib's output that were consumed. */
  given: number
  /** The consumer has ended the iteration. */
  isGivenUp: boolean
  /** Resolves when no change of the compression level is in progress. */
  level: Promise<void>
}

/** Compresses to a zlib stream in bounded memory, with a ratio that readers accept. An error of the content ends the iteration. */
export async function* compress(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflate({ chunkSize: DEFLATE_CHUNK, level: constants.Z_NO_COMPRESSION })
  const progress: Progress = { given: 0, isGivenUp: false, level: Promise.resolve() }
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
  const given = () => progress.given + deflate.readableLength
  let level: number = constants.Z_NO_COMPRESSION
  /** Octets of content that were written to zlib. */
  let taken = 0
  /** At least as many octets of output came before the last change of the level; octets that were written without compression since then. */
  let before = 0
  let stored = 0
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      // Stored octets count as output as soon as they are written, and compressed ones when their output is there.
      const room = MAX_RATIO * Math.max(given(), before + stored) - taken
      const wanted = room < SHORTEST_RUN ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION
      if (progress.isGivenUp) return
      if (wanted !== level) {
        progress.level = setLevel(deflate, wanted)
        await progress.level
        level = wanted
        before = Math.max(given(), before + stored)
        stored = 0
        continue
      }
      const piece = chunk.subarray(at, at + (level === constants.Z_NO_COMPRESSION ? STORED_RUN : room))
      at += piece.length
      taken += piece.length
      if (level === constants.Z_NO_COMPRESSION) stored += piece.length
      if (!deflate.write(piece)) await once(deflate, 'drain')
    }
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
