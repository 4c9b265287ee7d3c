import { nameOf, type PdfDictionary, PdfReference } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { type Judging, refused } from '../findings.js'

/**
 * Keys under which forms, pages, annotations, actions and signatures refer to a field (ISO 32000-1, tables 30, 164, 170, 210, 214, 218, 220, 236, 238, 253 and
 * 325).
 */
export const fieldUses: ReadonlySet<string> = new Set('Fields Kids CO Annots Parent Popup IRT T AN TA K Nums Obj Data'.split(' '))

/** Those under which no program takes an annotation without a type for an element of the structure. */
const annotationUses: ReadonlySet<string> = new Set([...fieldUses].filter((key) => key !== 'K' && key !== 'Nums'))

/** Whether an annotation gets the type that it may leave out (ISO 32000-1, table 164). PDFBox adds it to the annotations of a page where it signs. */
export function getsType(older: PdfDictionary, newer: PdfDictionary): boolean {
  const isAnnotation = older.get('Subtype') !== null && !older.nullKeys.has('Type')
  return isAnnotation && older.get('Type') === null && nameOf(newer.get('Type')) === 'Annot'
}

/**
 * Refuses the type of an annotation for an object that may be something else. PDFium takes a property without a type for a layer, and with another type not.
 * Ghostscript uses no font with another type.
 */
export function* refuseTypeOfOther(comparison: Comparison, number: number | null): Judging {
  yield* comparison.refuseOtherUse(number, annotationUses)
  if (number !== null && comparison.uses.isResource(number)) yield refused(number, 'content uses it as a resource as well')
}

/** Whether an annotation gets the page (`P`) that it may name (ISO 32000-1, table 164): the page that shows it, or any page when no page does. */
export function getsPage(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary): boolean {
  const [before, after] = [older.get('P'), newer.get('P')]
  if (before !== null || older.nullKeys.has('P') || !(after instanceof PdfReference)) return false
  const page = comparison.older.entriesOf(after)
  return page !== null && nameOf(comparison.older.resolve(page.get('Type'))) === 'Page'
}
