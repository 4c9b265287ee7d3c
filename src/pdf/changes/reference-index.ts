import type { PdfBudget } from '../pdf-limits.js'
import { isArray, PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../syntax/values.js'

/** Stands for the trailer, which is no object. Object 0 does not exist in any file. */
export const TRAILER = 0

/** Which objects refer to which, at one revision. It goes on from revision to revision by what each of them changes. */
export class ReferenceIndex {
  private readonly referrers = new Map<number, Set<number>>()
  private readonly targets = new Map<number, ReadonlySet<number>>()

  /** Puts down all that an object refers to, in the place of what it referred to before. */
  put(source: number, targets: ReadonlySet<number>): void {
    for (const target of this.targets.get(source) ?? []) this.referrers.get(target)?.delete(source)
    if (targets.size === 0) this.targets.delete(source)
    else this.targets.set(source, targets)
    for (const target of targets) {
      const referrers = this.referrers.get(target)
      if (referrers === undefined) this.referrers.set(target, new Set([source]))
      else referrers.add(source)
    }
  }

  /** Numbers of the objects that an object refers to. */
  targetsOf(source: number): ReadonlySet<number> {
    return this.targets.get(source) ?? none
  }

  /** Numbers of the objects that refer to this one. */
  referrersOf(target: number): ReadonlySet<number> {
    return this.referrers.get(target) ?? none
  }
}

const none: ReadonlySet<number> = new Set()

/** Numbers of all objects that a value refers to, at any depth within it. */
export function targetsOf(value: PdfValue, budget: PdfBudget): Set<number> {
  const targets = new Set<number>()
  const pending: PdfValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    budget.countValues(1)
    if (next instanceof PdfReference) targets.add(next.number)
    else if (next instanceof PdfDictionary) {
      for (const item of next.entries.values()) pending.push(item)
      for (const item of next.furtherValues) pending.push(item)
    } else if (next instanceof PdfStream) pending.push(next.dictionary)
    else if (isArray(next)) for (const item of next) if (item !== null && typeof item === 'object') pending.push(item)
  }
  return targets
}

const separator = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]*[\\r\\n])+'
const reference = new RegExp(`(\\d{1,10})${separator}\\d{1,5}${separator}R(?![A-Za-z])`, 'g')

/** References in octets that break the grammar, by their look: a program that repairs them would follow them. */
export function targetsByLook(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(reference), (match) => Number(match[1])))
}
