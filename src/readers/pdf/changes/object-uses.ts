import { PdfError } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { readableValue } from './object-survey.js'
import { type ReferenceIndex, TRAILER } from './reference-index.js'

/** A reference to an object: the object that holds the reference, and the key of the dictionary entry. A list counts as a part of the entry that holds it. */
export interface ObjectUse {
  readonly holder: number
  /** Null where the key is not known. */
  readonly key: string | null
}

/** Categories of the resources of content (ISO 32000-1, table 33). The keys below them are names that content chooses: they say nothing about the use. */
const categories: ReadonlySet<Key> = new Set(['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'Properties'])

/** The key of references in an object that is a list: the keys of the references to the list count instead. */
const LIST = Symbol('list')
type Key = string | null | typeof LIST
/** The key for each object, and a set only where there are several keys: a file may hold a million references. */
type KeysOfTargets = ReadonlyMap<number, Key | Set<Key>>

/** The uses of the objects of a revision: the keys under which other objects refer to them. Each referrer is searched once. */
export class ObjectUses {
  private readonly revision: PdfRevision
  private readonly index: ReferenceIndex
  private readonly keys = new Map<number, KeysOfTargets>()
  private readonly holders = new Map<number, boolean>()

  constructor(revision: PdfRevision, index: ReferenceIndex) {
    this.revision = revision
    this.index = index
  }

  /** The uses of an object. A reference by an object to which nothing refers does not count. */
  of(number: number): readonly ObjectUse[] {
    const uses: ObjectUse[] = []
    const seen = new Set([number])
    const pending = [number]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const holder of this.index.referrersOf(next)) {
        if (holder !== TRAILER && !this.index.isReferredTo(holder)) continue
        const keys = this.keysIn(holder).get(next) ?? null
        const list: Iterable<Key> = keys instanceof Set ? keys : [keys]
        for (const key of list) {
          this.revision.budget.countValues(1)
          if (key !== LIST) uses.push({ holder, key })
          else if (!seen.has(holder)) {
            seen.add(holder)
            pending.push(holder)
          }
        }
      }
    }
    return uses
  }

  /** Whether content may use an object as a resource, under a name that it chooses. */
  isResource(number: number): boolean {
    return this.of(number).some(({ holder, key }) => isOfCategory(key) || this.isCategory(holder))
  }

  /** Computed once for each holder: many annotations may belong to one page. */
  private isCategory(holder: number): boolean {
    const known = this.holders.get(holder)
    if (known !== undefined) return known
    const found = holder !== TRAILER && this.of(holder).some(({ key }) => isOfCategory(key))
    this.holders.set(holder, found)
    return found
  }

  private keysIn(holder: number): KeysOfTargets {
    const known = this.keys.get(holder)
    if (known !== undefined) return known
    const found = keysOfTargets(holder === TRAILER ? this.revision.trailer : readableValue(this.revision, holder), this.index)
    this.keys.set(holder, found)
    return found
  }
}

function isOfCategory(key: string | null): boolean {
  return key === null || categories.has(key)
}

/** For each object to which a value refers, the keys of the references. */
function keysOfTargets(value: PdfValue | PdfError, index: ReferenceIndex): KeysOfTargets {
  const found = new Map<number, Key | Set<Key>>()
  const pending: (readonly [PdfValue, Key])[] = []
  // References are not put on the stack: there may be a million of them.
  const visit = (item: PdfValue, key: Key) => {
    if (item instanceof PdfReference) addKey(found, item.number, key)
    else if (item !== null && typeof item === 'object') pending.push([item, key])
  }
  if (!(value instanceof PdfError)) visit(value, LIST)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [item, key] = next
    if (isArray(item)) for (const each of item) visit(each, key)
    else if (item instanceof PdfStream) visit(item.dictionary, key)
    else if (item instanceof PdfDictionary) {
      for (const [own, each] of item.entries) visit(each, categories.has(key) ? key : own)
      const category = item.repeated.find((own) => categories.has(own)) ?? null
      for (const each of item.furtherValues) visit(each, category)
    } else if (item instanceof PdfString) for (const number of index.targetsIn(item)) addKey(found, number, null)
  }
  return found
}

function addKey(found: Map<number, Key | Set<Key>>, number: number, key: Key): void {
  const keys = found.get(number)
  if (keys instanceof Set) keys.add(key)
  else if (keys === undefined) found.set(number, key)
  else if (keys !== key) found.set(number, new Set([keys, key]))
}
