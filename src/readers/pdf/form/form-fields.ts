import { PdfError } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { nameOf, PdfDictionary, PdfReference, type PdfValue, visitTree } from '../syntax/values.js'
import { nameBelow, textOf } from './text.js'

/** A node of the field tree (ISO 32000-1, 12.7.3): a field, or one of several widgets that show one field. */
export interface FormField {
  /** Object number; null for a direct dictionary within its parent. */
  readonly number: number | null
  readonly dictionary: PdfDictionary
  /** Fully qualified name: the partial names from the root, joined by periods. */
  readonly name: string
  /** `FT`, its own or inherited; null when there is none. */
  readonly type: string | null
  /** `V`, its own or inherited. */
  readonly value: PdfValue
  /** Whether it is a widget of the field above it: it has no partial name of its own. */
  readonly isWidget: boolean
  /**
   * Whether it has no child fields: only such a field has a value (12.7.3.1). A node that is its own descendant is not terminal, so it has no value.
   */
  readonly isTerminal: boolean
  readonly depth: number
}

/**
 * Reads every node of the field tree, in document order; empty when the file has no form. Each object is visited once, so that a tree that contains itself
 * ends.
 *
 * @throws PdfError when a node cannot be read, or a bound on the number, depth or names of fields is reached
 */
export function readFormFields(revision: PdfRevision): readonly FormField[] {
  const { maxFields, maxDepth, maxFieldNameCharacters } = revision.budget.limits
  const form = revision.resolve(revision.catalog.get('AcroForm'))
  const fields: FormField[] = []
  if (!(form instanceof PdfDictionary)) return fields
  const seen = new Set<number>()
  let nameCharacters = 0
  const inner = new Set<FormField>()
  visitTree<FormField | null>(revision.resolve(form.get('Fields')), null, (item, parent) => {
    const number = item instanceof PdfReference ? item.number : null
    if (number !== null) {
      if (seen.has(number)) {
        if (parent !== null) inner.add(parent)
        return null
      }
      seen.add(number)
    }
    const dictionary = revision.resolve(item)
    if (!(dictionary instanceof PdfDictionary)) return null
    if (fields.length >= maxFields) throw new PdfError('PDF_LIMIT_FIELDS', `more than ${maxFields} form fields`)
    const field = fieldOf(revision, number, dictionary, parent)
    nameCharacters += field.name.length
    if (nameCharacters > maxFieldNameCharacters)
      throw new PdfError('PDF_LIMIT_TEXT', `form fields whose names have more than ${maxFieldNameCharacters} characters`)
    if (field.depth > maxDepth) throw new PdfError('PDF_LIMIT_DEPTH', `form fields more than ${maxDepth} levels deep`)
    if (parent !== null && !field.isWidget) inner.add(parent)
    fields.push(field)
    return [revision.resolve(dictionary.get('Kids')), field]
  })
  return inner.size === 0 ? fields : fields.map((field) => (inner.has(field) ? { ...field, isTerminal: false } : field))
}

function fieldOf(revision: PdfRevision, number: number | null, dictionary: PdfDictionary, parent: FormField | null): FormField {
  const partial = textOf(revision.resolve(dictionary.get('T')), revision.budget)
  return {
    number,
    dictionary,
    name: nameBelow(parent?.name ?? '', partial, revision.budget),
    type: nameOf(revision.resolve(dictionary.get('FT'))) ?? parent?.type ?? null,
    value: dictionary.get('V') ?? parent?.value ?? null,
    isWidget: partial === null && parent !== null,
    isTerminal: true,
    depth: (parent?.depth ?? 0) + 1,
  }
}
