import { ifReadable, orPdfError, PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isDigit, isWhiteSpace } from '../syntax/cursor.js'
import { decodeName } from '../syntax/parse-value.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import { targetsByLook, UNKNOWN } from './reference-index.js'

/**
 * Keys under which streams are drawn: directly, in lists, or under names (ISO 32000-1, tables 30, 33, 112, 164 and 168), and of a soft mask its group (`G`).
 */
const drawnKeys: ReadonlySet<string> = new Set(['Contents', 'XObject', 'Pattern', 'CharProcs', 'AP', 'SMask'])
/** Steps from such a key to a stream: an appearance has a dictionary of kinds with dictionaries of states. */
const maxSteps = 4

interface DrawnValue {
  readonly key: string
  readonly value: PdfValue
}

/**
 * The references in the content of streams. Content must not refer to objects (ISO 32000-1, 7.8.2), but some programs follow references in lists and in inline
 * images there.
 */
export class ContentReferences {
  private readonly budget: PdfBudget
  private readonly drawn = new Map<number, readonly DrawnValue[]>()
  private readonly searched = new WeakMap<PdfStream, ReadonlySet<number> | null>()

  constructor(budget: PdfBudget) {
    this.budget = budget
  }

  /** Records which streams an object draws, as of the newest revision that was read. */
  put(number: number, value: PdfValue | PdfError): void {
    const drawn = value instanceof PdfError ? [] : drawnValues(value)
    if (drawn.length > 0) this.drawn.set(number, drawn)
    else this.drawn.delete(number)
  }

  /** The objects that content of a revision refers to; null when some of it cannot be searched. */
  of(revision: PdfRevision): ReadonlySet<number> | null {
    const targets = new Set<number>()
    const seen = new Map<number, number>()
    for (const drawn of this.drawn.values()) {
      for (const each of drawn) {
        for (const stream of this.streamsOf(revision, each, seen)) {
          const found = this.targetsOf(revision, stream)
          if (found === null) return null
          for (const target of found) targets.add(target)
        }
      }
    }
    return targets
  }

  /** Every name in the content of a revision, as content names resources; null when some of it cannot be searched. */
  names(revision: PdfRevision): ReadonlySet<string> | null {
    const names = new Set<string>()
    const seen = new Map<number, number>()
    for (const drawn of this.drawn.values()) {
      for (const each of drawn) {
        for (const stream of this.streamsOf(revision, each, seen)) {
          const content = ifReadable(() => revision.drawnContentOf(stream))
          if (content === null) return null
          this.budget.countScanned(content.length >>> 2)
          for (const [, name = ''] of content.toString('latin1').matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g)) names.add(decodeName(name))
        }
      }
    }
    return names
  }

  /** `seen` records for each object at which steps it was seen, one bit for each step and kind of key: many pages may have the same pictures. */
  private *streamsOf(revision: PdfRevision, { key, value }: DrawnValue, seen: Map<number, number>): Generator<PdfStream> {
    const pending: (readonly [PdfValue, number])[] = [[key === 'SMask' ? groupOf(revision, value) : value, 0]]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [item, steps] = next
      this.budget.countValues(1)
      if (item instanceof PdfReference) {
        const [bits, bit] = [seen.get(item.number) ?? 0, 1 << (2 * steps + (key === 'XObject' ? 1 : 0))]
        if ((bits & bit) !== 0) continue
        seen.set(item.number, bits | bit)
      }
      const found = item instanceof PdfReference ? orPdfError(() => revision.resolve(item)) : item
      if (found instanceof PdfError) continue
      if (found instanceof PdfStream) {
        if (key !== 'XObject' || !isPicture(found)) yield found
      }
      if (steps === maxSteps) continue
      if (isArray(found)) for (const each of found) pending.push([each, steps + 1])
      else if (found instanceof PdfDictionary) for (const each of found.entries.values()) pending.push([each, steps + 1])
      // A stream may be used where a dictionary of names is expected.
      else if (found instanceof PdfStream && steps === 0)
        for (const each of found.dictionary.entries.values()) pending.push([each, maxSteps])
    }
  }

  private targetsOf(revision: PdfRevision, stream: PdfStream): ReadonlySet<number> | null {
    const known = this.searched.get(stream)
    if (known !== undefined) return known
    const content = orPdfError(() => revision.drawnContentOf(stream))
    const targets = content instanceof PdfError ? null : targetsOfContent(content, this.budget)
    this.searched.set(stream, targets)
    return targets
  }
}

/** The group of a soft mask; null for the mask of a picture, which has no group. */
function groupOf(revision: PdfRevision, mask: PdfValue): PdfValue {
  return dictionaryOf(revision.readable(mask))?.get('G') ?? null
}

function isPicture({ dictionary }: PdfStream): boolean {
  return nameOf(dictionary.get('Subtype')) === 'Image' && !dictionary.repeated.includes('Subtype')
}

/** The values in an object under keys by which streams are drawn. */
function drawnValues(value: PdfValue): readonly DrawnValue[] {
  const drawn: DrawnValue[] = []
  const pending: PdfValue[] = [value instanceof PdfStream ? value.dictionary : value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof PdfDictionary) {
      for (const [key, item] of next.entries) {
        if (item === null || typeof item !== 'object') continue
        if (drawnKeys.has(key)) drawn.push({ key, value: item })
        if (item instanceof PdfDictionary || isArray(item)) pending.push(item)
      }
      // Programs differ about which value of a repeated key counts.
      if (next.furtherValues.length > 0) drawn.push({ key: '', value: next.furtherValues })
    }
    for (const item of next instanceof PdfDictionary ? next.furtherValues : isArray(next) ? next : [])
      if (item instanceof PdfDictionary || isArray(item)) pending.push(item)
  }
  return drawn
}

/** The keyword of a reference; MuPDF also reads the form in which a name may have it. */
const keywords = ['R', '#52']
/** Octets before the keyword that are searched for the numbers of a reference; sound content has no references at all. */
const maxReferenceLength = 200

/**
 * The numbers of objects in octets that look like references. Null where programs differ about a reference, and where a comment or the start of the content may
 * be a part of it.
 */
export function targetsOfContent(content: Buffer, budget: PdfBudget): ReadonlySet<number> | null {
  const targets = new Set<number>()
  budget.countScanned(content.length >>> 4)
  for (const keyword of keywords) {
    for (let at = content.indexOf(keyword, 0, 'latin1'); at >= 0; at = content.indexOf(keyword, at + 1, 'latin1')) {
      budget.countValues(1)
      const end = at + keyword.length
      if (isLetter(content[end] ?? 0)) continue
      const before = beforeSeparators(content, at)
      if (before === null) return null
      const second = beforeNumber(content, before)
      if (second === before) continue
      budget.countValues(8)
      const generation = beforeSeparators(content, second)
      if (generation === null) return null
      const number = beforeNumber(content, generation)
      // A sign may start the second number.
      if (number === generation && isDigit(content[second] ?? 0)) continue
      // The content of several streams is one sequence: a reference may start in the stream before.
      if (number === 0 || at - number > maxReferenceLength) return null
      for (const target of targetsByLook(content.toString('latin1', number, end))) targets.add(target)
    }
  }
  return targets.has(UNKNOWN) ? null : targets
}

/** The start of octets that may be read as a number and that end at a position; the position itself when there is no number. */
function beforeNumber(content: Buffer, end: number): number {
  let at = end
  while (isOfNumber(content[at - 1] ?? 0) || isExponent(content[at - 1] ?? 0)) at--
  while (at < end && isExponent(content[at] ?? 0)) at++
  return at
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e
}

function isExponent(code: number): boolean {
  return (code | 0x20) === 0x65
}

/** The start of the white space that ends at a position; null where a comment may end there, or where the content starts. */
function beforeSeparators(content: Buffer, end: number): number | null {
  let at = end
  let endsLine = false
  for (let code = content[at - 1] ?? -1; isWhiteSpace(code); code = content[--at - 1] ?? -1) endsLine ||= code === 0x0a || code === 0x0d
  if (at === 0 || end - at > maxReferenceLength) return null
  return endsLine && hasComment(content, at) ? null : at
}

/** Whether the line that ends at a position may have a comment. */
function hasComment(content: Buffer, end: number): boolean {
  const start = Math.max(0, end - maxReferenceLength)
  for (let at = end - 1; at >= start; at--) {
    const code = content[at]
    if (code === 0x25) return true
    if (code === 0x0a || code === 0x0d) return false
  }
  return start > 0
}

function isLetter(code: number): boolean {
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a
}
