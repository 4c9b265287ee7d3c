import { PdfError } from '../pdf-error.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import { readableValue } from './object-survey.js'
import { type ReferenceIndex, TRAILER } from './reference-index.js'

/** A reference to an object: the object that holds it, and the key of the dictionary that it stands in. Lists count as a part of what holds them. */
export interface ObjectUse {
  readonly holder: number
  /** Null where the key cannot be told. */
  readonly key: string | null
}

/** Stands for the key where an object is a list: those under which the list stands count. */
const LIST = Symbol('list')
type Key = string | null | typeof LIST

/** What the objects of a revision are used as. Each object that refers to others is searched once. */
export class ObjectUses {
  private readonly revision: PdfRevision
  private readonly index: ReferenceIndex
  private readonly budget: PdfBudget
  private readonly keys = new Map<number, ReadonlyMap<number, ReadonlySet<Key>>>()

  constructor(revision: PdfRevision, index: ReferenceIndex, budget: PdfBudget) {
    this.revision = revision
    this.index = index
    this.budget = budget
  }

  /** The uses of an object. One by an object that nothing refers to is none. */
  of(number: number): readonly ObjectUse[] {
    const uses: ObjectUse[] = []
    const seen = new Set([number])
    const pending = [number]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const holder of this.index.referrersOf(next)) {
        this.budget.countValues(1)
        if (holder !== TRAILER && this.index.referrersOf(holder).size === 0) continue
        for (const key of this.keysIn(holder).get(next) ?? [null]) {
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

  private keysIn(holder: number): ReadonlyMap<number, ReadonlySet<Key>> {
    const known = this.keys.get(holder)
    if (known !== undefined) return known
    const found = keysOfTargets(holder === TRAILER ? this.revision.trailer : readableValue(this.revision, holder), this.budget)
    this.keys.set(holder, found)
    return found
  }
}

/** For each object that a value refers to, the keys under which it does. */
function keysOfTargets(value: PdfValue | PdfError, budget: PdfBudget): ReadonlyMap<number, ReadonlySet<Key>> {
  const found = new Map<number, Set<Key>>()
  const pending: (readonly [PdfValue, Key])[] = value instanceof PdfError ? [] : [[value, LIST]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [item, key] = next
    budget.countValues(1)
    if (item instanceof PdfReference) {
      const keys = found.get(item.number)
      if (keys === undefined) found.set(item.number, new Set([key]))
      else keys.add(key)
    } else if (isArray(item)) {
      for (const each of item) if (each !== null && typeof each === 'object') pending.push([each, key])
    } else if (item instanceof PdfStream) pending.push([item.dictionary, key])
    else if (item instanceof PdfDictionary) {
      for (const [own, each] of item.entries) if (each !== null && typeof each === 'object') pending.push([each, own])
      for (const each of item.furtherValues) pending.push([each, null])
    }
  }
  return found
}
