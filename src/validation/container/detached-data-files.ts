import type { DataFile, DetachedData } from '#model'
import { refuse } from './refusal.js'

/**
 * The files that were given beside a document, as its data files. Digests are no files.
 *
 * @throws ContainerError when two of them have one name: a signature could cover either
 */
export function detachedDataFiles(detached: DetachedData | null): readonly DataFile[] {
  if (detached === null || detached.kind !== 'files') return []
  const names = new Set<string>()
  for (const { name } of detached.files) {
    if (names.has(name)) refuse('CONTENT_NAME_REPEATED', 'Two of the files that are given beside the signatures have one name.', name)
    names.add(name)
  }
  return detached.files.map(({ name, bytes }) => ({ name, mimeType: null, content: { size: bytes.length, pieces: () => [bytes] } }))
}
