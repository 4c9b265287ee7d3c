import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, isArray, numberOf, type PdfDictionary, PdfString, type PdfValue } from '../../syntax/values.js'
import { inheritedValue } from '../drawn-fields.js'

/** Flags of fields whose text programs draw as asterisks, each letter in a cell of its own, or as another text with styles (`RV`) (ISO 32000-1, table 228). */
const password = 0x2000
const comb = 0x100_0000
const richText = 0x200_0000
/** A text is darker than this in each component of its colour, and what is behind it lighter. */
const darkest = 0.4
const lightest = 0.6
/** The sizes of a text that is read; 0 stands for the size that fits. */
const smallestText = 4
const greatestText = 72

/**
 * Whether programs that draw a field themselves show its text: dark on a light background, in a size that is read. An appearance would show a text that the signed
 * page did not, one in white for example.
 */
export function showsItself(revision: PdfRevision, field: PdfDictionary): boolean {
  const flags = numberOf(revision.resolve(inheritedValue(revision, field, 'Ff'))) ?? 0
  return (flags & (password | comb | richText)) === 0 && hasLightBackground(revision, field) && hasDarkText(revision, field)
}

/** Whether programs that draw a widget themselves fill its background. */
export function hasBackground(revision: PdfRevision, widget: PdfDictionary): boolean {
  const colour = backgroundOf(revision, widget)
  return colour !== null && !(isArray(colour) && colour.length === 0)
}

/** The background of a widget (ISO 32000-1, table 189). */
function backgroundOf(revision: PdfRevision, widget: PdfDictionary): PdfValue {
  return revision.resolve(dictionaryOf(revision.resolve(widget.get('MK')))?.get('BG') ?? null)
}

/** None is light. */
function hasLightBackground(revision: PdfRevision, widget: PdfDictionary): boolean {
  const colour = backgroundOf(revision, widget)
  if (colour === null) return true
  return (
    isArray(colour) && lightnessOf(colour.map((part) => numberOf(revision.resolve(part)) ?? Number.NaN)).every((part) => part >= lightest)
  )
}

/** The components of a colour by which it is light; those of CMYK say how dark it is. */
function lightnessOf(colour: readonly number[]): readonly number[] {
  if (colour.length !== 4) return colour
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = colour
  return [cyan, magenta, yellow].map((part) => (1 - part) * (1 - black))
}

const colours: ReadonlyMap<string, number> = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
])

/** Whether a default appearance (ISO 32000-1, 12.7.3.3) selects a font and a dark colour, and nothing else. Without one, programs draw in black. */
function hasDarkText(revision: PdfRevision, field: PdfDictionary): boolean {
  const form = dictionaryOf(revision.resolve(revision.catalog.get('AcroForm')))
  const appearance = revision.resolve(inheritedValue(revision, field, 'DA') ?? form?.get('DA') ?? null)
  if (appearance === null) return true
  if (!(appearance instanceof PdfString) || appearance.unclear !== null) return false
  revision.budget.countText(appearance.bytes.length)
  let operands: string[] = []
  for (const word of appearance.bytes.toString('latin1').split(/[\0\t\n\f\r ]+/)) {
    if (word === '') continue
    const isOperand = /^(?:\/[^()<>[\]{}%]*|[+-]?[\d.]+)$/.test(word)
    if (!isOperand && !isPlainOperator(word, operands)) return false
    operands = isOperand ? [...operands, word] : []
    if (operands.length > 4) return false
  }
  return operands.length === 0
}

function isPlainOperator(word: string, operands: readonly string[]): boolean {
  if (word === 'Tf') {
    const size = Number(operands[1])
    return operands.length === 2 && (size === 0 || (size >= smallestText && size <= greatestText))
  }
  return operands.length === colours.get(word) && lightnessOf(operands.map(Number)).every((part) => part <= darkest)
}
