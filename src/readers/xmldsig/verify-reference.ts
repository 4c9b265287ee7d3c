import type { DigestAlgorithm, ReferenceFacts } from '#model'
import { digest } from '#readers/crypto'
import type { XmlElement } from '#readers/xml'
import type { CanonicalForms, Canonicalization } from './canonicalization.js'
import { DEFAULT_CANONICALIZATION } from './canonicalization.js'
import type { ElementIds } from './element-ids.js'
import type { XmlReference } from './reference.js'

/** The object that the URI of a reference designates. Nothing outside the document and the files of its container is ever opened. */
export type ReferencedObject =
  | {
      readonly kind: 'octets'
      /** Whether these are the octets after the transforms of the reference. */
      readonly transformed?: true
      digest(algorithm: DigestAlgorithm): Uint8Array | null
      pieces(): Iterable<Uint8Array>
    }
  | { readonly kind: 'element'; readonly element: XmlElement }
  /** XML after the filters of the reference. `form`: its canonical octets, by the canonicalization of the reference or, where it has none, by another one. */
  | { readonly kind: 'filtered'; form(otherwise: Canonicalization): Buffer }
  /** Something of which only digests are known; null for an algorithm whose digest is not. */
  | { readonly kind: 'digest'; digest(algorithm: DigestAlgorithm): Uint8Array | null }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'ambiguous' }

/** Octets that are the result of the transforms of a reference. */
export function octetsTarget(octets: Buffer): ReferencedObject {
  return { kind: 'octets', transformed: true, digest: (algorithm) => digest(algorithm, octets), pieces: () => [octets] }
}

/** Whether a URI is `#id`, the only form of same-document reference that is followed. `''` and XPointer expressions designate nothing. */
export function isSameDocument(uri: string | null): uri is `#${string}` {
  return uri?.startsWith('#') === true
}

/** The element that a same-document URI designates. An Id on several elements is ambiguous, and none of them is used (signature wrapping). */
export function resolveSameDocument(uri: string, ids: ElementIds): ReferencedObject {
  const [element, ...others] = uri.length > 1 ? ids.find(uri.slice(1)) : []
  if (element === undefined) return { kind: 'not-found' }
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'element', element }
}

/**
 * The octets of a referenced element after the transforms of its reference; without a transform it is canonicalized by `otherwise`.
 * The node set of a bare-name URI contains no comments (XML Signature 1.1 section 4.4.3.3), even if the method includes comments.
 * Null when a transform is not supported.
 */
export function octetsOfElement(
  reference: XmlReference,
  element: XmlElement,
  forms: CanonicalForms,
  otherwise: Canonicalization = DEFAULT_CANONICALIZATION,
): Buffer | null {
  const canonicalization = canonicalizationFor(reference, otherwise)
  return canonicalization === null ? null : forms.of(element, canonicalization)
}

function canonicalizationFor({ transforms: { chain } }: XmlReference, otherwise: Canonicalization): Canonicalization | null {
  if (chain.kind === 'unsupported') return null
  if (chain.kind === 'filtered' || chain.kind === 'base64') return null
  const { method, prefixes } = chain.kind === 'none' ? otherwise : chain
  return { method: method.comments ? { ...method, comments: false } : method, prefixes }
}

/** Compares the digest of the designated object with the DigestValue of a reference (XML Signature 1.1 section 3.2.1). */
export function verifyReference(reference: XmlReference, target: ReferencedObject, forms: CanonicalForms): ReferenceFacts['status'] {
  if (target.kind === 'not-found' || target.kind === 'ambiguous') return target.kind
  if (!areTransformsApplied(reference, target)) return 'unsupported-transform'
  const { algorithm } = reference.digest
  if (algorithm === null) return 'algorithm-unknown'
  const actual = digestOf(reference, target, algorithm, forms)
  // A digest by another algorithm says nothing about this reference.
  if (actual === null) return target.kind === 'digest' ? 'not-found' : 'algorithm-unknown'
  return reference.digestValue?.equals(actual) === true ? 'intact' : 'mismatch'
}

/** Whether the transforms of a reference are applied to the object: there are none, the object is what they result in, or it is an element to canonicalize. */
export function areTransformsApplied({ transforms: { chain } }: XmlReference, target: ReferencedObject): boolean {
  if (chain.kind === 'none') return true
  if (chain.kind === 'unsupported') return false
  return target.kind === 'element'
    ? chain.kind === 'canonicalization'
    : target.kind === 'filtered' || (target.kind === 'octets' && target.transformed === true)
}

function digestOf(
  reference: XmlReference,
  target: Exclude<ReferencedObject, { kind: 'not-found' | 'ambiguous' }>,
  algorithm: DigestAlgorithm,
  forms: CanonicalForms,
): Uint8Array | null {
  if (target.kind === 'octets' || target.kind === 'digest') return target.digest(algorithm)
  if (target.kind === 'filtered') return digest(algorithm, target.form(DEFAULT_CANONICALIZATION))
  const canonicalization = canonicalizationFor(reference, DEFAULT_CANONICALIZATION)
  return canonicalization === null ? null : forms.digest(target.element, canonicalization, algorithm)
}
