/** A name without its slash, `#hh` decoded (ISO 32000-1, 7.3.5); each character is one octet. */
export class PdfName {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

/** An indirect reference. Objects are found by number alone: some programs ignore a generation that does not match, and no object may be overlooked. */
export class PdfReference {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/** A number with a decimal point, or an integer beyond 2^53. Other integers are plain numbers. */
export class PdfReal {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** A string. `start` and `end` are the positions of its notation in the file, delimiters included; both are -1 inside an object stream. */
export class PdfString {
  readonly bytes: Buffer
  readonly hexadecimal: boolean
  readonly start: number
  readonly end: number
  /** Written as pairs of hexadecimal digits and nothing else between `<` and `>`. False also where that was not determined. */
  readonly inPairs: boolean
  /** The notation of a string that programs decode in different ways or end in different places; null for any other string. */
  readonly unclear: Buffer | null
  constructor(bytes: Buffer, hexadecimal: boolean, start: number, end: number, inPairs = false, unclear: Buffer | null = null) {
    this.bytes = bytes
    this.hexadecimal = hexadecimal
    this.start = start
    this.end = end
    this.inPairs = inPairs
    this.unclear = unclear
  }
}

export type PdfArray = readonly PdfValue[]

const none: readonly never[] = []
const noKeys: ReadonlySet<string> = new Set()

/** A dictionary. Entries whose value is null are absent (ISO 32000-1, 7.3.7). Of a key that occurs twice the first value counts. */
export class PdfDictionary {
  readonly entries: ReadonlyMap<string, PdfValue>
  /** Keys that occur more than once with different values: programs differ about which value counts. */
  readonly repeated: readonly string[]
  /** The other values of these keys, which another program may use. */
  readonly furtherValues: readonly PdfValue[]
  /** Keys whose value is null: for them some programs do not use an inherited value, or the value of another key. */
  readonly nullKeys: ReadonlySet<string>
  constructor(
    entries: ReadonlyMap<string, PdfValue>,
    repeated: readonly string[] = none,
    furtherValues: readonly PdfValue[] = none,
    nullKeys: ReadonlySet<string> = noKeys,
  ) {
    this.entries = entries
    this.repeated = repeated
    this.furtherValues = furtherValues
    this.nullKeys = nullKeys
  }

  get(key: string): PdfValue {
    return this.entries.get(key) ?? null
  }
}

/** A stream with its octets as the file holds them (ISO 32000-1, 7.3.8); `PdfRevision` decodes them. */
export class PdfStream {
  readonly dictionary: PdfDictionary
  /** The octets in the file, before decryption and filters. */
  readonly raw: Buffer
  /** Whether a line feed precedes the octets and `Length` leads to `endstream`; otherwise the next `endstream` may end the stream. */
  readonly exactLength: boolean
  /** Number and generation of the object: the key of an encrypted stream depends on them. */
  readonly number: number
  readonly generation: number
  constructor(dictionary: PdfDictionary, raw: Buffer, exactLength: boolean, number: number, generation: number) {
    this.dictionary = dictionary
    this.raw = raw
    this.exactLength = exactLength
    this.number = number
    this.generation = generation
  }
}

export type PdfValue = null | boolean | number | PdfReal | PdfName | PdfString | PdfArray | PdfDictionary | PdfStream | PdfReference

/** The values under a key that programs may use: several when the key is repeated. Others of the further values may be among them. */
export function readingsOf(dictionary: Pick<PdfDictionary, 'get' | 'repeated' | 'furtherValues'>, key: string): readonly PdfValue[] {
  const first = dictionary.get(key)
  return dictionary.repeated.includes(key) ? [first, ...dictionary.furtherValues] : [first]
}

export function isArray(value: PdfValue): value is PdfArray {
  return Array.isArray(value)
}

/**
 * Visits the items of a list, and after each item the items of the list that `visit` returns for it. No list is copied and the call stack is not used: many
 * items may share one long list, and lists may be nested without end.
 *
 * @param place passed to `visit` with each item of `list`
 * @param visit returns the list below an item and the place of its items; null when nothing is below the item
 */
export function visitTree<Place>(
  list: PdfValue,
  place: Place,
  visit: (item: PdfValue, place: Place) => readonly [PdfValue, Place] | null,
): void {
  const open = isArray(list) ? [{ items: list.values(), place }] : []
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.items.next()
    const below = next.done === true ? null : visit(next.value, last.place)
    if (next.done === true) open.pop()
    else if (below !== null && isArray(below[0])) open.push({ items: below[0].values(), place: below[1] })
  }
}

/** The text of a name; null for any other value. */
export function nameOf(value: PdfValue): string | null {
  return value instanceof PdfName ? value.value : null
}

/** The dictionary of a dictionary or stream; null for any other value. */
export function dictionaryOf(value: PdfValue): PdfDictionary | null {
  if (value instanceof PdfStream) return value.dictionary
  return value instanceof PdfDictionary ? value : null
}

/** A number of either kind; null for any other value. */
export function numberOf(value: PdfValue): number | null {
  if (value instanceof PdfReal) return value.value
  return typeof value === 'number' ? value : null
}

/** An integer of at least 0; null for any other value. */
export function naturalNumberOf(value: PdfValue): number | null {
  return typeof value === 'number' && value >= 0 ? value : null
}
