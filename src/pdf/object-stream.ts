import { PdfError } from './pdf-error.js'
import type { PdfBudget } from './pdf-limits.js'
import { Cursor } from './syntax/cursor.js'
import { parseValue } from './syntax/parse-value.js'
import { nameOf, naturalNumberOf, type PdfStream, type PdfValue } from './syntax/values.js'

/** An object stream (ISO 32000-1, 7.5.7). Its header of numbers and offsets is read by the constructor, each object on demand. */
export class ObjectStream {
  private readonly number: number
  private readonly content: Buffer
  private readonly first: number
  private readonly budget: PdfBudget
  private readonly places: { readonly number: number; readonly offset: number }[] = []
  private readonly objects = new Map<number, PdfValue>()

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
    for (let index = 0; index < count; index++) {
      const object = cursor.takeNaturalNumber()
      const offset = object === null ? null : cursor.takeNaturalNumber()
      if (object === null || offset === null) throw new PdfError('PDF_OBJECT_STREAM', `the header of object stream ${number} is broken`)
      budget.countValues(1)
      this.places.push({ number: object, offset })
    }
  }

  /** Numbers of the objects, in the order of the header. */
  get numbers(): readonly number[] {
    return this.places.map(({ number }) => number)
  }

  /** The object at an index of the header, which must have this number there. */
  read(number: number, index: number): PdfValue {
    const known = this.objects.get(index)
    if (known !== undefined) return known
    const place = this.places[index]
    if (place?.number !== number) {
      throw new PdfError('PDF_OBJECT_STREAM', `object stream ${this.number} does not hold object ${number} at index ${index}`)
    }
    const value = parseValue(new Cursor(this.content, this.first + place.offset, this.content.length, this.budget, false))
    this.objects.set(index, value)
    return value
  }
}
