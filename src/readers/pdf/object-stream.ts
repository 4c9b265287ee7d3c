import { PdfError } from './pdf-error.js'
import type { PdfBudget } from './pdf-limits.js'
import { Cursor } from './syntax/cursor.js'
import type { FoundObject } from './syntax/parse-object.js'
import { parseValue } from './syntax/parse-value.js'
import { nameOf, naturalNumberOf, type PdfStream } from './syntax/values.js'

/** An object stream (ISO 32000-1, 7.5.7). The constructor reads its header of numbers and offsets and throws `PdfError`; objects are read on demand. */
export class ObjectStream {
  private readonly number: number
  private readonly content: Buffer
  private readonly first: number
  private readonly budget: PdfBudget
  private readonly places: { readonly number: number; readonly offset: number }[] = []
  /** Objects that were read, by their index in the header. `end` is relative to `First`, like the offsets of the header. */
  private readonly objects = new Map<number, FoundObject & { readonly end: number }>()
  private plainPlaces: ReadonlySet<number> | null = null

  constructor(number: number, stream: PdfStream, content: Buffer, budget: PdfBudget) {
    const count = naturalNumberOf(stream.dictionary.get('N'))
    const first = naturalNumberOf(stream.dictionary.get('First'))
    if (nameOf(stream.dictionary.get('Type')) !== 'ObjStm' || count === null || first === null) {
      throw new PdfError('PDF_OBJECT_STREAM', `object ${number} is not an object stream`)
    }
    this.number = number
    this.content = content
    this.first = first
    this.budget = budget
    const cursor = new Cursor(content, 0, first, budget, false)
    const header = cursor.takeNaturalNumbers(2 * count)
    if (header === null) throw new PdfError('PDF_OBJECT_STREAM', `the header of object stream ${number} is broken`)
    for (let at = 0; at < header.length; at += 2) this.places.push({ number: header[at] ?? 0, offset: header[at + 1] ?? 0 })
  }

  /** Numbers of the objects, in the order of the header. */
  get numbers(): readonly number[] {
    return this.places.map(({ number }) => number)
  }

  /**
   * Whether every program finds the object that was read at an index: also a program that uses the number instead of the index, and a program that ends each
   * object where the next one starts.
   */
  isPlainAt(index: number): boolean {
    this.plainPlaces ??= plainPlacesOf(this.places)
    const next = this.places[index + 1]
    return this.plainPlaces.has(index) && (next === undefined || (this.objects.get(index)?.end ?? 0) <= next.offset)
  }

  /**
   * The object at an index of the header.
   *
   * @throws PdfError PDF_OBJECT_STREAM when the header has another number at this index; PDF_SYNTAX
   */
  read(number: number, index: number): FoundObject {
    const known = this.objects.get(index)
    if (known !== undefined) return known
    const place = this.places[index]
    if (place?.number !== number) {
      throw new PdfError('PDF_OBJECT_STREAM', `object stream ${this.number} does not hold object ${number} at index ${index}`)
    }
    const cursor = new Cursor(this.content, this.first + place.offset, this.content.length, this.budget, false)
    const counted = this.budget.values
    const value = parseValue(cursor)
    const found = { value, values: this.budget.values - counted, end: cursor.position - this.first }
    this.objects.set(index, found)
    return found
  }
}

/** The indexes of the numbers that a header has once; none when the offsets do not increase. */
function plainPlacesOf(places: readonly { readonly number: number; readonly offset: number }[]): ReadonlySet<number> {
  if (places.some(({ offset }, index) => index > 0 && offset <= (places[index - 1]?.offset ?? 0))) return new Set()
  const indexes = new Map<number, number>()
  const repeated = new Set<number>()
  for (const [index, { number }] of places.entries()) {
    if (indexes.has(number)) repeated.add(number)
    indexes.set(number, index)
  }
  return new Set([...indexes].flatMap(([number, index]) => (repeated.has(number) ? [] : [index])))
}
