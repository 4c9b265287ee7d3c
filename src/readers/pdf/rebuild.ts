import type { RevisionSpan } from './cross-reference/read-chain.js'
import { EntryTable, notHybrid } from './cross-reference/section.js'
import { decodeStream } from './filters/decode-stream.js'
import { ObjectStream } from './object-stream.js'
import { ifReadable, PdfError } from './pdf-error.js'
import type { PdfBudget } from './pdf-limits.js'
import { Cursor, startOfDigits, startOfWhiteSpace } from './syntax/cursor.js'
import { type IndirectObject, parseIndirectObject } from './syntax/parse-object.js'
import { parseDictionary } from './syntax/parse-value.js'
import { dictionaryOf, nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from './syntax/values.js'

/**
 * Rebuilds the cross-reference of a file whose chain is broken by scanning for objects, as viewers do. Of several objects with one number the last
 * counts. The result only shows which signatures the file seems to hold. No verdict may rest on it: another program may find another document.
 *
 * @throws PdfError PDF_NO_CROSS_REFERENCE when no catalog is found either
 */
export function rebuildRevision(bytes: Buffer, budget: PdfBudget): RevisionSpan {
  const entries = new Map<number, { readonly offset: number } | { readonly stream: number; readonly index: number }>()
  const trailers: PdfDictionary[] = []
  let catalog: number | null = null
  for (const object of findObjects(bytes, budget)) {
    const { number, start, value } = object
    entries.set(number, { offset: start })
    const type = nameOf(dictionaryOf(value)?.get('Type') ?? null)
    if (type === 'Catalog') catalog = number
    if (!(value instanceof PdfStream)) continue
    if (type === 'XRef' && value.dictionary.get('Root') !== null) trailers.push(value.dictionary)
    if (type === 'ObjStm')
      for (const [index, held] of heldNumbers(object, value, budget).entries()) entries.set(held, { stream: number, index })
  }
  const trailer =
    findTrailers(bytes, budget).at(-1) ??
    trailers.at(-1) ??
    (catalog === null ? null : new PdfDictionary(new Map([['Root', new PdfReference(catalog, 0)]])))
  if (trailer === null) throw new PdfError('PDF_NO_CROSS_REFERENCE', 'the file has no cross-reference that can be read, and no catalog')
  const table = new EntryTable()
  for (const number of [...entries.keys()].sort((a, b) => a - b)) {
    const place = entries.get(number)
    if (place === undefined) continue
    if ('offset' in place) table.add(number, { kind: 'at', offset: place.offset, generation: 0 })
    else table.add(number, { kind: 'in-stream', ...place })
  }
  table.finish()
  const section = {
    offset: 0,
    kind: 'table',
    streamNumber: null,
    ...notHybrid,
    entries: table,
    trailer,
    marker: null,
    end: 0,
    irregularities: [],
  } as const
  return { sections: [section], start: 0, end: bytes.length, paddedEnd: bytes.length, irregularities: [] }
}

/** Every `n g obj` with its value, in the order of the file; an object that cannot be parsed is skipped. */
function* findObjects(bytes: Buffer, budget: PdfBudget): Generator<IndirectObject> {
  for (let at = bytes.indexOf('obj', 0, 'latin1'); at >= 0; ) {
    const start = objectStartBefore(bytes, at)
    const object = start === null ? null : ifReadable(() => parseIndirectObject(new Cursor(bytes, start, bytes.length, budget), () => null))
    if (object !== null) {
      budget.countObjects(1)
      yield object
    }
    at = bytes.indexOf('obj', object === null ? at + 3 : Math.max(at + 3, object.end), 'latin1')
  }
}

/** The start of `n g obj`, given the position of `obj`; null when the keyword does not follow two numbers with white space. */
export function objectStartBefore(bytes: Buffer, keyword: number): number | null {
  let at = keyword
  for (let part = 0; part < 2; part++) {
    const gap = startOfWhiteSpace(bytes, at)
    if (gap === at) return null
    at = startOfDigits(bytes, gap)
    if (at === gap) return null
  }
  return at
}

function heldNumbers(object: IndirectObject, stream: PdfStream, budget: PdfBudget): readonly number[] {
  const found = ifReadable(() => {
    const content = decodeStream(stream.dictionary, stream.raw, (value: PdfValue) => value, budget)
    return new ObjectStream(object.number, stream, content, budget).numbers
  })
  return found ?? []
}

/** Trailers with a `Root`, in the order of the file. */
function findTrailers(bytes: Buffer, budget: PdfBudget): readonly PdfDictionary[] {
  const found: PdfDictionary[] = []
  for (let at = bytes.indexOf('trailer', 0, 'latin1'); at >= 0; at = bytes.indexOf('trailer', at + 1, 'latin1')) {
    const cursor = new Cursor(bytes, at + 'trailer'.length, bytes.length, budget)
    cursor.skipWhiteSpace()
    const trailer = ifReadable(() => parseDictionary(cursor))
    if (trailer !== null && trailer.get('Root') !== null) found.push(trailer)
  }
  return found
}
