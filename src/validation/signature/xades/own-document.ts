import { type CanonicalOmission, excerpt, reportBounds, type SignedScope } from '#model'
import { attributeOf, canonicalize, childElements, elementsNamed, type XmlDocument, type XmlElement } from '#readers/xml'
import {
  base64Of,
  type Canonicalization,
  type ElementIds,
  isManifest,
  octetsTarget,
  type ReferencedObject,
  resolveSameDocument,
  XMLDSIG_NAMESPACE,
  type XmlFilter,
  type XmlReference,
  type XmlSignature,
} from '#readers/xmldsig'
import type { DocumentWork } from '../document-work.js'

/** What a reference covers of the XML document that contains the signature. */
interface OwnObject {
  readonly target: ReferencedObject
  /** Null where the object is a part of the signature, and not data. */
  readonly scope: SignedScope | null
  readonly leftOut: readonly CanonicalOmission[]
}

/** The document in which a signature is, and the parts of the signature that are not data. */
interface DocumentOfSignature {
  readonly document: XmlDocument
  readonly ids: ElementIds
  readonly signature: XmlSignature
  /** The ds:Object with the qualifying properties; null when there is none. */
  readonly propertiesObject: XmlElement | null
  readonly work: DocumentWork
}

/** The same with what is computed once for all references of the signature: a signature may have two thousand of them, and as many objects. */
export interface OwnDocument extends DocumentOfSignature {
  /** The data in the signature that none of its references covers whole: it is removed with the signature, and programs may read it as a part of the document. */
  readonly uncoveredObjects: () => readonly XmlElement[]
  /** Whether references do not even cover all parts of one of these objects. */
  readonly hasHiddenObject: () => boolean
  /** Whether a ds:Object holds qualifying properties. */
  readonly holdsProperties: (object: XmlElement) => boolean
  readonly pathOf: (element: XmlElement) => string
  readonly hasComments: (apex: XmlDocument | XmlElement) => boolean
}

/** The document of a signature for `objectInOwnDocument`. */
export function ownDocumentOf(parts: DocumentOfSignature): OwnDocument {
  const { document, signature, propertiesObject } = parts
  const uris = new Set(signature.signedInfo.references.map(({ uri }) => uri))
  const isReferenced = (element: XmlElement) => uris.has(`#${attributeOf(element, 'Id') ?? ''}`)
  let uncovered: readonly XmlElement[] | null = null
  let isHidden: boolean | null = null
  const uncoveredObjects = () => (uncovered ??= signature.objects.filter((object) => object !== propertiesObject && !isReferenced(object)))
  return {
    ...parts,
    uncoveredObjects,
    holdsProperties: onceForEach((object: XmlElement) =>
      childElements(object).some(({ localName }) => localName === 'QualifyingProperties'),
    ),
    pathOf: onceForEach(pathOf),
    hasComments: onceForEach((apex) => textWithin(apex, document).includes('<!--')),
    hasHiddenObject: () => (isHidden ??= uncoveredObjects().some((object) => !isCoveredByParts(object, isReferenced))),
  }
}

function onceForEach<Node, T>(compute: (node: Node) => T): (node: Node) => T {
  const known = new Map<Node, T>()
  return (node) => {
    const found = known.get(node) ?? compute(node)
    known.set(node, found)
    return found
  }
}

function textWithin(apex: XmlDocument | XmlElement, { text }: XmlDocument): string {
  return apex.kind === 'document' ? text : text.slice(apex.offset, apex.end)
}

/**
 * The object of a same-document reference where the document itself is signed (XML Signature 1.1, 4.4.3.2 and 4.4.3.3): all of it for the empty URI, otherwise the
 * element with the Id, after the transforms of the allow-list. Comments are never part of it. Null for any other URI. A part of a signature and a ds:Manifest are no
 * data (`decisions.md#xml-manifests`).
 */
export function objectInOwnDocument(reference: XmlReference, own: OwnDocument): OwnObject | null {
  const { uri, transforms } = reference
  if (uri === '') return filtered(reference, own.document, own)
  if (uri?.startsWith('#') !== true) return null
  const found = resolveSameDocument(uri, own.ids)
  if (found.kind !== 'element') return { target: found, scope: null, leftOut: [] }
  const { element } = found
  if (isPartOfSignature(element, own) || isManifest(element)) return { target: found, scope: null, leftOut: [] }
  if (isMisplacedObject(reference, element, own)) return { target: { kind: 'not-found' }, scope: null, leftOut: [] }
  const scope = { kind: 'xml-element', id: uri.slice(1), transformed: transforms.algorithms.length > 0, leftOut: [] } as const
  switch (transforms.chain.kind) {
    case 'filtered':
      return filtered(reference, element, own)
    case 'base64':
      return { target: decodedText(element, own), scope, leftOut: [] }
    case 'none':
    case 'canonicalization':
    case 'unsupported':
      return { target: found, scope, leftOut: commentsOf(element, own) }
  }
}

const OBJECT_TYPE = `${XMLDSIG_NAMESPACE}Object`

/**
 * Whether a reference designates a ds:Object that was moved aside, or states by its Type that it designates a ds:Object and does not (XML Signature 1.1, 4.4.3.1).
 * Another object may stand where programs look for the data: a ds:Object inside another one, or outside a signature that has an object which it does not cover.
 */
function isMisplacedObject({ type }: XmlReference, element: XmlElement, own: OwnDocument): boolean {
  if (element.namespace !== XMLDSIG_NAMESPACE || element.localName !== 'Object') return type === OBJECT_TYPE
  if (own.signature.objects.includes(element)) return false
  for (let at = element.parent; at !== null; at = at.parent)
    if (at.namespace === XMLDSIG_NAMESPACE && at.localName === 'Object') return true
  return own.hasHiddenObject()
}

/** Whether references cover all children of an object instead of the object, as they do with a ds:Manifest and with ds:SignatureProperties. */
function isCoveredByParts(object: XmlElement, isReferenced: (element: XmlElement) => boolean): boolean {
  const children = childElements(object)
  return children.length > 0 && children.every(isReferenced)
}

/**
 * Whether an element is a part of this signature, or of another one, other than a ds:Object with data. A whole other signature is data; its value alone is not, so that
 * a counter-signature that is taken out of its place signs nothing.
 */
function isPartOfSignature(element: XmlElement, { signature, propertiesObject, holdsProperties }: OwnDocument): boolean {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    if (at === propertiesObject || at === signature.element) return true
    if (at.namespace !== XMLDSIG_NAMESPACE) continue
    if (at.localName === 'Object') return holdsProperties(at)
    if (at.localName === 'Signature' && at !== element) return true
  }
  return false
}

function filtered({ uri, transforms: { algorithms, chain } }: XmlReference, apex: XmlDocument | XmlElement, own: OwnDocument): OwnObject {
  const filters = chain.kind === 'filtered' ? chain.filters : []
  const stated = chain.kind === 'filtered' ? chain.canonicalization : chain.kind === 'canonicalization' ? chain : null
  const omit = omittedBy(filters, apex, own)
  // A signature that removes all that it refers to covers nothing.
  if (omit.has(apex.kind === 'document' ? apex.root : apex)) return { target: { kind: 'not-found' }, scope: null, leftOut: [] }
  const others = [
    ...[...omit].filter((element) => element !== own.signature.element),
    ...(omit.has(own.signature.element) ? own.uncoveredObjects() : []),
  ]
  const about = {
    transformed: algorithms.length > 0,
    leftOut: others.slice(0, reportBounds.maxNames).map(own.pathOf),
  }
  return {
    target: { kind: 'filtered', form: (otherwise) => formOf(apex, stated ?? otherwise, omit, own) },
    scope: apex.kind === 'document' ? { kind: 'xml-document', ...about } : { kind: 'xml-element', id: (uri ?? '').slice(1), ...about },
    leftOut: [...(others.length > 0 ? (['elements'] as const) : []), ...commentsOf(apex, own)],
  }
}

function formOf(
  apex: XmlDocument | XmlElement,
  { method, prefixes }: Canonicalization,
  omit: ReadonlySet<XmlElement>,
  own: OwnDocument,
): Buffer {
  own.work.elements.take(apex.kind === 'document' ? apex.text.length : apex.end - apex.offset)
  const octets = canonicalize(apex, { ...method, comments: false }, { prefixes, omit })
  own.work.elements.take(octets.length)
  return octets
}

function omittedBy(filters: readonly XmlFilter[], apex: XmlDocument | XmlElement, { signature }: OwnDocument): ReadonlySet<XmlElement> {
  const omitted = new Set<XmlElement>()
  for (const filter of filters) {
    if (filter === 'own-signature') omitted.add(signature.element)
    else for (const element of elementsNamed(apex, XMLDSIG_NAMESPACE, 'Signature')) omitted.add(element)
  }
  return omitted
}

/** The data whose base64 is the text of an element. An element with other elements inside is not read: their text would belong to the data as well. */
function decodedText(element: XmlElement, { work }: OwnDocument): ReferencedObject {
  work.elements.take(element.end - element.offset)
  const octets = base64Of(element)
  return octets === null ? { kind: 'not-found' } : octetsTarget(octets)
}

function commentsOf(apex: XmlDocument | XmlElement, { hasComments }: OwnDocument): readonly CanonicalOmission[] {
  return hasComments(apex) ? ['comments'] : []
}

/** `/Invoice/ds:Signature[2]`: the names on the way from the root, with the place among elements of one name where it is not the first. */
function pathOf(element: XmlElement): string {
  const steps: string[] = []
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const { name, parent } = at
    const place =
      parent === null
        ? 0
        : childElements(parent)
            .filter((other) => other.name === name)
            .indexOf(at)
    steps.unshift(place > 0 ? `${name}[${place + 1}]` : name)
  }
  return excerpt(`/${steps.join('/')}`)
}
