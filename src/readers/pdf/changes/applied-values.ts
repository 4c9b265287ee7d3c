import { textOf } from '../form/text.js'
import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isOfGeneration, keysOf, type NumberPlace, numberPlaceOf, sameEntry, sameNumber, sameValue } from '../signatures/equal-values.js'
import { isArray, PdfDictionary, PdfReal, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'

/** An object of the newer revision that stands where another object, or a part of the object around it, stood. */
export interface MovedObject {
  readonly number: number
  /** The object that refers to it. */
  readonly source: number
}

/** Entries of a stream that say how its content is packed. */
const packingKeys: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms', 'DL'])
/** Entries that hold a text for people (ISO 32000-1, 7.9.2.2): programs write it in another encoding. */
const textKeys: ReadonlySet<string> = new Set('T TU TM V DV Alt Subj Title Author Subject Keywords Creator Producer'.split(' '))

/**
 * Keys that name an object, not only its content: the same content in another object is another page or field to those that refer to the first one. The type of an
 * annotation that a list of fields or pages names is judged by the rules of these lists.
 */
const namingKeys: ReadonlySet<string> = new Set('Pages Kids Parent P Pg Obj Data Dest IRT Popup Fields V Next Prev First Last'.split(' '))

/** What a comparison of two values found. */
export interface Likeness {
  readonly isAlike: boolean
  readonly moved: readonly MovedObject[]
  /** Whether an area was rounded. Many versions may round it, each by less than the tolerance. */
  readonly isRounded: boolean
}

/**
 * Compares two values by what applies: references are followed, so object numbers, and whether a part is an object of its own, make no difference; areas may be rounded;
 * the content of streams is compared as it is after unpacking. An object that the newer revision did not write is the same object: what changed below it is judged by
 * itself.
 */
export class AppliedValues {
  readonly #older: PdfRevision
  readonly #newer: PdfRevision
  readonly #changed: ReadonlyMap<number, unknown>

  constructor(older: PdfRevision, newer: PdfRevision, changed: ReadonlyMap<number, unknown>) {
    this.#older = older
    this.#newer = newer
    this.#changed = changed
  }

  /**
   * @param key the key of the values, which says what numbers it takes
   * @param holder the object of the newer revision that holds the value
   * @param followsSame whether a reference to the same object, which the newer revision wrote, is followed; otherwise what changed in that object is judged by itself
   */
  compare(before: PdfValue, after: PdfValue, key: string, holder: number, around = empty, followsSame = true): Likeness {
    const walk: Walk = { moved: [], compared: new Set(), isRounded: false, followsSame }
    return {
      isAlike: this.#same(before, after, { key, around, holder, depth: 0, list: null }, walk),
      moved: walk.moved,
      isRounded: walk.isRounded,
    }
  }

  #same(before: PdfValue, after: PdfValue, at: Place, walk: Walk): boolean {
    const { budget } = this.#newer
    if (at.depth > budget.limits.maxComparedDepth) return false
    budget.countValues(1)
    if (after instanceof PdfReference) return this.#sameObject(before, after, at, walk)
    // A part of the object around it: some programs read only the object that it was.
    const older = this.#older.resolve(before)
    return this.#sameResolved(older, after, at, walk)
  }

  #sameObject(before: PdfValue, after: PdfReference, at: Place, walk: Walk): boolean {
    const isSame = before instanceof PdfReference && before.number === after.number
    if (isSame && !(walk.followsSame && this.#changed.has(after.number))) return sameValue(before, after)
    if (!isSame && before instanceof PdfReference && namingKeys.has(at.key)) return false
    // A program that checks generations finds no object of another one.
    if (!isOfGeneration(after, this.#newer.entryOf(after.number))) return isSame && sameValue(before, after)
    if (before instanceof PdfReference) {
      const pair = `${before.number} ${after.number}`
      if (walk.compared.has(pair)) return true
      walk.compared.add(pair)
    }
    if (!isSame) walk.moved.push({ number: after.number, source: at.holder })
    return this.#sameResolved(this.#older.resolve(before), this.#newer.resolve(after), { ...at, holder: after.number }, walk)
  }

  #sameResolved(older: PdfValue, newer: PdfValue, at: Place, walk: Walk): boolean {
    if (older === newer && (older === null || typeof older !== 'object')) return true
    if (typeof older === 'number' || older instanceof PdfReal) return this.#sameNumber(older, newer, at, walk)
    if (older instanceof PdfString) return newer instanceof PdfString && this.#sameText(older, newer, at.key)
    if (isArray(older)) {
      const inner = { key: at.key, around: at.around, holder: at.holder, depth: at.depth + 1, list: at.list ?? older }
      return isArray(newer) && older.length === newer.length && older.every((item, i) => this.#same(item, newer[i] ?? null, inner, walk))
    }
    if (older instanceof PdfStream) return newer instanceof PdfStream && this.#sameStream(older, newer, at, walk)
    if (older instanceof PdfDictionary)
      return newer instanceof PdfDictionary && keysOf(older, newer).every((key) => this.#sameEntry(older, newer, key, at, walk))
    return sameValue(older, newer)
  }

  #sameNumber(older: number | PdfReal, newer: PdfValue, { key, list, around }: Place, walk: Walk): boolean {
    const place: NumberPlace = numberPlaceOf(key, list ?? older, around)
    if (!sameNumber(older, newer, place)) return false
    if (place === 'area' && !sameNumber(older, newer, 'any')) walk.isRounded = true
    return true
  }

  #sameText(older: PdfString, newer: PdfString, key: string): boolean {
    if (sameValue(older, newer)) return true
    if (!textKeys.has(key) || older.unclear !== null || newer.unclear !== null) return false
    const { budget } = this.#newer
    return textOf(older, budget) === textOf(newer, budget)
  }

  #sameEntry(older: PdfDictionary, newer: PdfDictionary, key: string, at: Place, walk: Walk): boolean {
    if (older.repeated.length + newer.repeated.length > 0) return false
    const [one, other] = [older.get(key), newer.get(key)]
    if (one === null && other === null) return older.nullKeys.has(key) === newer.nullKeys.has(key)
    if (one === null || other === null) return false
    return this.#same(one, other, { key, around: older, holder: at.holder, depth: at.depth + 1, list: null }, walk)
  }

  /**
   * Whether two streams have the same content. When it is packed in another way than before, it is packed plainly: Ghostscript draws nothing of content with one dictionary of
   * parameters for two filters, whatever the parameters say.
   */
  #sameStream(older: PdfStream, newer: PdfStream, at: Place, walk: Walk): boolean {
    const [one, other] = [older.dictionary, newer.dictionary]
    if (!older.exactLength || !newer.exactLength) return false
    const isEntrySame = (key: string) => this.#sameEntry(one, other, key, at, walk)
    const keys = keysOf(one, other)
    if (!keys.every((key) => packingKeys.has(key) || isEntrySame(key))) return false
    this.#newer.budget.countScanned(newer.raw.length >>> 3)
    // The key of an encrypted stream depends on its object number: under another number the same octets are other content.
    const isPackedAlike = !this.#newer.isEncrypted || older.number === newer.number
    if (isPackedAlike && (older === newer || older.raw.equals(newer.raw)) && keys.every((key) => key === 'Length' || isEntrySame(key)))
      return true
    const isPackedAsBefore = ['Filter', 'DecodeParms'].every((key) => sameEntry(key, one, other))
    return (isPackedAsBefore || this.#newer.isPlainStream(newer)) && this.#sameContent(older, newer)
  }

  #sameContent(older: PdfStream, newer: PdfStream): boolean {
    const [before, after] = [contentOf(this.#older, older), contentOf(this.#newer, newer)]
    return before !== null && after !== null && before.equals(after)
  }

  /**
   * Whether a page has the same content in the same parts, each in any object. Programs put different white space between the parts, which counts where a part ends within a
   * comment or a string.
   */
  isSamePageContent(before: PdfValue, after: PdfValue): boolean {
    const [one, other] = [partsOfContent(this.#older, before), partsOfContent(this.#newer, after)]
    return one !== null && other !== null && one.length === other.length && one.every((part, index) => other[index]?.equals(part) === true)
  }
}

interface Walk {
  readonly moved: MovedObject[]
  readonly compared: Set<string>
  readonly followsSame: boolean
  isRounded: boolean
}

/** Where two values are: the key, the dictionary and the list around them, and the object of the newer revision that holds them. */
interface Place {
  readonly key: string
  readonly around: PdfDictionary
  readonly holder: number
  readonly depth: number
  readonly list: readonly PdfValue[] | null
}

const empty = new PdfDictionary(new Map())

/** The content of a stream that every program unpacks alike; null for any other stream, a packed picture for example. */
function contentOf(revision: PdfRevision, stream: PdfStream): Buffer | null {
  return ifReadable(() => revision.drawnContentOf(stream))
}

function partsOfContent(revision: PdfRevision, value: PdfValue): readonly Buffer[] | null {
  const resolved = revision.resolve(value)
  const parts = (isArray(resolved) ? resolved : [resolved]).map((part) => revision.resolve(part)).filter((part) => part !== null)
  const contents = parts.map((part) => (part instanceof PdfStream && part.exactLength ? contentOf(revision, part) : null))
  return contents.includes(null) ? null : contents.flatMap((content) => content ?? [])
}
