import type { PdfRevision } from '../pdf-revision.js'
import { isOfGeneration } from '../signatures/equal-values.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import type { ChangeKind } from './comparison.js'

/** The reason why another program could find another object than this reader under a number of a revision; null when there is no such reason. */
export function ambiguityOf({ newer }: { readonly newer: PdfRevision }, number: number, octets: Buffer): string | null {
  const entry = newer.entryOf(number)
  const generation = generationOf(newer, number)
  if (!newer.isPlainlyPacked(number)) return 'it is packed in a way that programs read differently'
  if (entry.kind !== 'at') return null
  const head = newer.headOf(number)
  if (head === null) return null
  if (head.generation !== generation) return 'it has another generation than the cross-reference says'
  // Every program skips white space before the object number, but not every one skips a comment.
  return octets.subarray(entry.offset, head.start).includes(0x25) ? 'it does not begin at the offset in the cross-reference' : null
}

/** Whether a number was used again for another object, with another generation. Poppler does so with the number of an object that it removed. */
export function hasNewGeneration(
  { older, newer }: { readonly older: PdfRevision; readonly newer: PdfRevision },
  number: number,
  kind: ChangeKind,
): boolean {
  return kind === 'replaced' && generationOf(newer, number) !== generationOf(older, number)
}

/** Objects in object streams have the generation 0 (ISO 32000-1, 7.5.7). */
function generationOf(revision: PdfRevision, number: number): number {
  const entry = revision.entryOf(number)
  return entry.kind === 'at' ? entry.generation : 0
}

/**
 * The reason why another program could read other content in an object; null when there is none. Reasons are repeated keys with different values, references
 * with a generation that their object does not have, and strings that some programs end earlier.
 */
export function ambiguityWithin(value: PdfValue, revision: PdfRevision): string | null {
  const pending: PdfValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const dictionary = next instanceof PdfStream ? next.dictionary : next
    if (dictionary instanceof PdfDictionary) {
      if (dictionary.repeated.length > 0) return 'it has a repeated key'
      for (const item of dictionary.entries.values()) if (item !== null && typeof item === 'object') pending.push(item)
    } else if (next instanceof PdfReference) {
      if (!isOfGeneration(next, revision.entryOf(next.number))) return `it refers to another generation of object ${next.number}`
    } else if (next instanceof PdfString) {
      if (next.unclear !== null && endsEarly(next.unclear)) return 'a text in it ends earlier in some programs'
    } else if (isArray(next)) for (const item of next) if (item !== null && typeof item === 'object') pending.push(item)
  }
  return null
}

/** Whether a string has a closing parenthesis, an end of line, and then `/` or `>`: PDFBox ends the string at this parenthesis. */
function endsEarly(notation: Buffer): boolean {
  return /\)(?:\r\n?|\n)[/>]/.test(notation.toString('latin1'))
}
