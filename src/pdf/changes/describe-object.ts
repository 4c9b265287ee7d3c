import { ifReadable, PdfError } from '../pdf-error.js'
import { dictionaryOf, isArray, nameOf, PdfReference, type PdfValue } from '../syntax/values.js'
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
    const key = keyOf(holder, number)
    if (key !== null) return `${key} of ${typeOf(holder) ?? `object ${referrer}`}`
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

function keyOf(holder: PdfValue, number: number): string | null {
  const leads = (value: PdfValue): boolean =>
    isArray(value) ? value.some(leads) : value instanceof PdfReference && value.number === number
  for (const [key, value] of dictionaryOf(holder)?.entries ?? []) if (leads(value)) return key.slice(0, 40)
  return null
}
