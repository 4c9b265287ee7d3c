import { ifReadable, PdfError } from '../pdf-error.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import type { Versions } from './comparison.js'
import type { Findings } from './findings.js'
import type { ObjectValues } from './object-survey.js'
import { TRAILER } from './reference-index.js'

/** What is known about the objects of a revision. */
interface Described {
  readonly versions: Versions
  readonly findings: Findings
  readonly describers: Map<number, Describer>
}

/** Describes an object by its type, or by the key and the type of an object that refers to it: `Page`, `Contents of Page`, `XObject Image`. */
export function describeObject(judgement: Described, number: number, { before, after }: ObjectValues): string {
  const { versions, findings } = judgement
  const newest = after instanceof PdfError ? null : after
  const own = typeOf(newest ?? (before instanceof PdfError ? null : before))
  if (own !== null) return own
  for (const referrer of versions.index.referrersOf(number)) {
    if (referrer === TRAILER) return 'object of the trailer'
    const { type, keys } = describer(judgement, referrer)
    const key = keys.get(number)
    if (key !== undefined) return `${key.slice(0, 40)} of ${type ?? `object ${referrer}`}`
  }
  // What the revision adds is described by the key of the object that leads to it.
  const source = findings.sourceOf(number)
  if (source !== null && source !== TRAILER) {
    const value = ifReadable(() => versions.newer.object(source))
    const key = firstKeysOf(dictionaryOf(value)).get(number)
    if (key !== undefined) return `${key.slice(0, 40)} of ${typeOf(value) ?? `object ${source}`}`
    if (isArray(value)) return `entry of list ${source}`
  }
  return newest === null && before === null ? 'object that is gone' : `${kindOf(newest)} that its reference does not describe`
}

function kindOf(value: PdfValue): string {
  if (isArray(value)) return 'list'
  if (value instanceof PdfStream) return 'stream'
  return value instanceof PdfDictionary ? 'dictionary' : 'value'
}

function typeOf(value: PdfValue): string | null {
  const dictionary = dictionaryOf(value)
  if (dictionary === null) return null
  const names = [nameOf(dictionary.get('Type')), nameOf(dictionary.get('Subtype'))].filter((name) => name !== null)
  if (names.length > 0) return names.join(' ').slice(0, 80)
  if (dictionary.get('ByteRange') !== null) return 'signature dictionary'
  return dictionary.get('FT') === null && dictionary.get('T') === null ? null : 'form field'
}

/**
 * An object that is used to describe the objects to which it refers: its type, and for each of these objects, referred to directly or in a list, the first key
 * that does so.
 */
export interface Describer {
  readonly type: string | null
  readonly keys: ReadonlyMap<number, string>
}

/** The describer for an object. Each object is searched once, because it may refer to all changed objects. */
function describer({ describers, versions: { older } }: Described, number: number): Describer {
  const known = describers.get(number)
  if (known !== undefined) return known
  const value = ifReadable(() => older.object(number))
  const found = { type: typeOf(value), keys: firstKeysOf(dictionaryOf(value)) }
  describers.set(number, found)
  return found
}

const none: ReadonlyMap<number, string> = new Map()

function firstKeysOf(dictionary: PdfDictionary | null): ReadonlyMap<number, string> {
  if (dictionary === null) return none
  const found = new Map<number, string>()
  const add = (value: PdfValue, key: string): void => {
    if (isArray(value)) for (const item of value) add(item, key)
    else if (value instanceof PdfReference && !found.has(value.number)) found.set(value.number, key)
  }
  for (const [key, value] of dictionary.entries) add(value, key)
  return found
}
