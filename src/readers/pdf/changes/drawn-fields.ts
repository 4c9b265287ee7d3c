import { type FormField, readFormFields } from '../form/form-fields.js'
import type { PdfBudget } from '../pdf-limits.js'
import type { PdfEntries, PdfRevision } from '../pdf-revision.js'
import { sameValue } from '../signatures/equal-values.js'
import { decodeName } from '../syntax/parse-value.js'
import {
  dictionaryOf,
  isArray,
  nameOf,
  numberOf,
  PdfDictionary,
  PdfStream,
  PdfString,
  type PdfValue,
  readingsOf,
} from '../syntax/values.js'
import { annotationsOf } from './page-numbers.js'

/** A widget with something to draw, and which of its entries are missing, so that viewers use the entries of the form instead. */
export interface DrawnField {
  /** A field for text or for a choice: viewers that can fill it in draw it themselves, even when it has an appearance. */
  readonly isText: boolean
  /** Some program may take it for a button. */
  readonly isButton: boolean
  readonly hasAppearance: boolean
  /** Default appearance (`DA`) of the widget or of a field above it; null when only the form has one, or when programs differ about it. */
  readonly appearance: PdfValue
  /** Whether the widget or a field above it has an alignment (`Q`), which every program uses. */
  readonly hasAlignment: boolean
  /** Every default appearance that programs may use for it, besides that of the form. */
  readonly appearances: readonly PdfValue[]
}

/** Whether some field is drawn with an entry of the form: with its default appearance (`DA`) or its alignment (`Q`) where the field has none. */
export function isDrawnBy(key: 'DA' | 'Q', drawn: readonly DrawnField[], { budget }: PdfRevision): boolean {
  if (key === 'Q') return drawn.some(({ isText, hasAlignment }) => isText && !hasAlignment)
  // Many fields may share one text.
  const appearances = new Set(drawn.flatMap(({ isText, hasAppearance, appearance }) => (isText || !hasAppearance ? [appearance] : [])))
  return [...appearances].some((appearance) => !hasFont(appearance, budget))
}

/**
 * Whether a default appearance draws texts as programs do without one: black, of the size that fits or a readable one, with a standard text font. PDFBox and iText add
 * it when they fill in or sign.
 */
export function isPlainAppearance(revision: PdfRevision, value: PdfValue): boolean {
  const text = revision.resolve(value)
  if (!(text instanceof PdfString) || text.unclear !== null) return false
  revision.budget.countText(text.bytes.length)
  const [, name = '', size = ''] = plainAppearance.exec(text.bytes.toString('latin1').trim()) ?? []
  const height = Number(size)
  const font = fontOf(revision, name)
  // Programs know the short name of Helvetica. OpenPDF writes it where the form has no such font.
  const isText = font === null ? name === 'Helv' : isStandardText(font)
  return name !== '' && (height === 0 || (height >= 6 && height <= 24)) && isText
}

const plainAppearance = /^(?:(?:0 g|0 0 0 rg|0 0 0 1 k)\s+)?\/(\w+)\s+(\d+(?:\.\d+)?)\s+Tf(?:\s+(?:0 g|0 0 0 rg|0 0 0 1 k))?$/

/** Whether a default appearance selects a font. Poppler uses that of the form for any other. */
function hasFont(appearance: PdfValue, budget: PdfBudget): boolean {
  if (!(appearance instanceof PdfString)) return false
  budget.countText(appearance.bytes.length)
  return /\/[^\s/]+\s+[\d.+-]+\s+Tf(?![A-Za-z])/.test(appearance.bytes.toString('latin1'))
}

/**
 * Whether the default resources get another resource, a font or a picture for example, under a name that a field without an appearance, in the older revision,
 * names.
 */
export function changesNamedResource(drawn: readonly DrawnField[], older: PdfRevision, newer: PdfRevision): boolean {
  const [before, after] = [older, newer].map((revision) => [...namedCategories].map((category) => categoryOf(revision, category)))
  const differs = (name: string) =>
    after?.some((category, index) => !sameValue(category?.get(name) ?? null, before?.[index]?.get(name) ?? null)) === true
  const drawsMark = drawn.some(({ isButton, hasAppearance }) => isButton && !hasAppearance)
  const addsStandard = (name: string) =>
    !categoryOf(older, 'Font')?.entries.has(name) &&
    (name === markFont ? addsStandardMarks(older, newer) : onlyDiffersIn('Font', name) && isStandardText(fontOf(newer, name)))
  const onlyDiffersIn = (category: string, name: string) =>
    [...namedCategories].every(
      (other) => other === category || sameValue(categoryOf(newer, other)?.get(name) ?? null, categoryOf(older, other)?.get(name) ?? null),
    )
  if (drawsMark && differs(markFont) && !addsStandardMarks(older, newer)) return true
  return [...namesInAppearances(drawn, older)].some((name) => differs(name) && !addsStandard(name))
}

/** The names of resources with which programs draw the fields that have no appearance. */
export function namesOfDrawing(drawn: readonly DrawnField[], revision: PdfRevision): ReadonlySet<string> {
  const drawsMark = drawn.some(({ isButton, hasAppearance }) => isButton && !hasAppearance)
  return new Set([...namesInAppearances(drawn, revision), ...(drawsMark ? [markFont] : [])])
}

/** Whether programs draw with a font in the same way when they find it under a name and when they find none. */
export function isStandardUnderName(name: string, font: PdfDictionary | null): boolean {
  return name === markFont ? isStandardMarks(font) : isStandardText(font)
}

/** The names in the default appearances of fields without an appearance. */
function namesInAppearances(drawn: readonly DrawnField[], revision: PdfRevision): ReadonlySet<string> {
  const ofForm = dictionaryOf(revision.resolve(revision.catalog.get('AcroForm')))?.get('DA') ?? null
  const appearances = drawn.flatMap(({ hasAppearance, appearances }) => (hasAppearance ? [] : [...appearances, ofForm]))
  const names = new Set<string>()
  // Many fields may share one text.
  for (const text of new Set(appearances.map((appearance) => revision.resolve(appearance)))) {
    if (!(text instanceof PdfString)) continue
    revision.budget.countText(text.bytes.length)
    for (const [, written = ''] of text.bytes.toString('latin1').matchAll(/\/([^\s/()<>[\]{}%]+)/g)) names.add(decodeName(written))
  }
  return names
}

/** The font with which Poppler draws the marks of checkboxes and radio buttons, whatever font the field names. */
const markFont = 'ZaDb'
const keysOfStandardFont: ReadonlySet<string> = new Set(['Type', 'Subtype', 'BaseFont', 'Name'])
/** Names of the standard fonts for texts (ISO 32000-1, 9.6.2.2), with which programs draw a field whose font is missing. */
const standardTextFont = /^(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/

function fontOf(revision: PdfRevision, name: string): PdfDictionary | null {
  return dictionaryOf(revision.resolve(categoryOf(revision, 'Font')?.get(name) ?? null))
}

/** Whether a font is a standard font for texts with an encoding that gives each text its own letters. */
export function isStandardText(font: PdfDictionary | null): boolean {
  const encoding = font?.get('Encoding') ?? null
  const hasLetters = encoding === null || ['WinAnsiEncoding', 'StandardEncoding', 'MacRomanEncoding'].includes(nameOf(encoding) ?? '')
  return hasLetters && isStandardFont(font)
}

/** Whether a font is a standard font for texts, with any encoding. */
export function isStandardFont(font: PdfDictionary | null): boolean {
  if (font === null || font.repeated.length > 0) return false
  const isKnown = [...font.entries.keys()].every((key) => key === 'Encoding' || keysOfStandardFont.has(key))
  return isKnown && nameOf(font.get('Subtype')) === 'Type1' && standardTextFont.test(nameOf(font.get('BaseFont')) ?? '')
}

/** Whether the font for marks is added as the standard font, which programs use without it as well. PDFBox adds it when it fills in a form. */
function addsStandardMarks(older: PdfRevision, newer: PdfRevision): boolean {
  const font = dictionaryOf(newer.resolve(categoryOf(newer, 'Font')?.get(markFont) ?? null))
  const isAdded = (categoryOf(older, 'Font')?.get(markFont) ?? null) === null
  return isAdded && isStandardMarks(font)
}

/** Whether a font is the standard font for marks, without an encoding. */
export function isStandardMarks(font: PdfDictionary | null): boolean {
  // An older object may become the font, so that the revision does not write its repeated keys.
  if (font === null || font.repeated.length > 0 || [...font.entries.keys()].some((key) => !keysOfStandardFont.has(key))) return false
  return nameOf(font.get('Subtype')) === 'Type1' && nameOf(font.get('BaseFont')) === 'ZapfDingbats'
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

function categoryOf(revision: PdfRevision, category: string): PdfDictionary | null {
  return dictionaryOf(revision.resolve(resourcesOf(revision)?.get(category) ?? null))
}

/**
 * The fields and text annotations of a revision that show something for some program: a value, the options of a choice, the caption of a button. Viewers show the
 * widgets of pages whether the form lists them or not.
 *
 * @param isDrawnAnew whether programs draw the fields anew (`NeedAppearances`), also those that have an appearance
 */
export function drawnFields(revision: PdfRevision, isDrawnAnew = false): readonly DrawnField[] {
  const widgets = new Map([...annotationsOf(revision)].map((widget) => [widget, null]))
  const listed = readFormFields(revision).map((field) => [field.dictionary, field] as const)
  const drawn = [...new Map<PdfDictionary, FormField | null>([...widgets, ...listed])].flatMap(
    ([widget, field]) => drawnField(revision, widget, field) ?? [],
  )
  return isDrawnAnew ? drawn.map((field) => ({ ...field, hasAppearance: false })) : drawn
}

/** Entries of a field and of those above it that decide how it is drawn. */
const decidingKeys = ['Subtype', 'Rect', 'FT', 'Ff', 'V', 'RV', 'AP', 'AS', 'DA', 'Q', 'MK', 'Parent'] as const

/** @param field the widget as the form lists it; null when it does not */
function drawnField(revision: PdfRevision, widget: PdfDictionary, field: FormField | null): DrawnField | null {
  const inherited = (key: string) => inheritedValue(revision, widget, key)
  const above = fieldsAbove(revision, widget)
  const appearances = [widget, ...above].flatMap((each) => readingsOf(each, 'DA')).filter((appearance) => appearance !== null)
  // Many widgets may share a field with a long list of values under one key.
  revision.budget.countValues(appearances.length)
  // Programs differ about which value of a repeated key counts, so they may draw such a field in any way.
  if ([widget, ...above].some(({ repeated }) => decidingKeys.some((key) => repeated.includes(key))))
    return { isText: true, isButton: true, hasAppearance: false, appearance: null, hasAlignment: false, appearances }
  const isFreeText = nameOf(revision.resolve(widget.get('Subtype'))) === 'FreeText'
  const own = nameOf(revision.resolve(widget.get('FT')))
  // The type by the fields that the widget names as its parents, and by those that list it: programs use either.
  const types = own === null ? [nameOf(revision.resolve(inherited('FT'))), ...(field === null ? [] : [field.type])] : [own]
  if (types.every((type) => type === 'Sig') || widget.get('Rect') === null) return null
  const values = [field?.value ?? null, inherited('V')]
  const isDrawn =
    isFreeText || types.includes('Ch') || values.some((value) => isShown(revision.resolve(value))) || hasCaption(revision, widget)
  if (!isDrawn) return null
  const isOnlyButton = types.every((type) => type === 'Btn')
  return {
    isText: !isOnlyButton,
    isButton: types.includes('Btn'),
    hasAppearance: hasAppearance(revision, widget, isOnlyButton && !isPushbutton(revision.resolve(inherited('Ff')))),
    appearance: revision.resolve(inherited('DA')),
    hasAlignment: typeof revision.resolve(inherited('Q')) === 'number',
    appearances,
  }
}

const pushbutton = 0x1_0000

/** Whether the flags of a field (`Ff`) say that it is a pushbutton. */
export function isPushbutton(flags: PdfValue): boolean {
  return ((numberOf(flags) ?? 0) & pushbutton) !== 0
}

/** The fields above a widget, by the entry `Parent`. */
function fieldsAbove(revision: PdfRevision, widget: PdfDictionary): readonly PdfEntries[] {
  const above: PdfEntries[] = []
  let field = revision.entriesOf(widget.get('Parent'))
  while (field !== null && above.length <= revision.budget.limits.maxDepth) {
    above.push(field)
    field = revision.entriesOf(field.get('Parent'))
  }
  return above
}

/** The value of a field, its own or that of a field above it. */
export function inheritedValue(revision: PdfRevision, widget: PdfDictionary, key: string): PdfValue {
  let field: PdfEntries | null = widget
  for (let depth = 0; field !== null && depth <= revision.budget.limits.maxDepth; depth++) {
    const value = field.get(key)
    if (value !== null) return value
    field = revision.entriesOf(field.get('Parent'))
  }
  return null
}

/**
 * Whether a field has an appearance that viewers accept; otherwise they draw the field themselves. The appearance of a button has a stream for each state, except that
 * of a pushbutton, which has no states. A button that is off shows no mark without a stream.
 */
function hasAppearance(revision: PdfRevision, widget: PdfDictionary, hasStates: boolean): boolean {
  const normal = revision.resolve(dictionaryOf(revision.resolve(widget.get('AP')))?.get('N') ?? null)
  if (!hasStates || !(normal instanceof PdfDictionary)) return normal instanceof PdfStream
  const state = nameOf(revision.resolve(widget.get('AS') ?? inheritedValue(revision, widget, 'V')))
  return state === null || state === 'Off' ? normal.entries.size > 0 : revision.resolve(normal.get(state)) instanceof PdfStream
}

/** The text of a button (ISO 32000-1, table 189). */
export function hasCaption(revision: PdfRevision, widget: PdfDictionary): boolean {
  const characteristics = dictionaryOf(revision.resolve(widget.get('MK')))
  return ['CA', 'RC', 'AC'].some((key) => characteristics !== null && isShown(revision.resolve(characteristics.get(key))))
}

/** Whether a field with this value shows something. */
export function isShown(value: PdfValue): boolean {
  if (value instanceof PdfString) return value.bytes.length > 0
  if (isArray(value)) return value.length > 0
  const name = nameOf(value)
  return name === null ? value instanceof PdfStream : name !== 'Off'
}
