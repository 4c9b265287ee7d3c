import { annotationsOf } from '../changes/page-numbers.js'
import { ifReadable } from '../pdf-error.js'
import type { PdfFile } from '../pdf-file.js'
import { type PdfDictionary, PdfReference, readingsOf } from '../syntax/values.js'

/**
 * Whether programs that find this signature dictionary among the annotations of a page show its `Contents` as a text (ISO 32000-1, table 164): it has a
 * `Subtype`, which a signature dictionary never has (table 252).
 */
export function isAnnotation(dictionary: PdfDictionary): boolean {
  return dictionary.get('Subtype') !== null
}

/**
 * Numbers of the objects whose `Contents` programs show although they are no annotations themselves: the parents of popup annotations (ISO 32000-1, 12.5.6.14),
 * the annotations that these answer (`IRT`), and the document information.
 */
export function objectsWithShownContents(file: PdfFile): ReadonlySet<number> {
  const shown = new Set<number>()
  const newest = file.revisions.at(-1)
  for (const { trailer } of file.revisions) {
    const information = trailer.get('Info')
    if (information instanceof PdfReference) shown.add(information.number)
  }
  if (newest === undefined) return shown
  for (const annotation of annotationsOf(newest)) {
    for (const owner of ownersOf(annotation)) {
      shown.add(owner.number)
      const entries = ifReadable(() => newest.entriesOf(owner))
      const owners = entries === null ? [] : readingsOf(entries, 'IRT')
      newest.budget.countValues(owners.length)
      for (const answered of owners) if (answered instanceof PdfReference) shown.add(answered.number)
    }
  }
  return shown
}

function ownersOf(annotation: PdfDictionary): readonly PdfReference[] {
  return ['Parent', 'IRT'].flatMap((key) => readingsOf(annotation, key)).filter((value) => value instanceof PdfReference)
}
