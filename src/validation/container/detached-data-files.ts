import type { DataFile, DetachedData } from '#model'

/** The files that were given beside a document, as its data files. Digests are no files. */
export function detachedDataFiles(detached: DetachedData | null): readonly DataFile[] {
  if (detached === null || detached.kind !== 'files') return []
  return detached.files.map(({ name, bytes }) => ({ name, mimeType: null, content: { size: bytes.length, pieces: () => [bytes] } }))
}
