import type { PdfRevision } from '../pdf-revision.js'
import { objectStartBefore } from '../rebuild.js'
import { isWhiteSpace } from '../syntax/cursor.js'

/**
 * Objects, trailers and `startxref` in the octets of a revision that none of its cross-reference sections lists. Programs that follow the cross-reference ignore
 * them; programs that rebuild a file by scanning use them.
 */
export function findStrayParts(bytes: Buffer, revision: PdfRevision): readonly string[] {
  const { sections, start, end } = revision
  const known = new Set<number>()
  for (const { offset, kind, entries, trailer } of sections) {
    entries.forEachOffset((position) => known.add(behindWhiteSpace(bytes, position)))
    if (kind === 'stream') known.add(behindWhiteSpace(bytes, offset))
    const hybrid = trailer.get('XRefStm')
    if (typeof hybrid === 'number') known.add(behindWhiteSpace(bytes, hybrid))
  }
  const found: string[] = []
  for (const at of occurrences(bytes, 'obj', start, end)) {
    const place = objectStartBefore(bytes, at)
    if (place !== null && place >= start && !known.has(place)) found.push('it contains an object that the cross-reference does not list')
  }
  for (const at of occurrences(bytes, 'trailer', start, end)) {
    const isKnown = sections.some(({ offset, end: sectionEnd, marker }) => at >= offset && at < (marker?.start ?? sectionEnd))
    if (!isKnown) found.push('it contains a trailer that belongs to no cross-reference section')
  }
  for (const at of occurrences(bytes, 'startxref', start, end)) {
    if (!sections.some(({ marker }) => marker?.start === at)) found.push('it contains startxref twice')
  }
  return [...new Set(found)]
}

function* occurrences(bytes: Buffer, word: string, start: number, end: number): Generator<number> {
  for (let at = bytes.indexOf(word, start, 'latin1'); at >= 0 && at < end; at = bytes.indexOf(word, at + 1, 'latin1')) yield at
}

function behindWhiteSpace(bytes: Buffer, offset: number): number {
  let at = offset
  while (isWhiteSpace(bytes[at] ?? -1)) at++
  return at
}
