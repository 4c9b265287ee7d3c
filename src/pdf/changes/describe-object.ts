import { ifReadable, PdfError } from '../pdf-error.js'
import { dictionaryOf, isArray, nameOf, type PdfDictionary, PdfReference, type PdfValue } from '../syntax/values.js'
import type { Comparison } from './comparison.js'
import type { ObjectValues } from './object-survey.js'
import { TRAILER } from './reference-index.js'

/** Describes an object by its type, or by the key and the type of an object that refers to it: `Page`, `Contents of Page`, `XObject Image`. */
export function describeObject(comparison: Comparison, number: number, { before, after }: ObjectValues): string {
  const newest = after instanceof PdfError ? null : after
  const own = typeOf(newest ?? (before instanceof PdfError ? null : before))
  if (own !== null) return own
  for (const referrer of comparison.index.referrersOf(number)) {
    if (referrer === TRAILER) return 'object of the trailer'
    const holder = ifReadable(() => comparison.older.object(referrer))
    const key = keysIn(comparison, dictionaryOf(holder)).get(number)
    if (key !== undefined) return `${key.slice(0, 40)} of ${typeOf(holder) ?? `object ${referrer}`}`
  }
  return 'object'
}

function typeOf(value: PdfValue): string | null {
  const dictionary = dictionaryOf(value)
  if (dictionary === null) return null
  const names = ['Type', 'Subtype'].map((key) => nameOf(dictionary.get(key))).filter((name) => name !== null)
  if (names.length > 0) return names.join(' ').slice(0, 80)
  if (dictionary.get('ByteRange') !== null) return 'signature dictionary'
  return dictionary.get('FT') === null && dictionary.get('T') === null ? null : 'form field'
}

/** Each dictionary is searched once: it may refer to all objects that have changed. */
function keysIn({ firstKeys, budget }: Comparison, dictionary: PdfDictionary | null): ReadonlyMap<number, string> {
  if (dictionary === null) return none
  const known = firstKeys.get(dictionary)
  if (known !== undefined) return known
  const found = firstKeysOf(dictionary)
  budget.countValues(found.size >>> 3)
  firstKeys.set(dictionary, found)
  return found
}

const none: ReadonlyMap<number, string> = new Map()

/** For each object that a dictionary refers to, directly or in lists, the first key under which it does. */
function firstKeysOf(dictionary: PdfDictionary): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  const add = (value: PdfValue, key: string): void => {
    if (isArray(value)) for (const item of value) add(item, key)
    else if (value instanceof PdfReference && !found.has(value.number)) found.set(value.number, key)
  }
  for (const [key, value] of dictionary.entries) add(value, key)
  return found
}
