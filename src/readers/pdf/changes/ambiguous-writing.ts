import type { CrossReferenceEntry } from '../cross-reference/section.js'
import type { PdfFile } from '../pdf-file.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isOfGeneration } from '../signatures/equal-values.js'
import type { IndirectObject } from '../syntax/parse-object.js'
import { isArray, PdfDictionary, PdfName, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import type { ChangeKind, Versions } from './comparison.js'
import type { Difference } from './difference.js'
import { TRAILER } from './reference-index.js'

/** A changed object, with what decides whether its writing matters. */
export interface WrittenObject {
  readonly file: PdfFile
  readonly versions: Versions
  readonly number: number
  readonly kind: ChangeKind
  readonly before: PdfValue
  readonly after: PdfValue
  /** Its entry in the cross-reference. */
  readonly entry: CrossReferenceEntry
  /** Its place in the file; null for an object in an object stream. */
  readonly head: IndirectObject | null
  /** Whether nothing of the newer revision reaches it. */
  readonly isUnreferenced: () => boolean
  /** Whether it is a new signature dictionary and nothing else: keys that it has twice are a flaw of that signature. */
  readonly isSignatureAlone: boolean
}

/** The reason, or null when the writing is read alike. */
type ReasonOf<Asked> = Difference<Asked, string | null>

/** A value within an object. */
interface Part {
  readonly value: PdfValue
  readonly revision: PdfRevision
}

/** What programs read differently within an object. */
export const differencesOfValues: readonly ReasonOf<Part>[] = [
  {
    name: 'repeated-key',
    programs: 'Some programs use the first value of a repeated key, others the last.',
    find: ({ value }) => (value instanceof PdfDictionary && value.repeated.length > 0 ? 'it has a repeated key' : null),
  },
  {
    name: 'generation-of-reference',
    programs: 'Some programs find no object of another generation, others ignore the generation.',
    find: ({ value, revision }) =>
      value instanceof PdfReference && !isOfGeneration(value, revision.entryOf(value.number))
        ? `it refers to another generation of object ${value.number}`
        : null,
  },
  {
    name: 'end-of-text',
    programs: 'PDFBox ends a text at a closing parenthesis before an end of line and then `/` or `>`, and reads keys in its rest.',
    find: ({ value }) =>
      value instanceof PdfString && value.unclear !== null && /\)(?:\r\n?|\n)[/>]/.test(value.unclear.toString('latin1'))
        ? 'a text in it ends earlier in some programs'
        : null,
  },
]

/** What programs read differently in how an object is written as a whole, and at its place. */
export const differencesOfObjects: readonly ReasonOf<WrittenObject>[] = [
  {
    name: 'packed-object',
    programs: 'Some programs look for an object in an object stream by its index, others by its number in the header.',
    find: ({ versions: { newer }, entry }) =>
      entry.kind !== 'in-stream' || newer.isPlainlyPacked(entry) ? null : 'it is packed in a way that programs read differently',
  },
  {
    name: 'generation-of-object',
    programs: 'Some programs read no object whose own generation is another than that of its entry.',
    find: ({ entry, head }) =>
      head !== null && head.generation !== generationOf(entry) ? 'it has another generation than the cross-reference says' : null,
  },
  {
    name: 'place-of-object',
    programs: 'Every program skips white space before the number of an object, but not every one skips a comment.',
    find: ({ file, entry, head }) =>
      entry.kind === 'at' && head !== null && file.bytes.subarray(entry.offset, head.start).includes(0x25)
        ? 'it does not begin at the offset in the cross-reference'
        : null,
  },
  {
    name: 'reused-number',
    programs: 'Poppler uses the number of a removed object again, with another generation. Programs differ about older references to it.',
    find: ({ versions, number, kind, entry, isUnreferenced }) =>
      kind === 'replaced' &&
      generationOf(entry) !== generationOf(versions.older.entryOf(number)) &&
      !isUnreferenced() &&
      isReferredToByOther(versions, number)
        ? 'it has another generation than before'
        : null,
  },
]

/** The reason why programs could read something else in a changed object than this reader; null when there is none. */
export function differenceOfObject(object: WrittenObject): string | null {
  const { versions, before, after, isSignatureAlone } = object
  return (
    (isSignatureAlone ? null : differenceWithin(after, versions.newer)) ??
    differenceWithin(before, versions.older) ??
    firstReason(differencesOfObjects, object)
  )
}

function firstReason<Asked>(rows: readonly ReasonOf<Asked>[], asked: Asked): string | null {
  for (const { find } of rows) {
    const reason = find(asked)
    if (reason !== null) return reason
  }
  return null
}

function differenceWithin(whole: PdfValue, revision: PdfRevision): string | null {
  const pending: PdfValue[] = [whole instanceof PdfStream ? whole.dictionary : whole]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const reason = isArray(value) ? null : firstReason(differencesOfValues, { value, revision })
    if (reason !== null) return reason
    for (const item of value instanceof PdfDictionary ? value.entries.values() : isArray(value) ? value : [])
      if (item !== null && typeof item === 'object' && !(item instanceof PdfName)) pending.push(item)
  }
  return null
}

/** Objects in object streams have the generation 0 (ISO 32000-1, 7.5.7). */
function generationOf(entry: CrossReferenceEntry): number {
  return entry.kind === 'at' ? entry.generation : 0
}

/** Whether an object that the revision did not write refers to an object: its reference has the generation of before. */
function isReferredToByOther({ index, changed }: Versions, number: number): boolean {
  return [...index.referrersOf(number)].some((referrer) => referrer === TRAILER || !changed.has(referrer))
}
