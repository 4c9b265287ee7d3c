import { textOf } from '../../form/text.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { dictionaryOf, numberOf, type PdfDictionary, PdfStream } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { inheritedValue, isPushbutton } from '../drawn-fields.js'
import { drawsAnything } from '../widget-look.js'
import type { FieldContent } from './shown-content.js'
import { showsSameMarks } from './shown-mark.js'
import { optionsOf, readOptions } from './shown-options.js'
import { showsSame } from './shown-value.js'

/** How a kind of field shows its value, and whether another appearance shows the same. */
interface LookOfField {
  readonly name: string
  readonly clause: string
  readonly applies: (type: string | null, flags: number) => boolean
  readonly isKept: (comparison: Comparison, before: PdfDictionary, after: PdfDictionary) => boolean
}

const combo = 0x2_0000
/** A text field of several lines (ISO 32000-1, table 228). */
const multiline = 0x1000

/** A field of another kind shows nothing that could be compared. */
const looks: readonly LookOfField[] = [
  {
    name: 'text',
    clause: 'ISO 32000-1, 12.7.4.3',
    applies: (type) => type === 'Tx',
    isKept: (comparison, before, after) =>
      showsSame(comparison, before, after, inLines(comparison.older, before, textOfValue(comparison.older, before))),
  },
  {
    name: 'list of choices',
    clause: 'ISO 32000-1, 12.7.4.4',
    applies: (type, flags) => type === 'Ch' && (flags & combo) === 0,
    isKept: (comparison, before, after) => showsSame(comparison, before, after, optionsOf(comparison.older, before)),
  },
  {
    name: 'choice in a box',
    clause: 'ISO 32000-1, 12.7.4.4',
    applies: (type, flags) => type === 'Ch' && (flags & combo) !== 0,
    isKept: (comparison, before, after) => showsSame(comparison, before, after, inLine(chosenText(comparison.older, before))),
  },
  {
    name: 'caption of a button',
    clause: 'ISO 32000-1, 12.7.4.2.2',
    applies: (type, flags) => type === 'Btn' && isPushbutton(flags),
    isKept: (comparison, before, after) => showsSame(comparison, before, after, inLine(caption(comparison.older, before))),
  },
  {
    name: 'mark',
    clause: 'ISO 32000-1, 12.7.4.2.3 and 12.7.4.2.4',
    applies: (type, flags) => type === 'Btn' && !isPushbutton(flags),
    isKept: showsSameMarks,
  },
  {
    name: 'place of a signature',
    clause: 'ISO 32000-1, 12.7.4.5',
    applies: (type) => type === 'Sig',
    isKept: ({ older, newer }, before, after) =>
      before.get('AP') === null && older.resolve(inheritedValue(older, before, 'V')) === null && !drawsAnything(newer, after),
  },
]

/** Whether another appearance of a field shows what the field did, readably and nothing else. */
export function showsSameValue(comparison: Comparison, before: PdfDictionary, after: PdfDictionary, type: string | null): boolean {
  const flags = numberOf(comparison.older.resolve(inheritedValue(comparison.older, before, 'Ff'))) ?? 0
  return looks.find(({ applies }) => applies(type, flags))?.isKept(comparison, before, after) ?? false
}

function inLine(text: string | null): FieldContent | null {
  return text === null ? null : { kind: 'line', text }
}

function inLines(revision: PdfRevision, field: PdfDictionary, text: string | null): FieldContent | null {
  const flags = numberOf(revision.resolve(inheritedValue(revision, field, 'Ff'))) ?? 0
  return text === null ? null : { kind: (flags & multiline) === 0 ? 'line' : 'lines', text }
}

/** The text of a field, empty without a value; null for a text in a stream. */
function textOfValue(revision: PdfRevision, field: PdfDictionary): string | null {
  const value = revision.resolve(inheritedValue(revision, field, 'V'))
  return value === null ? '' : textOf(value, revision.budget)
}

/** The text of the option whose value is chosen, and a text that is none of the options; null for several. */
function chosenText(revision: PdfRevision, field: PdfDictionary): string | null {
  const value = textOfValue(revision, field)
  const options = readOptions(revision, field)
  if (value === null || value === '' || options === null) return value === '' ? '' : null
  const [only = value, ...others] = options.filter((option) => option.value === value).map(({ label }) => label)
  return others.some((other) => other !== only) ? null : only
}

/** The text of a button (table 189), empty without one; null with a picture, or where the text is not shown alone (`TP`). */
function caption(revision: PdfRevision, field: PdfDictionary): string | null {
  const characteristics = dictionaryOf(revision.resolve(field.get('MK')))
  if (characteristics === null) return ''
  if (['I', 'RI', 'IX'].some((key) => revision.resolve(characteristics.get(key)) instanceof PdfStream)) return null
  const [text, position] = [revision.resolve(characteristics.get('CA')), revision.resolve(characteristics.get('TP'))]
  if (position !== null && position !== 0) return null
  return text === null ? '' : textOf(text, revision.budget)
}
