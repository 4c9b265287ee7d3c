import { isArray, type PdfDictionary, type PdfValue } from '../../syntax/values.js'
import type { Comparison } from '../comparison.js'
import type { Difference } from '../difference.js'
import { nameByParents } from '../field-names.js'
import { flagsOf, hasUnlimitedAppearance } from '../widget-look.js'

/** A field that a revision changed. */
interface ChangedField {
  readonly comparison: Comparison
  readonly name: string
  readonly older: PdfDictionary
  readonly newer: PdfDictionary
  readonly valueChanged: boolean
  readonly hasOtherLook: boolean
}

/** A field that a revision added, with its name by the fields that list it. */
interface AddedField {
  readonly comparison: Comparison
  readonly field: PdfDictionary
  readonly name: string
}

type ReasonOf<Asked> = Difference<Asked, string | null>

/** How programs draw a changed field differently. */
export const differencesOfFields: readonly ReasonOf<ChangedField>[] = [
  {
    name: 'appearance-without-box',
    programs: 'PDFium draws an appearance without a box (`BBox`) over the whole page.',
    find: ({ comparison, name, newer, hasOtherLook }) =>
      hasOtherLook && hasUnlimitedAppearance(comparison.newer, newer)
        ? `the form field "${name}" gets an appearance that has no limits (BBox)`
        : null,
  },
  {
    name: 'list-of-kids',
    programs: 'PDFium and Poppler do not draw the value of a field that has a list of kids, even an empty one.',
    find: ({ comparison, name, older, newer }) =>
      getsOrLosesKids(comparison, older.get('Kids'), newer.get('Kids')) ? `Kids of the form field "${name}" was added or removed` : null,
  },
  {
    name: 'invisible-widget',
    programs: 'pdf.js hides widgets with the flag Invisible, which is meant for annotations of an unknown kind.',
    find: ({ comparison, name, older, newer, valueChanged }) =>
      !valueChanged && ((flagsOf(comparison.older, older) ^ flagsOf(comparison.newer, newer)) & invisible) !== 0
        ? `the form field "${name}" is shown differently although its value is the same (F)`
        : null,
  },
]

const invisible = 0x1

/** How programs take a new field for another one. */
export const differencesOfNewFields: readonly ReasonOf<AddedField>[] = [
  {
    // Fields of one name are one field, of one type (ISO 32000-1, 12.7.3.2).
    name: 'name-of-other-field',
    programs: 'PDFium takes fields of one name for one signature field, and no longer draws the value of the older one.',
    find: ({ comparison, field, name }) => {
      const byParents = nameByParents(comparison.newer, field)
      return [name, byParents].some((each) => comparison.isNameOfOtherField(each))
        ? `another form field is named "${byParents}" as well`
        : null
    },
  },
]

/** The reasons why programs could draw a changed field differently. */
export function differencesOfField(field: ChangedField): readonly string[] {
  return differencesOfFields.flatMap(({ find }) => find(field) ?? [])
}

/** The reason why programs could take a new field for another one; null when there is none. */
export function differenceOfNewField(field: AddedField): string | null {
  return differencesOfNewFields.map(({ find }) => find(field)).find((reason) => reason !== null) ?? null
}

function getsOrLosesKids(comparison: Comparison, before: PdfValue, after: PdfValue): boolean {
  const isList = isArray(comparison.older.resolve(before)) && isArray(comparison.newer.resolve(after))
  return !isList && !comparison.reads(before, after)
}
