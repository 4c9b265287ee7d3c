import { ifReadable } from '../../pdf-error.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { keysOf, sameEntry } from '../../signatures/equal-values.js'
import { PdfDictionary, PdfStream, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { every, type Judging } from '../findings.js'
import { addedToResources } from './unused-resources.js'

/** Entries of a stream that say how its content is packed. */
const packingKeys: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms'])

/**
 * Whether appearances have the content that they had, and resources that only got fonts and pictures which no content names: PDFBox adds its fonts to the resources that all
 * fields share, and writes the fields again.
 */
export function* drawsTheSame(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number, depth = 0): Judging<boolean> {
  const [older, newer] = [comparison.older.resolve(before), comparison.newer.resolve(after)]
  if (older instanceof PdfStream && newer instanceof PdfStream) return yield* isSameForm(comparison, older, newer, holder)
  if (!(older instanceof PdfDictionary && newer instanceof PdfDictionary) || depth > 1) return false
  if (older.repeated.length + newer.repeated.length > 0) return false
  return yield* every(keysOf(older, newer), (key) => drawsTheSame(comparison, older.get(key), newer.get(key), holder, depth + 1))
}

function* isSameForm(comparison: Comparison, older: PdfStream, newer: PdfStream, holder: number): Judging<boolean> {
  const [one, other] = [older.dictionary, newer.dictionary]
  const keys = keysOf(one, other).filter((key) => !packingKeys.has(key) && key !== 'Resources')
  // An area is compared exactly: each version could round it anew.
  if (!comparison.newer.isPlainStream(newer) || !keys.every((key) => sameEntry(key, one, other))) return false
  if (!(yield* every(keys, (key) => comparison.appliesAlike(one.get(key), other.get(key), holder, key, one)))) return false
  const [content, again] = [contentOf(comparison.older, older), contentOf(comparison.newer, newer)]
  return content !== null && again !== null && content.equals(again) && (yield* keepsResources(comparison, one, other, holder))
}

function contentOf(revision: PdfRevision, stream: PdfStream): Buffer | null {
  const content = stream.exactLength ? ifReadable(() => revision.drawnContentOf(stream)) : null
  revision.budget.countScanned((content?.length ?? 0) >>> 3)
  return content
}

function* keepsResources(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, holder: number): Judging<boolean> {
  const [before, after] = [comparison.older.resolve(older.get('Resources')), comparison.newer.resolve(newer.get('Resources'))]
  // Without resources of its own, the content is drawn with those of the page.
  if (!(before instanceof PdfDictionary && after instanceof PdfDictionary)) return before === null && after === null
  if (before.repeated.length + after.repeated.length > 0) return false
  const added = yield* addedToResources(comparison, before, after, holder)
  const names = added === null ? null : comparison.namesInContent()
  if (added === null || names === null || added.some(({ name }) => names.has(name))) return false
  return yield* every(before.entries, ([category, value]) => keepsCategory(comparison, value, after.get(category), holder))
}

/** Whether what the content may draw is as before, whatever its objects: another object of the appearance may have changed. */
function* keepsCategory(comparison: Comparison, before: PdfValue, after: PdfValue, holder: number): Judging<boolean> {
  const [older, newer] = [comparison.older.resolve(before), comparison.newer.resolve(after)]
  if (!(older instanceof PdfDictionary && newer instanceof PdfDictionary)) return true
  return yield* every(older.entries, ([name, value]) => comparison.appliesAlike(value, newer.get(name), holder, name, older))
}
