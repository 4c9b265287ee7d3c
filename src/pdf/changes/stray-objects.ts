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
  const found = new Set<string>()
  forEachOccurrence(bytes, words.obj, start, end, (at) => {
    const place = objectStartBefore(bytes, at)
    if (place !== null && place >= start && !known.has(place)) found.add('it contains an object that the cross-reference does not list')
  })
  forEachOccurrence(bytes, words.trailer, start, end, (at) => {
    const isKnown = sections.some(({ offset, end: sectionEnd, marker }) => at >= offset && at < (marker?.start ?? sectionEnd))
    if (!isKnown) found.add('it contains a trailer that belongs to no cross-reference section')
  })
  forEachOccurrence(bytes, words.startxref, start, end, (at) => {
    if (!sections.some(({ marker }) => marker?.start === at)) found.add('it contains startxref twice')
  })
  return [...found]
}

/** As octets: the platform would convert a string for each search. */
const words = {
  obj: Buffer.from('obj', 'latin1'),
  trailer: Buffer.from('trailer', 'latin1'),
  startxref: Buffer.from('startxref', 'latin1'),
}

/** Visits the positions of a word from `start` to before `end`. */
function forEachOccurrence(bytes: Buffer, word: Buffer, start: number, end: number, visit: (at: number) => void): void {
  for (let at = bytes.indexOf(word, start); at >= 0 && at < end; at = bytes.indexOf(word, at + word.length)) visit(at)
}

function behindWhiteSpace(bytes: Buffer, offset: number): number {
  let at = offset
  while (isWhiteSpace(bytes[at] ?? -1)) at++
  return at
}
