import type { ArchivedFile, DigestAlgorithm } from '#model'
import { digest } from '#readers/crypto'
import type { ZipEntry } from '#readers/zip'
import { readingEntry } from './refusal.js'

/** The rest of the unpacked bytes that may be cached for one container. */
export interface ContentCache {
  bytesLeft: number
}

/**
 * Creates a data file that reads its content from an entry on demand. The content is cached only if the bytes left in `cache` suffice: a
 * large file takes memory while its digest is computed, not until the end of the validation.
 *
 * Reading the content and computing a digest throw ContainerError when the entry is broken; a container with a broken file opens nevertheless.
 */
export function createDataFile(entry: ZipEntry, mimeType: string | null, cache: ContentCache): ArchivedFile {
  let content: Buffer | null = null
  const digests = new Map<DigestAlgorithm, Uint8Array | null>()

  function bytes(): Uint8Array {
    if (content !== null) return content
    const unpacked = readingEntry(entry.name, () => entry.read())
    // A stored entry is a view of the document and costs nothing.
    const cost = entry.method === 'stored' ? 0 : unpacked.length
    if (cost <= cache.bytesLeft) {
      cache.bytesLeft -= cost
      content = unpacked
    }
    return unpacked
  }

  return {
    name: entry.name,
    mimeType,
    content: {
      size: entry.size,
      *pieces() {
        yield bytes()
      },
    },
    digest(algorithm) {
      const known = digests.get(algorithm)
      if (known !== undefined) return known
      const value = digest(algorithm, bytes())
      digests.set(algorithm, value)
      return value
    },
  }
}
