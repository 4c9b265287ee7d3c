import type { PdfChange, PdfChangeLevel } from '#model'

/** A change with the rule that explains it. `revision` is an index from 0 here; the facts of a signature count revisions from 1. */
export type ObjectChange = PdfChange

const order: readonly PdfChangeLevel[] = ['long-term-validation', 'form-filling', 'annotations']

/** The level, of two, that needs the higher permission. */
export function higherLevel(one: PdfChangeLevel, other: PdfChangeLevel): PdfChangeLevel {
  return order.indexOf(one) >= order.indexOf(other) ? one : other
}

/** A change that no rule explains: an irregularity of a revision, or a change within an object that the revision did not write. */
export function structureChange(revision: number, object: number | null, description: string): ObjectChange {
  return { revision, object, change: 'structure', rule: null, level: null, field: null, page: null, description }
}
