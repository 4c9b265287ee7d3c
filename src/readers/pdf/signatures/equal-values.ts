import type { CrossReferenceEntry } from '../cross-reference/section.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import {
  isArray,
  numberOf,
  type PdfArray,
  PdfDictionary,
  PdfName,
  PdfReal,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../syntax/values.js'

/** Keys that take any number (ISO 32000-1, tables 30, 58, 122 and 164 to 166, for example); the others take an integer. */
const takesAnyNumber: ReadonlySet<string> = new Set(
  (
    'UserUnit Dur PZ CA ca LW ML FL SM W XStep YStep Ascent Descent CapHeight XHeight ItalicAngle Leading StemV StemH AvgWidth MaxWidth MissingWidth ' +
    'FontWeight DW I C D SS'
  ).split(' '),
)
/** Keys whose lists take any numbers: areas, positions, colours. In other lists, such as `Differences` or `Mask`, programs skip a real. */
const takesAnyNumbers: ReadonlySet<string> = new Set(
  (
    'Rect MediaBox CropBox BleedBox TrimBox ArtBox BBox FontBBox Matrix QuadPoints Vertices L InkList CL RD Border C IC BC BG Coords C0 C1 Bounds Encode ' +
    'Decode Domain Range WhitePoint BlackPoint Gamma FontMatrix Widths D GPTS LPTS Dest OpenAction'
  ).split(' '),
)
/** Keys of areas on a page, in units of its space. Programs that write them anew round them (HexaPDF to six decimals, pdf.js to two, MuPDF to 32 bits). */
const areas: ReadonlySet<string> = new Set('Rect MediaBox CropBox BleedBox TrimBox ArtBox BBox'.split(' '))
/** Two sides of an area are the same when they differ by less than this number of units, a hundredth of a unit without the errors of rounding. */
const areaTolerance = 0.01 - 1e-6
/** From this number on, programs wrap integers around or read other reals. */
const beyondIntegers = 2 ** 31

/** What a place takes: integers alone, any number, or the sides of an area, which may be rounded. */
export type NumberPlace = 'integer' | 'any' | 'area'

/**
 * Whether two values are equal: strings by their octets, streams by their dictionary and their octets in the file, references by number and generation.
 * References are not followed. A real never equals an integer where the place takes integers alone, because not every program accepts it as one.
 */
export function sameValue(one: PdfValue, other: PdfValue, place: NumberPlace = 'integer'): boolean {
  if (one === other) return true
  if (one instanceof PdfReference) return other instanceof PdfReference && sameReference(one, other)
  if (one instanceof PdfName) return other instanceof PdfName && one.value === other.value
  if (one instanceof PdfString) return other instanceof PdfString && sameString(one, other)
  if (typeof one === 'number' || one instanceof PdfReal) return sameNumber(one, other, place)
  if (isArray(one))
    return isArray(other) && one.length === other.length && one.every((item, index) => sameValue(item, other[index] ?? null, place))
  if (one instanceof PdfDictionary) return other instanceof PdfDictionary && sameEntries(one, other)
  return one instanceof PdfStream && other instanceof PdfStream && sameStream(one, other)
}

export function sameNumber(one: number | PdfReal, other: PdfValue, place: NumberPlace): boolean {
  if (typeof one === 'number' && typeof other === 'number' && (place !== 'area' || one === other)) return one === other
  const [value, otherValue] = [numberOf(one), numberOf(other)]
  if (value === null || otherValue === null || Math.abs(value) >= beyondIntegers) return false
  if (place === 'area') return Math.abs(value - otherValue) < areaTolerance
  return value === otherValue && (place === 'any' || typeof one === typeof other)
}

/** Whether two strings are equal. A string that programs read differently equals only a string with the same notation. */
function sameString(one: PdfString, other: PdfString): boolean {
  if (one.unclear === null || other.unclear === null) return one.unclear === other.unclear && one.bytes.equals(other.bytes)
  return one.hexadecimal === other.hexadecimal && one.unclear.equals(other.unclear)
}

/** Whether two dictionaries have equal values under a key. A null and a missing entry differ. */
export function sameEntry(key: string, older: PdfDictionary, newer: PdfDictionary): boolean {
  const [one, other] = [older.get(key), newer.get(key)]
  if (one === null && other === null) return older.nullKeys.has(key) === newer.nullKeys.has(key)
  const place = numberPlaceOf(key, one, older)
  return sameValue(one, other, place === 'area' ? 'any' : place)
}

/** The numbers that a value takes under a key of a dictionary. */
export function numberPlaceOf(key: string, value: PdfValue, holder: PdfDictionary): NumberPlace {
  if (isArray(value)) {
    if (isColourSpace(value)) return 'integer'
    return areas.has(key) && value.length === 4 ? 'area' : takesAnyNumbers.has(key) ? 'any' : 'integer'
  }
  // The exponent of a function is any number, the components of a colour profile are not (ISO 32000-1, tables 40 and 66).
  const isExponent = key === 'N' && holder.get('FunctionType') !== null
  return isExponent || takesAnyNumber.has(key) ? 'any' : 'integer'
}

/**
 * Whether a list starts with a name, as a colour space does: that of indexed colours takes an integer. Resources may have any of the keys above as their names.
 */
function isColourSpace([first]: PdfArray): boolean {
  return first instanceof PdfName
}

/** Whether two streams are equal. A stream without an exact length never is: programs read octets of it that are not in `raw`. */
function sameStream(one: PdfStream, other: PdfStream): boolean {
  if (!one.exactLength || !other.exactLength) return false
  return sameEntries(one.dictionary, other.dictionary) && one.raw.equals(other.raw)
}

/**
 * In a hybrid file the table has a free entry with the generation 65535 for an object in an object stream. Some writers use this generation, which no object
 * has, in references.
 */
const generationOfFreeEntry = 65_535

function sameReference(one: PdfReference, other: PdfReference): boolean {
  const generations = [one.generation, other.generation]
  return one.number === other.number && (one.generation === other.generation || generations.includes(generationOfFreeEntry))
}

/**
 * Returns a test of whether a list contains a value, by `sameValue`. References are looked up by number, because a hostile list may be long; every comparison
 * of another value counts on the budget.
 */
export function membershipIn(list: readonly PdfValue[], budget: PdfBudget): (value: PdfValue) => boolean {
  const generationsOf = new Map<number, Set<number>>()
  const others = list.filter((item) => !(item instanceof PdfReference))
  for (const item of list) {
    if (!(item instanceof PdfReference)) continue
    const generations = generationsOf.get(item.number)
    if (generations === undefined) generationsOf.set(item.number, new Set([item.generation]))
    else generations.add(item.generation)
  }
  return (value) => {
    if (value instanceof PdfReference) {
      const generations = generationsOf.get(value.number)
      if (generations === undefined) return false
      return value.generation === generationOfFreeEntry || generations.has(value.generation) || generations.has(generationOfFreeEntry)
    }
    budget.countValues(others.length >>> 1)
    return others.some((other) => sameValue(other, value))
  }
}

/** Whether a reference has the generation of its object, which is 0 for an object in an object stream (ISO 32000-1, 7.5.7). */
export function isOfGeneration({ generation }: PdfReference, entry: CrossReferenceEntry): boolean {
  switch (entry.kind) {
    case 'free':
      return true
    case 'at':
      return entry.generation === generation
    case 'in-stream':
      return generation === 0 || generation === generationOfFreeEntry
  }
}

function sameEntries(one: PdfDictionary, other: PdfDictionary): boolean {
  if (one.entries.size !== other.entries.size || one.repeated.length > 0 || other.repeated.length > 0) return false
  const keys = one.nullKeys.size + other.nullKeys.size === 0 ? [...one.entries.keys()] : keysOf(one, other)
  return keys.every((key) => sameEntry(key, one, other))
}

/** Keys whose values differ in two dictionaries. */
export function differingKeys(one: PdfDictionary, other: PdfDictionary): readonly string[] {
  return keysOf(one, other).filter((key) => !sameEntry(key, one, other))
}

/**
 * Keys whose values differ in a signature dictionary as of two revisions. References are followed, except `Data` of a signature reference, which points to the
 * document: `judgeRevisions` compares that.
 */
export function differingSignatureKeys(
  own: PdfDictionary,
  ownRevision: PdfRevision,
  later: PdfDictionary,
  laterRevision: PdfRevision,
): readonly string[] {
  const same = (one: PdfValue, other: PdfValue, depth: number): boolean => {
    if (depth > ownRevision.budget.limits.maxComparedDepth) return sameValue(one, other)
    const [left, right] = [ownRevision.resolve(one), laterRevision.resolve(other)]
    if (isArray(left) && isArray(right))
      return left.length === right.length && left.every((item, index) => same(item, right[index] ?? null, depth + 1))
    if (!(left instanceof PdfDictionary) || !(right instanceof PdfDictionary)) return sameValue(left, right)
    return (
      left.repeated.length + right.repeated.length === 0 &&
      keysOf(left, right).every((key) => key === 'Data' || same(left.get(key), right.get(key), depth + 1))
    )
  }
  return keysOf(own, later).filter((key) => !same(own.get(key), later.get(key), 0))
}

/** The keys of two dictionaries, each once: those of the first dictionary, those of the second, and at the end those whose value is null. */
export function keysOf(one: PdfDictionary, other: PdfDictionary): readonly string[] {
  const keys = [...one.entries.keys()]
  for (const key of other.entries.keys()) if (!one.entries.has(key)) keys.push(key)
  if (one.nullKeys.size + other.nullKeys.size === 0) return keys
  return [...new Set([...keys, ...one.nullKeys, ...other.nullKeys])]
}
