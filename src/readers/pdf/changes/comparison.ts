import { PdfError } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { sameEntry, sameValue } from '../signatures/equal-values.js'
import { dictionaryOf, isArray, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { AppliedValues } from './applied-values.js'
import { drawnFields, isStandardUnderName, namesOfDrawing } from './drawn-fields.js'
import { comparableName, namesOfOtherFields } from './field-names.js'
import { type Explanation, type Finding, type Found, type Judging, longTerm, passThrough, refused } from './findings.js'
import { readableValue } from './object-survey.js'
import type { ObjectUses } from './object-uses.js'
import { type ReferenceIndex, TRAILER } from './reference-index.js'

export type ChangeKind = 'added' | 'replaced' | 'freed'

/** One value in both revisions, with its references followed. */
export interface Pair {
  readonly older: PdfValue
  readonly newer: PdfValue
  /** Object number in the newer revision; null for a direct value. */
  readonly number: number | null
  /** Whether both revisions hold the value in the same object, or both as a direct value. */
  readonly sameObject: boolean
  /** Number of the object that holds the value in the newer revision: its own number, or that of the object around a direct value. */
  readonly holder: number
}

/** Keys that refer from a part back to its owner. They are not followed: a rule of its own compares the owner. */
const backwardKeys: ReadonlySet<string> = new Set(['P', 'Parent', 'Pg', 'Obj', 'Data', 'Dest', 'IRT'])

/** Two revisions, one after the other, as every rule sees them. */
export interface Versions {
  /** The revision that the first signature covers. */
  readonly base: PdfRevision
  readonly older: PdfRevision
  readonly newer: PdfRevision
  /** The catalogs of both. */
  readonly catalogs: { readonly older: PdfDictionary; readonly newer: PdfDictionary }
  readonly changed: ReadonlyMap<number, ChangeKind>
  /** Whether the newer revision wrote an object to which a value of the older one leads: only then something else may apply below the value. */
  readonly leadsToChange: (value: PdfValue) => boolean
  /** The references of the older revision. */
  readonly index: ReferenceIndex
  /** The uses of the objects of the older revision. */
  readonly uses: ObjectUses
  /** Every name in the content of the older revision; null when some content cannot be searched. */
  readonly namesInContent: () => ReadonlySet<string> | null
  /** Whether the signature covers an object: it was there, or what the signature covers moved to it since. */
  readonly isSigned: (number: number) => boolean
}

/**
 * What a rule sees: both versions, how their values compare, and what was found so far. It is only read: what a rule finds it yields, also by the methods here that return or yield
 * findings.
 */
export class Comparison implements Versions {
  readonly base: PdfRevision
  readonly older: PdfRevision
  readonly newer: PdfRevision
  readonly catalogs: Versions['catalogs']
  readonly changed: ReadonlyMap<number, ChangeKind>
  readonly leadsToChange: Versions['leadsToChange']
  readonly index: ReferenceIndex
  readonly uses: ObjectUses
  readonly namesInContent: Versions['namesInContent']
  readonly isSigned: Versions['isSigned']
  /** What the rules before this one found, and this one until now. */
  readonly found: Found
  readonly #applied: AppliedValues
  #namesOfDrawing: ReadonlySet<string> | null = null
  #otherFields: { readonly names: ReadonlySet<string> | null } | null = null

  constructor(versions: Versions, found: Found) {
    this.base = versions.base
    this.older = versions.older
    this.newer = versions.newer
    this.catalogs = versions.catalogs
    this.changed = versions.changed
    this.leadsToChange = versions.leadsToChange
    this.index = versions.index
    this.uses = versions.uses
    this.namesInContent = versions.namesInContent
    this.isSigned = versions.isSigned
    this.found = found
    this.#applied = new AppliedValues(this.older, this.newer, this.changed)
  }

  /** Whether a field of the older revision that is not for signatures may have this name (`field-names.ts`). */
  isNameOfOtherField(name: string): boolean {
    this.#otherFields ??= { names: namesOfOtherFields(this.older) }
    return this.#otherFields.names?.has(comparableName(name)) ?? true
  }

  /** Whether a field without an appearance looks different when programs find a resource, a font for example, under a name. */
  isNeeded(name: string, resource: PdfValue): boolean {
    const isDrawnAnew = (revision: PdfRevision) =>
      revision.resolve(dictionaryOf(revision.resolve(revision.catalog.get('AcroForm')))?.get('NeedAppearances') ?? null) === true
    const areDrawnAnew = [this.older, this.newer].some(isDrawnAnew)
    this.#namesOfDrawing ??= namesOfDrawing(drawnFields(this.older, areDrawnAnew), this.older)
    return this.#namesOfDrawing.has(name) && !isStandardUnderName(name, dictionaryOf(this.newer.resolve(resource)))
  }

  /** The values under one key in both revisions, with their references followed. `holder` is the object that holds the key. */
  pair(older: PdfValue, newer: PdfValue, holder: number): Pair {
    const oldNumber = older instanceof PdfReference ? older.number : null
    const newNumber = newer instanceof PdfReference ? newer.number : null
    return {
      older: this.older.resolve(older),
      newer: this.newer.resolve(newer),
      number: newNumber,
      sameObject: oldNumber === newNumber,
      holder: newNumber ?? holder,
    }
  }

  /** Whether two values are the same in both revisions; of a reference also its object. References within the values are not followed. */
  reads(older: PdfValue, newer: PdfValue): boolean {
    if (!sameValue(older, newer)) return false
    return !(newer instanceof PdfReference) || !this.changed.has(newer.number)
  }

  /** Like `reads`, but the object may be written again. What it refers to is judged itself. */
  readsAgain(older: PdfValue, newer: PdfValue): boolean {
    if (this.reads(older, newer)) return true
    if (!(newer instanceof PdfReference) || !sameValue(older, newer) || this.changed.get(newer.number) !== 'replaced') return false
    return this.sameObjects(this.older.object(newer.number), this.newer.object(newer.number))
  }

  /** Whether two objects are equal. The octets of streams count on the budget, because many objects may refer to one stream. */
  sameObjects(older: PdfValue, newer: PdfValue): boolean {
    if (newer instanceof PdfStream && older !== newer) this.newer.budget.countScanned(newer.raw.length >>> 3)
    return sameValue(older, newer)
  }

  /**
   * Whether two values are the same by what applies (`AppliedValues`). Objects to which a part moved are then explained.
   *
   * @param key the key of the values in the dictionary `around` of the older revision
   */
  *readsAlike(older: PdfValue, newer: PdfValue, holder: number, key = '', around = empty): Judging<boolean> {
    return sameValue(older, newer) || (yield* this.appliesAlike(older, newer, holder, key, around))
  }

  /** The same for a value whose changed objects have no rule of their own: what the value refers to is compared as well. */
  *appliesAlike(older: PdfValue, newer: PdfValue, holder: number, key: string, around = empty): Judging<boolean> {
    const { isAlike, moved, isRounded } = this.#applied.compare(older, newer, key, holder, around)
    if (!isAlike || (isRounded && !this.#isNearSigned(newer, key, holder))) return false
    for (const { number, source } of moved) yield* this.#moved(number, source)
    return true
  }

  /** Whether a rounded value is near that of the first signed version: many versions may round one area, each by less than the tolerance. */
  #isNearSigned(newer: PdfValue, key: string, holder: number): boolean {
    const signed = this.base.entriesOf(new PdfReference(holder, 0))?.get(key) ?? null
    return signed === null || new AppliedValues(this.base, this.newer, new Map()).compare(signed, newer, key, holder).isAlike
  }

  /** Whether a dictionary applies alike under a key in both revisions. An entry whose value is null differs from a missing one. */
  *entryReadsAlike(key: string, older: PdfDictionary, newer: PdfDictionary, holder: number): Judging<boolean> {
    if (sameEntry(key, older, newer)) return true
    const [one, other] = [older.get(key), newer.get(key)]
    return one !== null && other !== null && (yield* this.readsAlike(one, other, holder, key, older))
  }

  /** Whether the content of two pages is the same, in a list or not. The streams are then explained. */
  *contentReadsAlike(older: PdfValue, newer: PdfValue, holder: number): Judging<boolean> {
    if (!this.#applied.isSamePageContent(older, newer)) return false
    const list = newer instanceof PdfReference && isArray(this.newer.resolve(newer)) ? newer.number : holder
    for (const number of this.index.targetsIn(newer)) yield* this.#moved(number, holder)
    if (list !== holder) for (const number of this.index.targetsIn(this.newer.resolve(newer))) yield* this.#moved(number, list)
    return true
  }

  /** An object that was written again and applies as before, with what moved below it; nothing for another object. */
  rewritten(number: number, sinceBase: AppliedValues): readonly Finding[] {
    const [before, after] = [readableValue(this.older, number), readableValue(this.newer, number)]
    if (before instanceof PdfError || after instanceof PdfError) return []
    const { isAlike, moved, isRounded } = this.#applied.compare(before, after, '', number, empty, false)
    const rewritten: Finding = { kind: 'rewritten', object: number }
    // Many versions may round one area, each by less than the tolerance.
    const first = isRounded ? readableValue(this.base, number) : null
    if (isAlike && !(first instanceof PdfError) && (first === null || sinceBase.compare(first, after, '', number, empty, false).isAlike))
      return [rewritten, ...moved.flatMap(({ number: to, source }) => this.#moved(to, source))]
    return this.sameObjects(before, after) ? [rewritten] : []
  }

  #moved(number: number, source: number): readonly Finding[] {
    if (!this.changed.has(number)) return []
    return [...this.explainAnyContent(number, source, longTerm('rewritten')), { kind: 'moved', object: number }]
  }

  /** Explains an object that a rule has compared key by key. Of two explanations the one that needs more permission counts. */
  explainCompared(number: number | null, explanation: Explanation): readonly Finding[] {
    return number !== null && this.changed.has(number) ? [{ kind: 'explained', object: number, explanation }] : []
  }

  /** Explains an object with any content, provided that only `source` and other objects from which a rule reached it refer to it (`foreignReferrer`). */
  explainAnyContent(number: number, source: number, explanation: Explanation): readonly Finding[] {
    return this.changed.has(number) ? [...this.explainCompared(number, explanation), passThrough(number, source)] : []
  }

  /**
   * Follows the references below a value of the older revision that the newer revision no longer has. Otherwise the removed value would count as a foreign referrer
   * of the objects below it.
   */
  *passThroughOlder(value: PdfValue, holder: number): Judging {
    const enter = (item: PdfValue) => (item instanceof PdfDictionary ? item : null)
    for (const [number, source] of referencesBelow(this.older, value, holder, () => true, enter)) yield passThrough(number, source)
  }

  /** Explains a list or another part, compared or new, to which only `holder` may refer. */
  explainAnyContentOf(pair: Pair, holder: number, explanation: Explanation): readonly Finding[] {
    return pair.number === null ? [] : this.explainAnyContent(pair.number, holder, explanation)
  }

  /** Explains the object of a pair: as compared when it is the same object in both revisions, otherwise as a whole. */
  explainComparedPair(pair: Pair, source: number, explanation: Explanation): readonly Finding[] {
    return pair.sameObject ? this.explainCompared(pair.number, explanation) : this.explainAnyContentOf(pair, source, explanation)
  }

  /**
   * Explains all changed objects below a value that may be new as a whole: an appearance, validation data, a signature dictionary. References of unchanged
   * objects are not followed: a changed object that only they lead to is not part of a new value.
   */
  *explainAllBelow(value: PdfValue, holder: number, explanation: Explanation): Judging {
    for (const [number, source] of this.#changedBelow(value, holder)) yield* this.explainAnyContent(number, source, explanation)
  }

  /** Says of a changed object to which field it belongs. */
  ownedBy(number: number | null, field: string): readonly Finding[] {
    if (number === null || !this.changed.has(number) || this.#isWrittenAgain(number)) return []
    return [{ kind: 'owned', object: number, field }]
  }

  /** The same for the changed objects below a value. */
  *allBelowOwnedBy(value: PdfValue, field: string): Judging {
    for (const [number] of this.#changedBelow(value, TRAILER)) yield* this.ownedBy(number, field)
  }

  #changedBelow(value: PdfValue, holder: number): Generator<readonly [number: number, source: number]> {
    return referencesBelow(this.newer, value, holder, (number) => this.changed.has(number))
  }

  /** Whether a revision writes an object again with the content that it had. */
  #isWrittenAgain(number: number): boolean {
    return this.changed.get(number) === 'replaced' && this.sameObjects(this.older.object(number), this.newer.object(number))
  }

  /**
   * Refuses the changed objects that a rule reaches from `holder` and to which `holder` also refers under other keys: there they mean something else, an action for
   * example. `foreignReferrer` sees only other objects.
   *
   * @param reached the value below which the rule explains objects
   * @param others the values of the older revision that the rule does not explain
   */
  *refuseShared(reached: PdfValue, others: () => PdfValue): Judging {
    if (isArray(reached) && reached.every((value) => value === null || value instanceof PdfString)) return
    const found = this.index.targetsIn(reached)
    // Each revision asks for every field again.
    this.newer.budget.countValues(found.size)
    const changed = [...found].filter((number) => this.changed.has(number))
    if (changed.length === 0) return
    const targets = this.index.targetsIn(others())
    for (const number of changed) if (targets.has(number)) yield refused(number, 'one object refers to it for several purposes')
  }

  /**
   * Refuses a replaced object that a rule compares key by key when it is also used under a key that is not in `keys`: its entries would mean something else
   * there, for example the name of a picture.
   */
  refuseOtherUse(number: number | null, keys: ReadonlySet<string>): readonly Finding[] {
    if (number === null || this.changed.get(number) !== 'replaced') return []
    const other = this.uses.of(number).find(({ key }) => key === null || !keys.has(key))
    return other === undefined ? [] : [refused(number, `it is used as ${other.key ?? 'something else'} as well`)]
  }

  /** The object of the newer catalog; that of the trailer for a catalog within it. */
  get catalogHolder(): number {
    const root = this.newer.trailer.get('Root')
    return root instanceof PdfReference ? root.number : TRAILER
  }
}

const empty = new PdfDictionary(new Map())

/**
 * The references below a value, each with the number of the object that holds it. Where `enters` is true the referenced object is searched too, once. Keys that refer
 * back to an owner are left out.
 *
 * @param enter returns the dictionary of a value that is to be searched, by default also that of a stream; null for none
 */
function* referencesBelow(
  revision: PdfRevision,
  value: PdfValue,
  holder: number,
  enters: (number: number) => boolean,
  enter = dictionaryOf,
): Generator<readonly [number: number, source: number]> {
  const seen = new Set<number>()
  const pending: (readonly [PdfValue, number])[] = [[value, holder]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [item, source] = next
    if (item instanceof PdfReference) {
      // Many objects may share one with thousands of references.
      revision.budget.countValues(3)
      yield [item.number, source]
      if (!enters(item.number) || seen.has(item.number)) continue
      seen.add(item.number)
      pending.push([revision.object(item.number), item.number])
    } else if (isArray(item)) for (const each of item) pending.push([each, source])
    else for (const [key, each] of enter(item)?.entries ?? []) if (!backwardKeys.has(key)) pending.push([each, source])
  }
}
