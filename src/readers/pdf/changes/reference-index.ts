import type { PdfBudget } from '../pdf-limits.js'
import { isWhiteSpace } from '../syntax/cursor.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'

/** Number that stands for the trailer. Not 0: a file may refer to an object 0, and some programs would read it. */
export const TRAILER = -1
/** Stands for unknown targets: octets are too many to be searched, or programs differ about the number of a reference. */
export const UNKNOWN = -2
/** Stands for unknown targets of an object that cannot be read and may be a packed stream. */
export const BY_CONTENT = -3

/** References between objects as of one revision. `put` replaces those of the objects that the next revision changes. */
export class ReferenceIndex {
  private readonly referrers = new Map<number, Set<number>>()
  private readonly targets = new Map<number, ReadonlySet<number>>()
  /** The references in ambiguous strings. Each string is searched once, because its object may be examined for each revision. */
  private readonly ofTexts = new WeakMap<PdfString, ReadonlySet<number>>()
  private readonly budget: PdfBudget

  constructor(budget: PdfBudget) {
    this.budget = budget
  }

  /** Replaces the references of an object. */
  put(source: number, targets: ReadonlySet<number>): void {
    for (const target of this.targets.get(source) ?? []) this.referrers.get(target)?.delete(source)
    if (targets.size === 0) this.targets.delete(source)
    else this.targets.set(source, targets)
    for (const target of targets) {
      const referrers = this.referrers.get(target)
      if (referrers === undefined) this.referrers.set(target, new Set([source]))
      else referrers.add(source)
    }
  }

  /** Numbers of the objects that an object refers to. They count on the budget. */
  targetsOf(source: number): ReadonlySet<number> {
    return this.counted(this.targets.get(source) ?? none)
  }

  /** Numbers of the objects that refer to an object. They count on the budget. */
  referrersOf(target: number): ReadonlySet<number> {
    return this.counted(this.referrers.get(target) ?? none)
  }

  isReferredTo(target: number): boolean {
    return (this.referrers.get(target)?.size ?? 0) > 0
  }

  /** Numbers of all objects that a value refers to, at any depth within it. */
  targetsIn(value: PdfValue): Set<number> {
    const targets = new Set<number>()
    const pending: PdfValue[] = [value]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next instanceof PdfReference) targets.add(next.number)
      else if (next instanceof PdfDictionary) {
        for (const item of next.entries.values()) pending.push(item)
        for (const item of next.furtherValues) pending.push(item)
      } else if (next instanceof PdfStream) pending.push(next.dictionary)
      else if (next instanceof PdfString) {
        // Some programs end the string earlier and may read keys with references in its rest.
        if (next.unclear !== null) for (const number of this.targetsOfText(next, next.unclear)) targets.add(number)
      } else if (isArray(next)) for (const item of next) if (item !== null && typeof item === 'object') pending.push(item)
    }
    return targets
  }

  private targetsOfText(text: PdfString, unclear: Buffer): ReadonlySet<number> {
    const known = this.ofTexts.get(text)
    if (known !== undefined) return known
    const isTooLong = unclear.length > this.budget.limits.maxSearchedBytes
    if (!isTooLong) this.budget.countText(unclear.length)
    const targets = isTooLong ? new Set([UNKNOWN]) : targetsByLook(unclear.toString('latin1'))
    this.ofTexts.set(text, targets)
    return targets
  }

  private counted(numbers: ReadonlySet<number>): ReadonlySet<number> {
    this.budget.countStep(2 * numbers.size)
    return numbers
  }
}

const none: ReadonlySet<number> = new Set()

/** A first number of a reference about which programs agree: an integer with signs before it, or with a fraction, which they ignore. */
const wholeNumber = /^[+-]*(\d+)(?:\.\d*)?$/
/** Two numbers without white space between them, as some programs read them where the second starts with a sign. */
const twoNumbers = /^[+-]*(\d+(?:\.\d*)?)[+-]+\d+(?:\.\d*)?$/
const keywordByLook = /(?:R|#52)(?![A-Za-z])/y

/**
 * Numbers of objects in octets that break the grammar and that look like references: a program that repairs the octets would follow them. Found are `12 0 R`
 * with white space and comments between the parts, and the forms that some programs accept: other notations of the numbers, `R` directly after them, or `R`
 * written as in a name. `UNKNOWN` where programs differ about the number. Takes time and memory linear in the length of the text.
 *
 * @param text a character for each octet
 */
export function targetsByLook(text: string): Set<number> {
  const targets = new Set<number>()
  const ends = separatorEnds(text)
  const starts = new Set<number>()
  for (const { index, 0: written } of numbersByLook(text)) {
    if (!isKeywordAt(text, ends[index + written.length] ?? 0)) continue
    starts.add(index)
    const first = twoNumbers.exec(written)?.[1]
    if (first !== undefined) for (const number of firstNumber(first)) targets.add(number)
  }
  if (starts.size === 0) return targets
  for (const { index, 0: written } of numbersByLook(text)) {
    if (starts.has(ends[index + written.length] ?? 0)) for (const number of firstNumber(written)) targets.add(number)
  }
  return targets
}

/** Octets that some programs read as a number: digits with signs, points and exponents anywhere; a sign or a point alone is 0. */
function numbersByLook(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(/[\d+.-][\d+.eE-]*/g)
}

function isKeywordAt(text: string, position: number): boolean {
  keywordByLook.lastIndex = position
  return keywordByLook.test(text)
}

function firstNumber(written: string): readonly number[] {
  const digits = wholeNumber.exec(written)?.[1]
  if (digits !== undefined) return numbersOf(digits)
  return /\d/.test(written) ? [UNKNOWN] : []
}

/** The number of an object, and the number that programs read that store 32 bits of it. */
function numbersOf(digits: string): readonly number[] {
  const number = Number(digits.slice(-10))
  if (digits.length < 10) return [number]
  let kept = 0
  for (const digit of digits) kept = (kept * 10 + Number(digit)) % 2 ** 32
  return [number, kept]
}

const verticalTab = 0x0b

/** For each position, the end of the white space and comments that start there; the position itself where there are none. A comment ends with its line. */
function separatorEnds(text: string): Uint32Array {
  const ends = new Uint32Array(text.length + 1)
  ends[text.length] = text.length
  let lineEnd: number | null = null
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x0d) lineEnd = at
    const next = isWhiteSpace(code) || code === verticalTab ? at : code === 0x25 ? lineEnd : null
    ends[at] = next === null ? at : (ends[next + 1] ?? 0)
  }
  return ends
}
