import { textOf } from '../../form/text.js'
import type { PdfRevision } from '../../pdf-revision.js'
import { isArray, numberOf, type PdfDictionary, PdfString, type PdfValue } from '../../syntax/values.js'
import { inheritedValue } from '../drawn-fields.js'
import type { FieldContent } from './shown-content.js'

/** A choice of several options (ISO 32000-1, table 230). */
const severalChosen = 0x20_0000

/** An option of a choice: its value, and the text that is shown for it (ISO 32000-1, table 231). */
interface Option {
  readonly value: string | null
  readonly label: string | null
}

/** What a list shows: all options from the first one, and those that are chosen. Null where programs may show others, or other ones as chosen. */
export function optionsOf(revision: PdfRevision, field: PdfDictionary): FieldContent | null {
  const first = revision.resolve(inheritedValue(revision, field, 'TI'))
  const options = readOptions(revision, field)
  const chosen = options === null ? null : chosenBy(revision, field, options)
  if (options === null || chosen === null || (first !== null && first !== 0) || !hasIndicesOf(revision, field, chosen)) return null
  const labels = options.flatMap(({ label }) => label ?? [])
  return labels.length === options.length ? { kind: 'options', labels, chosen } : null
}

/** The options of a choice; null for a list that cannot be read. */
export function readOptions(revision: PdfRevision, field: PdfDictionary): readonly Option[] | null {
  const list = revision.resolve(inheritedValue(revision, field, 'Opt'))
  if (list === null) return []
  if (!isArray(list)) return null
  revision.budget.countValues(list.length)
  return list.map((option) => {
    const entry = revision.resolve(option)
    const [value, label] = isArray(entry) ? entry : [entry, entry]
    return { value: textIn(revision, value), label: textIn(revision, label) }
  })
}

/** Whether the indices of the options that are chosen (`I`), if any, say the same as the value: programs use either. */
export function hasIndicesOfValue(revision: PdfRevision, field: PdfDictionary): boolean {
  const options = readOptions(revision, field)
  const chosen = options === null ? null : chosenBy(revision, field, options)
  return chosen !== null && hasIndicesOf(revision, field, chosen)
}

/** The options that a value chooses, each of which must be one of them, and only one. */
function chosenBy(revision: PdfRevision, field: PdfDictionary, options: readonly Option[]): ReadonlySet<number> | null {
  const value = revision.resolve(inheritedValue(revision, field, 'V'))
  const texts = value === null ? [] : isArray(value) ? value : [value]
  const flags = numberOf(revision.resolve(inheritedValue(revision, field, 'Ff'))) ?? 0
  if (texts.length > 1 && (flags & severalChosen) === 0) return null
  const indices = new Map<string, number | null>()
  for (const [index, option] of options.entries())
    if (option.value !== null) indices.set(option.value, indices.has(option.value) ? null : index)
  revision.budget.countValues(texts.length)
  const chosen = texts.map((text) => textIn(revision, text)).map((text) => (text === null ? null : (indices.get(text) ?? null)))
  return chosen.every((index) => index !== null) ? new Set(chosen) : null
}

function hasIndicesOf(revision: PdfRevision, field: PdfDictionary, chosen: ReadonlySet<number>): boolean {
  const list = revision.resolve(inheritedValue(revision, field, 'I'))
  if (list === null) return true
  if (!isArray(list)) return false
  revision.budget.countValues(list.length)
  const indices = new Set(list.map((index) => revision.resolve(index)))
  return indices.size === chosen.size && [...chosen].every((index) => indices.has(index))
}

function textIn(revision: PdfRevision, value: PdfValue | undefined): string | null {
  const text = revision.resolve(value ?? null)
  return text instanceof PdfString ? textOf(text, revision.budget) : null
}
