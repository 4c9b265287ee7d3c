import { digest } from '#crypto'
import type { ArchivedFile, DigestAlgorithm } from '#model'
import type { ZipEntry } from '#zip'
import { readingEntry } from './refusal.js'

/** What is left of the bytes that one container may keep unpacked. */
export interface KeptContents {
  bytesLeft: number
}

/**
 * A data file over an entry. The content is unpacked when it is asked for, and kept only while the container's allowance lasts: a
 * large file takes memory while its digest is computed, not until the end of the validation.
 *
 * Content and digest throw ContainerError when the entry is broken; a container with a broken file opens as long as that file is not read.
 */
export function createDataFile(entry: ZipEntry, mimeType: string | null, kept: KeptContents): ArchivedFile {
  let content: Buffer | null = null
  const digests = new Map<DigestAlgorithm, Uint8Array | null>()

  function bytes(): Uint8Array {
    if (content !== null) return content
    const unpacked = readingEntry(entry.name, () => entry.read())
    // A stored entry is a view of the document and costs nothing.
    const cost = entry.method === 'stored' ? 0 : unpacked.length
    if (cost <= kept.bytesLeft) {
      kept.bytesLeft -= cost
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
