import type { ArchivedFile, DetachedFile, DigestAlgorithm } from '#model'
import { digest } from '#readers/crypto'

/** A file that was given beside the signatures, in the form of one in a container. */
export function detachedFile({ name, bytes }: DetachedFile): ArchivedFile {
  const digests = new Map<DigestAlgorithm, Uint8Array | null>()
  return {
    name,
    mimeType: null,
    content: { size: bytes.length, pieces: () => [bytes] },
    digest(algorithm) {
      const known = digests.get(algorithm)
      if (known !== undefined) return known
      const value = digest(algorithm, bytes)
      digests.set(algorithm, value)
      return value
    },
  }
}
