import type { DigestAlgorithm } from '#model'
import { digest } from '#readers/crypto'
import { attributeOf, type CanonicalizationMethod, canonicalizationOfUri, canonicalize, childElements, type XmlElement } from '#readers/xml'
import { DigestBudget } from './digest-budget.js'
import { EXCLUSIVE_C14N_NAMESPACE } from './namespaces.js'

/** A canonicalization as stated by a ds:CanonicalizationMethod or ds:Transform. */
export interface Canonicalization {
  readonly method: CanonicalizationMethod
  /** InclusiveNamespaces PrefixList of exclusive canonicalization. */
  readonly prefixes: readonly string[]
}

/** The default of XMLDSig and XAdES when no method is stated: inclusive Canonical XML 1.0 without comments. */
export const DEFAULT_CANONICALIZATION: Canonicalization = { method: { algorithm: 'c14n10', comments: false }, prefixes: [] }

/**
 * Reads the Algorithm of the element and its parameters. Null for an algorithm that is not a canonicalization, and for parameters that the
 * algorithm does not have: an algorithm that is not fully understood is not executed.
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

/** The same text for canonicalizations that write every element alike. */
export function canonicalizationKey({ method, prefixes }: Canonicalization): string {
  // The order of the prefixes is irrelevant, and no prefix contains a space.
  const set = prefixes.length === 0 ? '' : [...new Set(prefixes)].sort().join(' ')
  return `${method.algorithm}${method.comments ? '#' : ''} ${set}`
}

/**
 * Cache of the canonical forms of the elements of one signature, and of their digests. Each is computed once, because an archive time-stamp covers most of the
 * elements that references and earlier time-stamps cover, and any number of references may designate one element.
 */
export class CanonicalForms {
  readonly #forms = new Map<XmlElement, Map<string, KnownForm>>()
  readonly #budget: DigestBudget

  /** @param budget bounds the octets that are canonicalized and digested; unlimited if the caller bounds the document itself */
  constructor(budget = new DigestBudget(Number.POSITIVE_INFINITY)) {
    this.#budget = budget
  }

  /** The canonical octets of the element. Throws `XmldsigError` when the budget is used up, and `XmlError`. */
  of(element: XmlElement, canonicalization: Canonicalization): Buffer {
    return this.#formOf(element, canonicalization).octets
  }

  /** The digest of the canonical octets; null when the platform lacks the algorithm. */
  digest(element: XmlElement, canonicalization: Canonicalization, algorithm: DigestAlgorithm): Buffer | null {
    const form = this.#formOf(element, canonicalization)
    const known = form.digests.get(algorithm)
    if (known !== undefined) return known
    this.#budget.take(form.octets.length)
    const value = digest(algorithm, form.octets)
    form.digests.set(algorithm, value)
    return value
  }

  /** The canonical octets for a check that digests them itself; the digest counts on the budget too. */
  forCheck(element: XmlElement, canonicalization: Canonicalization): Buffer {
    const { octets } = this.#formOf(element, canonicalization)
    this.#budget.take(octets.length)
    return octets
  }

  #formOf(element: XmlElement, canonicalization: Canonicalization): KnownForm {
    const { method, prefixes } = canonicalization
    const forms = this.#forms.get(element) ?? new Map<string, KnownForm>()
    const key = canonicalizationKey(canonicalization)
    const known = forms.get(key)
    if (known !== undefined) return known
    // Walking the element takes time even where nothing is written, as for comments that the method omits.
    this.#budget.take(element.end - element.offset)
    const octets = canonicalize(element, method, { prefixes })
    this.#budget.take(octets.length)
    const form = { octets, digests: new Map<DigestAlgorithm, Buffer | null>() }
    this.#forms.set(element, forms.set(key, form))
    return form
  }
}

interface KnownForm {
  readonly octets: Buffer
  readonly digests: Map<DigestAlgorithm, Buffer | null>
}
