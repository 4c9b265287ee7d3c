import { textOf } from '../../form/text.js'
import { ifReadable } from '../../pdf-error.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, isArray, numberOf, PdfDictionary, PdfStream, PdfString, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue } from '../drawn-fields.js'

/** Operators, with a number of operands, that an appearance with nothing but a value may have (ISO 32000-1, 12.7.3.3). */
const operators: ReadonlyMap<string, number> = new Map(
  Object.entries({
    q: 0,
    Q: 0,
    BT: 0,
    ET: 0,
    BMC: 1,
    EMC: 0,
    re: 4,
    W: 0,
    n: 0,
    f: 0,
    'f*': 0,
    Tf: 2,
    Td: 2,
    Tj: 1,
    g: 1,
    rg: 3,
    cs: 1,
    sc: 3,
  }),
)
const smallestText = 4
const greatestText = 72
const token = /\((?:[^()\\]*)\)|\/[^\0\t\n\f\r ()<>[\]{}/%]+|[^\0\t\n\f\r ()<>[\]{}/%]+/g
const isSeparated = /^(?:[^()<>[\]{}%]|\([^()\\\r\n]*\))*$/

/**
 * Whether a field that the signed form tells programs to draw (`NeedAppearances`) gets an appearance that shows its signed value and nothing else, as the field says: in the font of its
 * default appearance, black, within its area. PDFBox draws all fields of such a form when it fills in one of them.
 */
export function showsSignedValue({ older, newer, changed }: Comparison, before: PdfDictionary, after: PdfDictionary): boolean {
  const form = dictionaryOf(older.resolve(older.catalog.get('AcroForm')))
  if (older.resolve(form?.get('NeedAppearances') ?? null) !== true) return false
  const value = textOf(older.resolve(inheritedValue(older, before, 'V')), older.budget)
  const kinds = newer.resolve(after.get('AP'))
  const appearance = kinds instanceof PdfDictionary && kinds.entries.size === 1 ? newer.resolve(kinds.get('N')) : null
  const font = fontNameOf(older.resolve(inheritedValue(older, before, 'DA')))
  if (value === null || !/^[ -~]*$/.test(value) || font === null || !(appearance instanceof PdfStream)) return false
  const resources = dictionaryOf(newer.resolve(appearance.dictionary.get('Resources')))
  const fonts = [
    newer.resolve(resources?.get('Font') ?? null),
    older.resolve(dictionaryOf(older.resolve(form?.get('DR') ?? null))?.get('Font') ?? null),
  ]
  const [used, signed] = fonts.map((each) => dictionaryOf(each)?.get(font) ?? null)
  // The font is the signed one: the same object, which this revision did not change.
  const number = referenceOf(used)
  if (number === null || number !== referenceOf(signed) || changed.has(number)) return false
  return textOfAppearance(newer, appearance, font) === value
}

function referenceOf(value: PdfValue | undefined): number | null {
  return value !== null && typeof value === 'object' && 'generation' in value && !(value instanceof PdfStream) ? value.number : null
}

function fontNameOf(appearance: PdfValue): string | null {
  if (!(appearance instanceof PdfString)) return null
  return /\/(\w+)\s+[\d.]+\s+Tf(?![A-Za-z])/.exec(appearance.bytes.toString('latin1'))?.[1] ?? null
}

/** The text that an appearance shows; null where it may show something else as well. */
function textOfAppearance(revision: PdfRevision, appearance: PdfStream, font: string): string | null {
  const content = ifReadable(() => revision.drawnContentOf(appearance))?.toString('latin1') ?? null
  const box = revision.resolve(appearance.dictionary.get('BBox'))
  const [left = 0, bottom = 0, right = 0, top = 0] = isArray(box) ? box.map((side) => numberOf(side) ?? 0) : []
  if (content === null || content.length > revision.budget.limits.maxTextBytes || !isSeparated.test(content)) return null
  if (appearance.dictionary.get('Matrix') !== null || left !== 0 || bottom !== 0) return null
  revision.budget.countText(content.length)
  let shown = ''
  let operands: string[] = []
  let isInText = false
  for (const [word] of content.matchAll(token)) {
    const count = operators.get(word)
    if (count === undefined) {
      if (!/^[(/+\-.\d]/.test(word)) return null
      operands.push(word)
      continue
    }
    if (operands.length !== count) return null
    const numbers = operands.map(Number)
    const [first = 0, second = 0] = numbers
    if (word === 'BT') isInText = true
    else if (word === 'ET') isInText = false
    else if (word === 'Tf' && !(operands[0] === `/${font}` && second >= smallestText && second <= greatestText)) return null
    else if (word === 'Td' && !(first >= 0 && second >= 0 && first < right && second < top && shown === '')) return null
    // Text is black; what is filled, the background, comes before it.
    else if (isInText && ['g', 'rg', 'sc'].includes(word) && numbers.some((component) => component !== 0)) return null
    else if (['f', 'f*', 're'].includes(word) && (isInText || shown !== '')) return null
    else if (word === 'cs' && operands[0] !== '/DeviceRGB') return null
    else if (word === 'Tj') {
      if (!isInText) return null
      shown += (operands[0] ?? '').slice(1, -1)
    }
    operands = []
  }
  return operands.length === 0 ? shown : null
}
