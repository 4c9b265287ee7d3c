import { readFormFields } from '../form/form-fields.js'
import { nameBelow, textOf } from '../form/text.js'
import { ifReadable } from '../pdf-error.js'
import type { PdfRevision } from '../pdf-revision.js'
import { nameOf, type PdfDictionary } from '../syntax/values.js'
import { inheritedValue } from './drawn-fields.js'
import { annotationsOf } from './page-numbers.js'

/**
 * The names of the fields of a revision that are not for signatures, as `comparableName` writes them. Programs take the widgets of pages for fields, also those that
 * the form does not list. Null when programs differ about the type, the name or the parents of a field: any name may be its name.
 */
export function namesOfOtherFields(revision: PdfRevision): ReadonlySet<string> | null {
  const names = new Set<string>()
  for (const { dictionary, type, isTerminal, name } of readFormFields(revision)) {
    if (isUnclearName(dictionary)) return null
    if (type !== 'Sig' && isTerminal) names.add(comparableName(name))
  }
  for (const widget of annotationsOf(revision)) {
    if (isUnclearName(widget)) return null
    const name = ifReadable(() => {
      const type = nameOf(revision.resolve(inheritedValue(revision, widget, 'FT')))
      return type === null || type === 'Sig' ? null : nameByParents(revision, widget)
    })
    if (name !== null) names.add(comparableName(name))
  }
  return names
}

function isUnclearName({ repeated }: PdfDictionary): boolean {
  return ['FT', 'T', 'Parent'].some((key) => repeated.includes(key))
}

/** The name of a field by the fields that it and they name as `Parent`; empty for none. */
export function nameByParents(revision: PdfRevision, widget: Pick<PdfDictionary, 'get'>): string {
  let name = ''
  let field: Pick<PdfDictionary, 'get'> | null = widget
  for (let depth = 0; field !== null && depth <= revision.budget.limits.maxDepth; depth++) {
    const partial = textOf(revision.resolve(field.get('T')), revision.budget)
    if (partial !== null) name = name === '' ? partial : nameBelow(partial, name, revision.budget)
    field = revision.entriesOf(field.get('Parent'))
  }
  return name
}

/** A name without what programs pass over in it: language codes (ISO 32000-1, 7.9.2.2), empty parts, and zeros and the mark of another order of octets. */
export function comparableName(name: string): string {
  return name
    .replace(/\u001b[^\u001b]*\u001b|\u00ff\u00fe|\0/g, '')
    .split('.')
    .filter((part) => part !== '')
    .join('.')
}
