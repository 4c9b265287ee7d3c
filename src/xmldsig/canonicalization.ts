import { attributeOf, type CanonicalizationMethod, canonicalizationOfUri, canonicalize, childElements, type XmlElement } from '#xml'
import { EXCLUSIVE_C14N_NAMESPACE } from './namespaces.js'

/** A canonicalization as a ds:CanonicalizationMethod or ds:Transform names it. */
export interface Canonicalization {
  readonly method: CanonicalizationMethod
  /** InclusiveNamespaces PrefixList of exclusive canonicalization. */
  readonly prefixes: readonly string[]
}

/** What XMLDSig and XAdES mean where no method is named: inclusive Canonical XML 1.0 without comments. */
export const DEFAULT_CANONICALIZATION: Canonicalization = { method: { algorithm: 'c14n10', comments: false }, prefixes: [] }

/**
 * Reads the Algorithm of the element and its parameters. Null for an algorithm that is not canonicalization, and for parameters that the
 * algorithm does not have: what is not understood is not executed.
 */
export function readCanonicalization(element: XmlElement): Canonicalization | null {
  const method = canonicalizationOfUri(attributeOf(element, 'Algorithm') ?? '')
  if (method === null) return null
  const parameters = childElements(element)
  const [parameter] = parameters
  if (parameter === undefined) return { method, prefixes: [] }
  const inclusiveNamespaces = parameter.namespace === EXCLUSIVE_C14N_NAMESPACE && parameter.localName === 'InclusiveNamespaces'
  if (parameters.length > 1 || !inclusiveNamespaces || method.algorithm !== 'exclusive') return null
  const prefixes = (attributeOf(parameter, 'PrefixList') ?? '').split(/[\t\n\r ]+/).filter((prefix) => prefix !== '')
  return { method, prefixes }
}

/**
 * Canonical forms of the elements of one signature. An archive time-stamp covers most of what references and earlier time-stamps cover, so
 * each form is made once. Forms with a prefix list are not kept: there are only six methods, but any number of lists.
 */
export class CanonicalForms {
  readonly #forms = new Map<XmlElement, Map<string, Buffer>>()

  of(element: XmlElement, { method, prefixes }: Canonicalization): Buffer {
    if (prefixes.length > 0) return canonicalize(element, method, { prefixes })
    const forms = this.#formsOf(element)
    const key = `${method.algorithm}${method.comments ? '#' : ''}`
    const known = forms.get(key)
    if (known !== undefined) return known
    const form = canonicalize(element, method)
    forms.set(key, form)
    return form
  }

  #formsOf(element: XmlElement): Map<string, Buffer> {
    const known = this.#forms.get(element)
    if (known !== undefined) return known
    const forms = new Map<string, Buffer>()
    this.#forms.set(element, forms)
    return forms
  }
}
