import type { PdfRevision } from '../../pdf-revision.js'
import { isArray, nameOf, numberOf, PdfDictionary, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import { hasCaption, inheritedValue, isPlainAppearance, isShown } from '../drawn-fields.js'
import { type Judging, refused } from '../findings.js'
import { flagsOf } from '../widget-look.js'
import type { FieldPlace } from './fields.js'
import { hasIndicesOfValue } from './shown-options.js'

/**
 * Entries by which programs draw a field (ISO 32000-1, tables 164, 188, 189, 222 and 231). Programs that can fill in a form draw the fields for text and choice by them although there is
 * an appearance, Firefox for example.
 */
const drawingKeys = ['DA', 'Q', 'DS', 'RV', 'I', 'TI', 'MK', 'BS'] as const
/** Flags of a field that do not change its look: read-only, required, no export, radio buttons that stay on, several choices, spelling, scrolling, immediate commit. */
const silentFieldFlags = 0x1 | 0x2 | 0x4 | 0x4000 | 0x20_0000 | 0x40_0000 | 0x80_0000 | 0x400_0000
/** Flags of an annotation that do: print, no zoom, no rotation, no view, its toggle. Hidden has a check of its own, Invisible a row (`field-differences.ts`). */
const shownFlags = 0x4 | 0x8 | 0x10 | 0x20 | 0x100

/** Refuses other entries by which programs draw the unchanged value of a field: the page would show it in another way, or not at all. */
export function* refuseOtherDrawing(comparison: Comparison, older: PdfDictionary, newer: PdfDictionary, place: FieldPlace): Judging {
  const { name, holder } = place
  const showsValue = place.type !== 'Sig' && showsSomething(comparison, older, newer, place)
  const flags = flagsOf(comparison.older, older) ^ flagsOf(comparison.newer, newer)
  if ((showsValue || older.get('AP') !== null) && (flags & shownFlags) !== 0)
    yield refused(holder, `the form field "${name}" is shown differently although its value is the same (F)`)
  if (!showsValue) return
  const [before, after] = [fieldFlagsOf(comparison.older, older), fieldFlagsOf(comparison.newer, newer)]
  if (((before ^ after) & ~silentFieldFlags) !== 0)
    yield refused(holder, `the form field "${name}" is drawn differently although its value is the same (Ff)`)
  for (const key of drawingKeys) {
    if (older.get(key) === null && newer.get(key) === null) continue
    if ((yield* comparison.entryReadsAlike(key, older, newer, holder)) || drawsAlike(key, comparison, older, newer)) continue
    yield refused(holder, `the form field "${name}" is drawn differently although its value is the same (${key})`)
  }
}

/** Whether an entry draws as before in another notation: with its defaults, or as a plain text like before. MuPDF writes all of them when a field gets the value that it has. */
function drawsAlike(key: string, { older, newer }: Comparison, before: PdfDictionary, after: PdfDictionary): boolean {
  const [one, other] = [older.resolve(before.get(key)), newer.resolve(after.get(key))]
  switch (key) {
    case 'DA':
      return isPlainAppearance(older, inheritedValue(older, before, 'DA')) && isPlainAppearance(newer, inheritedValue(newer, after, 'DA'))
    case 'BS':
      return isDefaultBorder(older, one) && isDefaultBorder(newer, other)
    case 'I':
      return hasIndicesOfValue(older, before) && hasIndicesOfValue(newer, after)
    case 'MK':
      return isEmptyDictionary(one) && isEmptyDictionary(other)
    default:
      return false
  }
}

/** A solid line of one unit (ISO 32000-1, table 166). */
function isDefaultBorder(revision: PdfRevision, value: PdfValue): boolean {
  if (value === null) return true
  if (!(value instanceof PdfDictionary) || value.repeated.length > 0) return false
  const [width, style] = [numberOf(revision.resolve(value.get('W'))) ?? 1, nameOf(revision.resolve(value.get('S'))) ?? 'S']
  return width === 1 && style === 'S'
}

function isEmptyDictionary(value: PdfValue): boolean {
  return value === null || (value instanceof PdfDictionary && value.entries.size + value.repeated.length + value.nullKeys.size === 0)
}

/** Whether programs draw something for a field, or for fields below it, which inherit its entries. */
function showsSomething({ older, newer }: Comparison, before: PdfDictionary, after: PdfDictionary, { type }: FieldPlace): boolean {
  if (type === 'Ch' || isArray(older.resolve(before.get('Kids')))) return true
  return isShown(older.resolve(inheritedValue(older, before, 'V'))) || hasCaption(older, before) || hasCaption(newer, after)
}

/** All flags where a value is no integer that programs read alike: it then differs from every other. */
function fieldFlagsOf(revision: PdfRevision, field: PdfDictionary): number {
  const flags = revision.resolve(field.get('Ff'))
  if (flags === null) return 0
  return typeof flags === 'number' && flags >= 0 && flags < 2 ** 31 ? flags : -1
}
