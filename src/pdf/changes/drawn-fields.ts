import { type FormField, readFormFields } from '../form/form-fields.js'
import type { PdfRevision } from '../pdf-revision.js'
import { sameValue } from '../signatures/equal-values.js'
import { decodeName } from '../syntax/parse-value.js'
import { dictionaryOf, isArray, nameOf, PdfDictionary, PdfStream, PdfString, type PdfValue } from '../syntax/values.js'
import { annotationsOf } from './page-numbers.js'

/** A widget with something to draw, and which of its entries are missing, so that viewers use the entries of the form instead. */
export interface DrawnField {
  /** A field for text or for a choice: viewers that can fill it in draw it themselves, even when it has an appearance. */
  readonly isText: boolean
  readonly hasAppearance: boolean
  /** Default appearance (`DA`) and alignment (`Q`) of the widget or of a field above it; null when only the form has them. */
  readonly appearance: PdfValue
  readonly alignment: PdfValue
}

/** Whether some field is drawn with an entry of the form: with its default appearance (`DA`) or its alignment (`Q`) where the field has none. */
export function isDrawnBy(key: string, drawn: readonly DrawnField[]): boolean {
  return drawn.some(({ isText, hasAppearance, appearance, alignment }) =>
    key === 'DA' ? appearance === null && (isText || !hasAppearance) : alignment === null && isText,
  )
}

/** Whether the default resources get a font that was missing and that a field without an appearance, in the older revision, names. */
export function addsNamedFont(drawn: readonly DrawnField[], older: PdfRevision, newer: PdfRevision): boolean {
  const [before, after] = [fontsOf(older), fontsOf(newer)]
  const ofForm = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))?.get('DA') ?? null
  const appearances = drawn.flatMap(({ hasAppearance, appearance }) => (hasAppearance ? [] : [older.resolve(appearance ?? ofForm)]))
  // Many fields may share one text.
  for (const text of new Set(appearances)) {
    if (!(text instanceof PdfString)) continue
    older.budget.countText(text.bytes.length)
    for (const [, written = ''] of text.bytes.toString('latin1').matchAll(/\/([^\s/()<>[\]{}%]+)/g)) {
      const name = decodeName(written)
      if ((before?.get(name) ?? null) === null && (after?.get(name) ?? null) !== null) return true
    }
  }
  return false
}

/** Categories of default resources that affect a field without an appearance only if the field names one of their resources. */
const namedCategories: ReadonlySet<string> = new Set(['Font', 'Encoding', 'XObject', 'ProcSet'])

/**
 * Whether the default resources get something that affects a field without an appearance although the field does not name it: default colour spaces that
 * replace those of devices, for example.
 */
export function addsOtherResources(drawn: readonly DrawnField[], older: PdfRevision, newer: PdfRevision): boolean {
  if (drawn.every(({ hasAppearance }) => hasAppearance)) return false
  const [before, after] = [resourcesOf(older), resourcesOf(newer)]
  return [...(after?.entries ?? [])].some(
    ([key, value]) => !namedCategories.has(key) && !sameValue(older.resolve(before?.get(key) ?? null), newer.resolve(value)),
  )
}

function resourcesOf(revision: PdfRevision): PdfDictionary | null {
  const form = dictionaryOf(revision.resolve(revision.catalog.get('AcroForm')))
  return dictionaryOf(revision.resolve(form?.get('DR') ?? null))
}

function fontsOf(revision: PdfRevision): PdfDictionary | null {
  return dictionaryOf(revision.resolve(resourcesOf(revision)?.get('Font') ?? null))
}

/**
 * The fields and text annotations of a revision that show something: a value, the options of a choice, the caption of a button. Viewers show the widgets of
 * pages whether the form lists them or not.
 */
export function drawnFields(revision: PdfRevision): readonly DrawnField[] {
  const widgets = new Map([...annotationsOf(revision)].map((widget) => [widget, null]))
  const listed = readFormFields(revision).map((field) => [field.dictionary, field] as const)
  return [...new Map<PdfDictionary, FormField | null>([...widgets, ...listed])].flatMap(
    ([widget, field]) => drawnField(revision, widget, field) ?? [],
  )
}

/** @param field the widget as the form lists it; null when it does not */
function drawnField(revision: PdfRevision, widget: PdfDictionary, field: FormField | null): DrawnField | null {
  const inherited = (key: string) => inheritedValue(revision, widget, key)
  const isFreeText = nameOf(revision.resolve(widget.get('Subtype'))) === 'FreeText'
  const type = field?.type ?? nameOf(revision.resolve(inherited('FT')))
  if (type === 'Sig' || widget.get('Rect') === null) return null
  const values = [field?.value ?? null, inherited('V')]
  const isDrawn = isFreeText || type === 'Ch' || values.some((value) => isShown(revision.resolve(value))) || hasCaption(revision, widget)
  if (!isDrawn) return null
  return {
    isText: type !== 'Btn',
    hasAppearance: hasAppearance(revision, widget, type),
    appearance: inherited('DA'),
    alignment: inherited('Q'),
  }
}

/** The value of a field, its own or that of a field above it. */
export function inheritedValue(revision: PdfRevision, widget: PdfDictionary, key: string): PdfValue {
  let field = revision.entriesOf(widget)
  for (let depth = 0; field !== null && depth <= revision.budget.limits.maxDepth; depth++) {
    const value = field.get(key)
    if (value !== null) return value
    field = revision.entriesOf(field.get('Parent'))
  }
  return null
}

/** Whether a field has an appearance that viewers accept; otherwise they draw the field themselves. The appearance of a button has a stream for each state. */
function hasAppearance(revision: PdfRevision, widget: PdfDictionary, type: string | null): boolean {
  const normal = revision.resolve(dictionaryOf(revision.resolve(widget.get('AP')))?.get('N') ?? null)
  return normal instanceof PdfStream || (type === 'Btn' && normal instanceof PdfDictionary && normal.entries.size > 0)
}

/** The text of a button (ISO 32000-1, table 189). */
function hasCaption(revision: PdfRevision, widget: PdfDictionary): boolean {
  const characteristics = dictionaryOf(revision.resolve(widget.get('MK')))
  return ['CA', 'RC', 'AC'].some((key) => characteristics !== null && isShown(revision.resolve(characteristics.get(key))))
}

/** Whether a field with this value shows something. */
function isShown(value: PdfValue): boolean {
  if (value instanceof PdfString) return value.bytes.length > 0
  if (isArray(value)) return value.length > 0
  const name = nameOf(value)
  return name === null ? value instanceof PdfStream : name !== 'Off'
}
