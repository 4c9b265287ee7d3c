import { digest } from '#crypto'
import type { DigestAlgorithm } from '#model'
import { attributeOf, type CanonicalizationMethod, canonicalizationOfUri, canonicalize, childElements, type XmlElement } from '#xml'
import { DigestBudget } from './digest-budget.js'
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
 * Canonical forms of the elements of one signature, and digests of them. An archive time-stamp covers most of what references and earlier time-stamps cover, and
 * any number of references may designate one element, so each form is made once and each digest computed once.
 */
export class CanonicalForms {
  readonly #forms = new Map<XmlElement, Map<string, KnownForm>>()
  readonly #budget: DigestBudget

  /** @param budget pays for what is canonicalized and digested; without limit where the caller bounds the document itself */
  constructor(budget = new DigestBudget(Number.POSITIVE_INFINITY)) {
    this.#budget = budget
  }

  /** The canonical octets of the element. */
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

  /** The octets for a check that digests them itself. */
  forCheck(element: XmlElement, canonicalization: Canonicalization): Buffer {
    const { octets } = this.#formOf(element, canonicalization)
    this.#budget.take(octets.length)
    return octets
  }

  #formOf(element: XmlElement, { method, prefixes }: Canonicalization): KnownForm {
    const forms = this.#forms.get(element) ?? new Map<string, KnownForm>()
    // Only the set of prefixes counts. None holds a space.
    const set = prefixes.length === 0 ? '' : [...new Set(prefixes)].sort().join(' ')
    const key = `${method.algorithm}${method.comments ? '#' : ''} ${set}`
    const known = forms.get(key)
    if (known !== undefined) return known
    // Walking the element costs its length even where nothing is written, as with comments that the method leaves out.
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
