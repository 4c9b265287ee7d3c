import type { PdfRevision } from '../pdf-revision.js'
import { objectStartBefore } from '../rebuild.js'
import { endOfWhiteSpace, isDigit, isWhiteSpace } from '../syntax/cursor.js'

/**
 * Describes objects, trailers and `startxref` keywords in the octets of a revision that belong to none of its cross-reference sections. Programs that follow
 * the cross-reference ignore them; programs that rebuild a file by scanning use them.
 *
 * @param listed positions of objects that sections of other revisions list
 * @returns each description once
 */
export function findStrayParts(bytes: Buffer, revision: PdfRevision, listed: readonly number[] = []): readonly string[] {
  const { sections, start, end } = revision
  const known = new Set(listed.map((position) => endOfWhiteSpace(bytes, position)))
  for (const { offset, kind, entries, trailer } of sections) {
    entries.forEachOffset((position) => known.add(endOfWhiteSpace(bytes, position)))
    if (kind === 'stream') known.add(endOfWhiteSpace(bytes, offset))
    const hybrid = trailer.get('XRefStm')
    if (typeof hybrid === 'number') known.add(endOfWhiteSpace(bytes, hybrid))
  }
  const found = new Set<string>()
  forEachOccurrence(bytes, words.obj, start, end, (at) => {
    const place = objectStartBefore(bytes, at) ?? startWithComment(bytes, at)
    if (place !== null && place >= start && !known.has(place)) found.add('it contains an object that the cross-reference does not list')
  })
  const withTrailer = new Set<unknown>()
  forEachOccurrence(bytes, words.trailer, start, end, (at) => {
    // The first trailer of a section is its own. A further one is in a string or a comment.
    const section = sections.find(({ offset, end: sectionEnd, marker }) => at >= offset && at < (marker?.start ?? sectionEnd))
    const isKnown = section !== undefined && !withTrailer.has(section)
    withTrailer.add(section)
    if (!isKnown && startsDictionary(bytes, at + words.trailer.length))
      found.add('it contains a trailer that belongs to no cross-reference section')
  })
  forEachOccurrence(bytes, words.startxref, start, end, (at) => {
    if (!sections.some(({ marker }) => marker?.start === at)) found.add('it contains startxref twice')
  })
  return [...found]
}

/** Whether a dictionary, or a comment and then a dictionary, may follow. The word alone also occurs in texts. */
function startsDictionary(bytes: Buffer, position: number): boolean {
  const at = endOfWhiteSpace(bytes, position)
  return bytes[at] === 0x25 || (bytes[at] === 0x3c && bytes[at + 1] === 0x3c)
}

const verticalTab = 0x0b

/**
 * The position from which `obj` follows two numbers with other separators than white space: a line that may end with a comment, or vertical tabs, which some
 * programs treat as white space. Null when there is no such position.
 */
function startWithComment(bytes: Buffer, keyword: number): number | null {
  let at = keyword
  for (let part = 0; part < 2; part++) {
    let hasLine = false
    const gap = at
    for (let code = bytes[at - 1] ?? -1; isWhiteSpace(code) || code === verticalTab; code = bytes[--at - 1] ?? -1)
      hasLine ||= code === 0x0a || code === 0x0d
    if (at === gap) return null
    if (hasLine && hasComment(bytes, at)) return at
    const digits = at
    while (isDigit(bytes[at - 1] ?? -1)) at--
    if (at === digits) return null
  }
  return at
}

/** Whether the line that ends at a position has a comment. */
function hasComment(bytes: Buffer, lineEnd: number): boolean {
  for (let at = lineEnd - 1; at >= 0 && bytes[at] !== 0x0a && bytes[at] !== 0x0d; at--) if (bytes[at] === 0x25) return true
  return false
}

/** As octets, because the platform would convert a string for each search. */
const words = {
  obj: Buffer.from('obj', 'latin1'),
  trailer: Buffer.from('trailer', 'latin1'),
  startxref: Buffer.from('startxref', 'latin1'),
}

/** Visits the positions of a word from `start` up to, but not including, `end`. */
function forEachOccurrence(bytes: Buffer, word: Buffer, start: number, end: number, visit: (at: number) => void): void {
  // Not the whole file: a word that stands nowhere would be searched up to its end for each revision.
  const searched = bytes.subarray(0, end + word.length - 1)
  for (let at = searched.indexOf(word, start); at >= 0; at = searched.indexOf(word, at + word.length)) visit(at)
}
