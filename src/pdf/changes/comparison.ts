import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { sameValue } from '../signatures/equal-values.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'
import { type ChangeLevel, type ChangeRule, higherLevel } from './object-change.js'
import type { ReferenceIndex } from './reference-index.js'

export type ChangeKind = 'added' | 'replaced' | 'freed'

export interface Explanation {
  readonly rule: ChangeRule
  readonly level: ChangeLevel
  readonly field: string | null
}

/** One value in both revisions, with its references followed. */
export interface Pair {
  readonly older: PdfValue
  readonly newer: PdfValue
  /** Object number in the newer revision; null for a value that stands within its object. */
  readonly number: number | null
  /** Both revisions have the value in the same object, or both within the object around it. */
  readonly sameObject: boolean
  /** The object in which the value stands: itself, or the one around it. */
  readonly holder: number
}

/** Keys that lead from a part of the document back to what it is a part of. They are not followed: what stands there is judged in its own place. */
const backwardKeys: ReadonlySet<string> = new Set(['P', 'Parent', 'Pg', 'Obj', 'Data', 'Dest', 'IRT'])

/** A revision beside the one before it: what it changed, and what the rules say about it. */
export class Comparison {
  readonly older: PdfRevision
  readonly newer: PdfRevision
  readonly changed: ReadonlyMap<number, ChangeKind>
  /** The references of the older revision. */
  readonly index: ReferenceIndex
  readonly budget: PdfBudget
  private readonly explanations = new Map<number, Explanation>()
  private readonly refusals = new Map<number, string>()
  /** Objects that are explained whatever they hold now, with the objects from which a rule came to them. */
  private readonly enteredFields = new Set<string>()
  private readonly whole = new Map<number, Set<number>>()
  /** New objects that hold what another one held in their place. */
  readonly moved = new Set<number>()

  constructor(older: PdfRevision, newer: PdfRevision, changed: ReadonlyMap<number, ChangeKind>, index: ReferenceIndex, budget: PdfBudget) {
    this.older = older
    this.newer = newer
    this.changed = changed
    this.index = index
    this.budget = budget
  }

  /** The values under one key of a part of the document. `holder` is the object in which they stand. */
  pair(older: PdfValue, newer: PdfValue, holder: number): Pair {
    this.budget.countValues(1)
    const [oldNumber, newNumber] = [older, newer].map((value) => (value instanceof PdfReference ? value.number : null))
    return {
      older: this.older.resolve(older),
      newer: this.newer.resolve(newer),
      number: newNumber ?? null,
      sameObject: oldNumber === newNumber,
      holder: newNumber ?? holder,
    }
  }

  /** Whether the objects of two references, or two values, read the same in both revisions; only the values themselves, not what they refer to. */
  reads(older: PdfValue, newer: PdfValue): boolean {
    if (!sameValue(older, newer)) return false
    return !(newer instanceof PdfReference) || !this.changed.has(newer.number)
  }

  /** Whether a part of the document is the same, or stands in a new object with the same content, which is then explained. */
  readsAlike(older: PdfValue, newer: PdfValue, holder: number): boolean {
    if (sameValue(older, newer)) return true
    const pair = this.pair(older, newer, holder)
    // The same object by another generation: programs that look at it find nothing there.
    if (pair.sameObject && pair.number !== null) return false
    if (!sameValue(pair.older, pair.newer)) return false
    // The key of an encrypted stream depends on its number: the same octets mean something else under another.
    if (pair.newer instanceof PdfStream && this.newer.isEncrypted) return false
    this.explainPair(pair, holder, { rule: 'rewritten', level: 'long-term-validation', field: null })
    if (pair.number !== null) this.moved.add(pair.number)
    return true
  }

  /** The object of the pair was compared key by key: what it may not change was found unchanged. Of two explanations the one that reaches further counts. */
  explain(number: number | null, explanation: Explanation): void {
    if (number === null || !this.changed.has(number)) return
    const known = this.explanations.get(number)
    if (known === undefined || higherLevel(known.level, explanation.level) !== known.level) this.explanations.set(number, explanation)
  }

  /** The object may hold what it likes, as long as nothing else of the document refers to it. `source` is the object that refers to it here. */
  explainWhole(number: number, source: number, explanation: Explanation): void {
    if (!this.changed.has(number)) return
    this.explain(number, explanation)
    this.passThrough(number, source)
  }

  /** A rule goes on through an object, changed or not, to what it refers to: it must be a part of the same place only, like what lies behind it. */
  passThrough(number: number, source: number): void {
    const sources = this.whole.get(number)
    if (sources === undefined) this.whole.set(number, new Set([source]))
    else sources.add(source)
  }

  /** Whether the object is explained whatever it holds. */
  isExplainedWhole(number: number): boolean {
    return this.whole.has(number)
  }

  /** A list or another part that only its holder may refer to, compared or new. */
  explainPart(pair: Pair, holder: number, explanation: Explanation): void {
    if (pair.number !== null) this.explainWhole(pair.number, holder, explanation)
  }

  /** Explains the object of a pair: by what was compared where it is the same object in both revisions, otherwise as a new object in this place. */
  explainPair(pair: Pair, source: number, explanation: Explanation): void {
    if (pair.number === null) return
    if (pair.sameObject) this.explain(pair.number, explanation)
    else this.explainWhole(pair.number, source, explanation)
  }

  /**
   * Explains all changed objects below a value that may be new as a whole: an appearance, validation data, a signature dictionary. It does not go through
   * objects that were not changed: what was changed behind one of those is not new.
   */
  explainTree(value: PdfValue, holder: number, explanation: Explanation): void {
    const seen = new Set<number>()
    const pending: (readonly [PdfValue, number])[] = [[value, holder]]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [item, source] = next
      this.budget.countValues(1)
      if (item instanceof PdfReference) {
        this.explainWhole(item.number, source, explanation)
        if (seen.has(item.number) || !this.changed.has(item.number)) continue
        seen.add(item.number)
        pending.push([this.newer.object(item.number), item.number])
      } else if (isArray(item)) for (const each of item) pending.push([each, source])
      else if (item instanceof PdfDictionary || item instanceof PdfStream) {
        const { entries } = item instanceof PdfStream ? item.dictionary : item
        for (const [key, each] of entries) if (!backwardKeys.has(key)) pending.push([each, source])
      }
    }
  }

  /** Whether the fields below this one are still to be looked at: once for each object, and no deeper than the bound. */
  enterField({ holder, name, depth }: { readonly holder: number; readonly name: string; readonly depth: number }): boolean {
    const key = `${holder} ${name}`
    if (depth > this.budget.limits.maxDepth || this.enteredFields.has(key)) return false
    this.enteredFields.add(key)
    return true
  }

  /** Something about the object is not explained, whatever else explains it. The first reason is kept. */
  refuse(number: number, reason: string): void {
    if (!this.refusals.has(number)) this.refusals.set(number, reason)
  }

  explanationOf(number: number): Explanation | null {
    return this.explanations.get(number) ?? null
  }

  refusalOf(number: number): string | null {
    return this.refusals.get(number) ?? null
  }

  /** Refusals of objects that the revision did not change: something within them depends on what was changed. */
  get otherRefusals(): readonly (readonly [number, string])[] {
    return [...this.refusals].filter(([number]) => !this.changed.has(number))
  }

  /** Objects of the older revision that refer to an object explained as a whole from places that no rule came from. */
  foreignReferrers(number: number): readonly number[] {
    const seen = new Set([number])
    const pending = [number]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const sources = this.whole.get(next)
      if (sources === undefined) continue
      const referrers = this.index.referrersOf(next)
      this.budget.countValues(4 + referrers.size)
      const foreign = [...referrers].filter((referrer) => !sources.has(referrer))
      if (foreign.length > 0) return foreign
      // What lies behind an object that has other referrers belongs to those as well.
      for (const source of sources) {
        if (seen.has(source)) continue
        seen.add(source)
        pending.push(source)
      }
    }
    return []
  }
}
