import { attributeOf, childElements, textOf, type XmlElement } from '#readers/xml'
import { type Canonicalization, readCanonicalization } from './canonicalization.js'
import { XMLDSIG_NAMESPACE } from './namespaces.js'

/** What a filter removes from the XML: the signature that contains the reference, or every ds:Signature of the document. Each with all its content. */
export type XmlFilter = 'own-signature' | 'all-signatures'

/**
 * The transforms of a reference, by the allow-list. Whatever else a reference has is `unsupported`: it is recorded and never executed, because a transform lets the
 * signature decide which part of the data it covers. `filtered` and `base64` are executed only where the data is the XML document with the signature itself (`decisions.md#xml-transforms`).
 */
export interface Transforms {
  /** As written, in order. */
  readonly algorithms: readonly string[]
  readonly chain:
    | { readonly kind: 'none' }
    | ({ readonly kind: 'canonicalization' } & Canonicalization)
    | { readonly kind: 'filtered'; readonly filters: readonly XmlFilter[]; readonly canonicalization: Canonicalization | null }
    /** The text of an element is the base64 of the data. */
    | { readonly kind: 'base64' }
    | { readonly kind: 'unsupported' }
}

const none: Transforms = { algorithms: [], chain: { kind: 'none' } }
const unsupported = { kind: 'unsupported' } as const

const ENVELOPED_SIGNATURE = `${XMLDSIG_NAMESPACE}enveloped-signature`
const BASE64 = `${XMLDSIG_NAMESPACE}base64`
const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116'
const XPATH_FILTER_2 = 'http://www.w3.org/2002/06/xmldsig-filter2'

/**
 * Reads ds:Transforms of a ds:Reference (XML Signature 1.1 section 4.4.3.4). An empty ds:Transforms breaks the schema, so verifiers differ about its meaning.
 */
export function readTransforms(reference: XmlElement): Transforms {
  const containers = childElements(reference, XMLDSIG_NAMESPACE, 'Transforms')
  if (containers.length === 0) return none
  const transforms = containers.flatMap((container) => childElements(container))
  const algorithms = transforms.map((transform) => attributeOf(transform, 'Algorithm') ?? '')
  return { algorithms, chain: containers.length === 1 && transforms.every(isTransform) ? chainOf(transforms) : unsupported }
}

/** Filters first, then at most one canonicalization; or base64 alone. */
function chainOf(transforms: readonly XmlElement[]): Transforms['chain'] {
  const last = transforms.at(-1)
  if (last === undefined) return unsupported
  if (transforms.length === 1 && attributeOf(last, 'Algorithm') === BASE64) {
    return childElements(last).length === 0 ? { kind: 'base64' } : unsupported
  }
  const canonicalization = readCanonicalization(last)
  const filters = (canonicalization === null ? transforms : transforms.slice(0, -1)).map(filterOf)
  if (!filters.every((filter) => filter !== null)) return unsupported
  if (filters.length === 0) return canonicalization === null ? unsupported : { kind: 'canonicalization', ...canonicalization }
  return { kind: 'filtered', filters, canonicalization }
}

/** The filter of a transform; null for any other transform, and for any other expression. */
function filterOf(transform: XmlElement): XmlFilter | null {
  const parameters = childElements(transform)
  switch (attributeOf(transform, 'Algorithm') ?? '') {
    case ENVELOPED_SIGNATURE:
      return parameters.length === 0 ? 'own-signature' : null
    case XPATH: {
      const [expression] = parameters
      const isXPath = expression?.namespace === XMLDSIG_NAMESPACE && expression.localName === 'XPath'
      return parameters.length === 1 && isXPath ? selectionOf(expression, /^not\(ancestor-or-self::([\w.-]+):Signature\)$/) : null
    }
    case XPATH_FILTER_2: {
      const [expression] = parameters
      const isXPath = expression?.namespace === XPATH_FILTER_2 && expression.localName === 'XPath'
      if (parameters.length !== 1 || !isXPath || attributeOf(expression, 'Filter') !== 'subtract') return null
      return (
        selectionOf(expression, /^(?:\/\/|\/descendant(?:-or-self)?::)([\w.-]+):Signature$/) ??
        selectionOf(expression, /^here\(\)\/ancestor::([\w.-]+):Signature\[1\]$/, 'own-signature')
      )
    }
    default:
      return null
  }
}

/** The filter when the expression is exactly of this form and its prefix means XML Signature. */
function selectionOf(expression: XmlElement, form: RegExp, filter: XmlFilter = 'all-signatures'): XmlFilter | null {
  if (childElements(expression).length > 0) return null
  const prefix = form.exec(textOf(expression).replace(/[\t\n\r ]+/g, ''))?.[1]
  return prefix !== undefined && namespaceInScope(prefix, expression) === XMLDSIG_NAMESPACE ? filter : null
}

function namespaceInScope(prefix: string, element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const uri = at.declarations?.get(prefix)
    if (uri !== undefined) return uri
  }
  return null
}

function isTransform(element: XmlElement): boolean {
  return element.namespace === XMLDSIG_NAMESPACE && element.localName === 'Transform'
}
