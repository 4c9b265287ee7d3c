import { readFormFields } from '../form/form-fields.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfRevision } from '../pdf-revision.js'
import { dictionaryOf, isArray, nameOf, type PdfDictionary, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'

/** A widget with a value, as far as viewers draw it by entries of the form and not by its own. */
export interface DrawnField {
  /** A field for text or for a choice: viewers in which it can be filled in draw it themselves, even when it has an appearance. */
  readonly isText: boolean
  readonly hasAppearance: boolean
  /** Default appearance and alignment, its own or of a field above it; null when only the form has them. */
  readonly appearance: PdfValue
  readonly alignment: PdfValue
}

/** Whether a field is drawn by an entry of the form: by its default appearance (`DA`) or its alignment (`Q`) where the field has none. */
export function isDrawnBy(key: string, drawn: readonly DrawnField[]): boolean {
  return drawn.some(({ isText, hasAppearance, appearance, alignment }) =>
    key === 'DA' ? appearance === null && (isText || !hasAppearance) : alignment === null && isText,
  )
}

/** Whether default resources get a font that a field of the older revision without an appearance names and that was missing. */
export function addsNamedFont(drawn: readonly DrawnField[], older: PdfRevision, newer: PdfRevision): boolean {
  const [before, after] = [fontsOf(older), fontsOf(newer)]
  const ofForm = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))?.get('DA') ?? null
  return drawn.some(({ hasAppearance, appearance }) => {
    const text = older.resolve(appearance ?? ofForm)
    if (hasAppearance || !(text instanceof PdfString)) return false
    return [...text.bytes.toString('latin1').matchAll(/\/([^\s/()<>[\]{}%]+)/g)].some(
      ([, name = '']) => (before?.get(name) ?? null) === null && (after?.get(name) ?? null) !== null,
    )
  })
}

function fontsOf(revision: PdfRevision): PdfDictionary | null {
  const form = dictionaryOf(revision.resolve(revision.catalog.get('AcroForm')))
  const resources = dictionaryOf(revision.resolve(form?.get('DR') ?? null))
  return dictionaryOf(revision.resolve(resources?.get('Font') ?? null))
}

/** The fields of the form that show a value. */
export function drawnFields(revision: PdfRevision, budget: PdfBudget): readonly DrawnField[] {
  const { fields } = readFormFields(revision, revision.limits)
  budget.countValues(fields.length)
  // In document order, so the fields above one are the last of each smaller depth.
  const above: Pick<DrawnField, 'appearance' | 'alignment'>[] = []
  return fields.flatMap(({ dictionary, type, value, depth }) => {
    const parent = above[depth - 1]
    const appearance = dictionary.get('DA') ?? parent?.appearance ?? null
    const alignment = dictionary.get('Q') ?? parent?.alignment ?? null
    above[depth] = { appearance, alignment }
    if (type === 'Sig' || dictionary.get('Rect') === null || !isShown(revision.resolve(value))) return []
    const appearances = dictionaryOf(revision.resolve(dictionary.get('AP')))
    const hasAppearance = appearances !== null && appearances.get('N') !== null
    return [{ isText: type !== 'Btn', hasAppearance, appearance, alignment }]
  })
}

/** Whether a value is one that a field shows. */
function isShown(value: PdfValue): boolean {
  if (value instanceof PdfString) return value.bytes.length > 0
  if (isArray(value)) return value.length > 0
  const name = nameOf(value)
  return name === null ? value instanceof PdfStream : name !== 'Off'
}
