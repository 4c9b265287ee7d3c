import type { PdfChangeLevel, PdfChangeRule } from '#model'
import { higherLevel } from './object-change.js'
import { type ReferenceIndex, TRAILER } from './reference-index.js'

export interface Explanation {
  readonly rule: PdfChangeRule
  readonly level: PdfChangeLevel
  readonly field: string | null
  /** What changed, for people. */
  readonly detail?: string
}

/** The explanation by a rule for additions that are always permitted (EN 319 142-1, 5.4.2 and 5.4.3). */
export function longTerm(rule: PdfChangeRule): Explanation {
  return { rule, level: 'long-term-validation', field: null }
}

/** One thing that a rule found: an explanation, a refusal, or what these depend on. What they mean together is said by `Findings`. */
export type Finding =
  /** The rule explains a changed object. */
  | { readonly kind: 'explained'; readonly object: number; readonly explanation: Explanation }
  /** The rule explains the object whatever it holds, or follows a reference to it on the way to objects that it explains so. */
  | { readonly kind: 'reached'; readonly object: number; readonly from: number }
  | { readonly kind: 'refused'; readonly object: number; readonly reason: string }
  /** A part of the document that applies as before is now in this object. */
  | { readonly kind: 'moved'; readonly object: number }
  /** The object was written again and applies as before. */
  | { readonly kind: 'rewritten'; readonly object: number }
  /** A dictionary of resources that got only entries which no content names. */
  | { readonly kind: 'grown'; readonly object: number }
  /** A node of the page tree, or a page in another node: the pages and what they inherit are as before. */
  | { readonly kind: 'placed'; readonly object: number }
  /** A signature dictionary that the field `from` got as its value. */
  | { readonly kind: 'signature'; readonly object: number; readonly from: number }
  /** The object, which changed, belongs to a form field. */
  | { readonly kind: 'owned'; readonly object: number; readonly field: string }

/** A part of a rule: it yields what it finds, and returns an answer to the part that asked. */
export type Judging<Answer = void> = Generator<Finding, Answer, void>

/** The object stays unexplained even when a rule explains it. The first reason counts. */
export function refused(object: number, reason: string): Finding {
  return { kind: 'refused', object, reason }
}

/** A rule follows the reference from `from` to an object, changed or not, on the way to the objects that it explains. */
export function passThrough(object: number, from: number): Finding {
  return { kind: 'reached', object, from }
}

/** Like `Array.every`, for a condition that yields findings. */
export function* every<Item>(items: Iterable<Item>, condition: (item: Item) => Judging<boolean>): Judging<boolean> {
  for (const item of items) if (!(yield* condition(item))) return false
  return true
}

/** What rules may ask of the findings. */
export type Found = Pick<Findings, 'explanationOf' | 'isRewritten' | 'isPlaced' | 'shownSignature'>

/**
 * Rules whose changes checks look for among those of one level: changes of signed annotations need a certification of level 3, a value of a field may be locked, and
 * a field that is shown is reported. An object that other rules reach as well counts for these checks all the same.
 */
const rankOfRule: Partial<Readonly<Record<PdfChangeRule, number>>> = {
  'annotation-redrawn': 2,
  'annotation-removed': 2,
  'form-field': 2,
  'form-drawing': 2,
  'visible-signature-field': 1,
}

function needsMorePermission(one: Explanation, other: Explanation): boolean {
  if (one.level !== other.level) return higherLevel(one.level, other.level) === one.level
  return (rankOfRule[one.rule] ?? 0) > (rankOfRule[other.rule] ?? 0)
}

/**
 * The findings of all rules together: of two explanations the one that needs more permission counts, of several refusals the first. An object of two fields is refused: a lock
 * of one field would not protect it from a change of the other.
 */
export class Findings {
  readonly #explanations = new Map<number, Explanation>()
  readonly #refusals = new Map<number, string>()
  readonly #reached = new Map<number, Set<number>>()
  readonly #signatures = new Map<number, Set<number>>()
  readonly #owners = new Map<number, string>()
  readonly #moved = new Set<number>()
  readonly #rewritten = new Set<number>()
  readonly #grown = new Set<number>()
  readonly #placed = new Set<number>()

  add(finding: Finding): void {
    const { object } = finding
    switch (finding.kind) {
      case 'explained': {
        const known = this.#explanations.get(object)
        if (known === undefined || needsMorePermission(finding.explanation, known)) this.#explanations.set(object, finding.explanation)
        break
      }
      case 'refused':
        this.#refuse(object, finding.reason)
        break
      case 'owned': {
        const owner = this.#owners.get(object) ?? finding.field
        this.#owners.set(object, owner)
        if (owner !== finding.field) this.#refuse(object, `it belongs to the form fields "${owner}" and "${finding.field}"`)
        break
      }
      case 'reached':
        addTo(this.#reached, object, finding.from)
        break
      case 'signature':
        addTo(this.#signatures, object, finding.from)
        break
      case 'moved':
        this.#moved.add(object)
        break
      case 'rewritten':
        this.#rewritten.add(object)
        break
      case 'grown':
        this.#grown.add(object)
        break
      case 'placed':
        this.#placed.add(object)
    }
  }

  #refuse(object: number, reason: string): void {
    if (!this.#refusals.has(object)) this.#refusals.set(object, reason)
  }

  get moved(): ReadonlySet<number> {
    return this.#moved
  }

  get refusals(): ReadonlyMap<number, string> {
    return this.#refusals
  }

  isRewritten(object: number): boolean {
    return this.#rewritten.has(object)
  }

  isPlaced(object: number): boolean {
    return this.#placed.has(object)
  }

  isGrown(object: number): boolean {
    return this.#grown.has(object)
  }

  explanationOf(object: number): Explanation | null {
    return this.#explanations.get(object) ?? null
  }

  refusalOf(object: number): string | null {
    return this.#refusals.get(object) ?? null
  }

  /** Whether the object is explained with any content, or a rule follows references through it. */
  isReached(object: number): boolean {
    return this.#reached.has(object)
  }

  /** The object from which a rule reached an object; null for none. */
  sourceOf(object: number): number | null {
    for (const source of this.#reached.get(object) ?? []) return source
    return null
  }

  /** Whether a new object is a signature dictionary and nothing else: every rule that reached it came from one of its fields. */
  isSignatureAlone(object: number): boolean {
    const fields = this.#signatures.get(object)
    return fields !== undefined && [...(this.#reached.get(object) ?? [])].every((source) => fields.has(source))
  }

  /** The explanation of a signature that this revision shows on a page; null when it shows none. */
  get shownSignature(): Explanation | null {
    return [...this.#explanations.values()].find(({ rule }) => rule === 'visible-signature-field') ?? null
  }

  /** Whether the revision adds a time-stamp, or a place of a signature, and nothing that needs a permission beside the structure. */
  get addsOnlyForLongTerm(): boolean {
    const others = [...this.#explanations.values()].filter(({ rule }) => rule !== 'structure-tree')
    const adds = others.some(({ rule }) => rule === 'document-time-stamp' || rule === 'signature-field')
    return adds && others.every(({ level }) => level === 'long-term-validation')
  }

  /**
   * An object of the older revision that refers to this object, explained whatever it holds, although no rule followed that reference; null when there is none. An object to
   * which nothing refers does not count: some writers leave the catalog of the revision before under another number. Nor does what lies above resources that only got entries
   * which no content names.
   */
  foreignReferrer(object: number, index: ReferenceIndex): number | null {
    const isInUse = (referrer: number) => referrer === TRAILER || index.isReferredTo(referrer)
    const seen = new Set([object])
    const pending = [object]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const sources = this.#reached.get(next)
      if (sources === undefined) continue
      for (const referrer of index.referrersOf(next)) if (!sources.has(referrer) && isInUse(referrer)) return referrer
      // The objects on the way must have no foreign referrer either: what they refer to would belong to that referrer too.
      for (const source of sources) {
        if (seen.has(source) || this.#grown.has(source)) continue
        seen.add(source)
        pending.push(source)
      }
    }
    return null
  }
}

function addTo(map: Map<number, Set<number>>, object: number, from: number): void {
  const known = map.get(object)
  if (known === undefined) map.set(object, new Set([from]))
  else known.add(from)
}
