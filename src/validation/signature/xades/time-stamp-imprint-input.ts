import type { ImprintInput, ImprintPieces } from '#readers/cms'
import { XADES_141_NAMESPACE, XADES_NAMESPACE } from '#readers/xades'
import { attributeOf, childElements, type XmlElement } from '#readers/xml'
import {
  areTransformsApplied,
  type CanonicalForms,
  type Canonicalization,
  canonicalizationKey,
  octetsOfElement,
  type XmlSignature,
} from '#readers/xmldsig'
import type { ContinuedDigests } from './continued-digests.js'
import type { XadesDialect } from './dialect.js'
import type { LocatedReference } from './references.js'
import type { TimeStampProperty } from './time-stamp-property.js'

/** The parts of a signature that imprints cover. */
export interface TimeStampedSignature {
  readonly signature: XmlSignature
  readonly references: readonly LocatedReference[]
  /** The ds:Object that contains QualifyingProperties. */
  readonly propertiesObject: XmlElement | null
  readonly forms: CanonicalForms
  readonly dialect: Pick<XadesDialect, 'signatureTimeStampCovers'>
  /** Those of all archive time-stamps of the signature. */
  readonly archived: ContinuedDigests
}

/**
 * The octets that the imprint of a time-stamp covers (EN 319 132-1, 5.2.8 and 5.3 to 5.5, not distributed case). Null when a part cannot be found or a
 * transform or canonicalization is not supported. Where the standard implies the input, Include elements are ignored: only the implied input proves anything.
 *
 * @param preceding the unsigned properties before the time-stamp, in document order
 */
export function imprintInputOf(property: TimeStampProperty, parts: TimeStampedSignature, preceding: readonly XmlElement[]): ImprintInput {
  const { canonicalization, element } = property
  if (canonicalization === null) return null
  switch (property.kind) {
    case 'content':
      return element.localName === 'IndividualDataObjectsTimeStamp'
        ? individualDataObjects(element, parts, canonicalization)
        : referencedObjects(parts.references.filter(isNotSignedProperties), parts.forms, canonicalization)
    case 'signature':
      return signatureValue(parts, canonicalization)
    case 'validation-data':
      return validationData(element, parts, preceding, canonicalization)
    case 'archive':
      return archive(parts, preceding, canonicalization)
    case 'document':
    case 'container':
      return null
  }
}

function signatureValue({ signature, forms, dialect }: TimeStampedSignature, canonicalization: Canonicalization): ImprintPieces {
  switch (dialect.signatureTimeStampCovers) {
    case 'element':
      return [forms.of(signature.signatureValue, canonicalization)]
    case 'value-octets':
      return signature.value === null ? null : [signature.value]
    case 'nothing':
      return null
  }
}

const isNotSignedProperties = ({ kind }: LocatedReference): boolean => kind !== 'signed-properties'

/** 5.5.2: all signed data, the signature, and every unsigned property before this one. All archive time-stamps begin with the signed data and the signature. */
function archive(parts: TimeStampedSignature, preceding: readonly XmlElement[], canonicalization: Canonicalization): ImprintInput {
  const { signature, forms, propertiesObject, archived } = parts
  const signed = referencedObjects(parts.references, forms, canonicalization)
  if (signed === null) return null
  const { signedInfo, signatureValue, keyInfo } = signature
  const signatureParts = [signedInfo.element, signatureValue, ...(keyInfo === null ? [] : [keyInfo])]
  const rest = [...preceding, ...signature.objects.filter((object) => object !== propertiesObject)]
  return archived.input(
    canonicalizationKey(canonicalization),
    () => signedThenElements(signed, signatureParts, forms, canonicalization),
    () => signedThenElements([], rest, forms, canonicalization),
  )
}

function* signedThenElements(
  signed: Iterable<Uint8Array>,
  elements: readonly XmlElement[],
  forms: CanonicalForms,
  canonicalization: Canonicalization,
): Generator<Uint8Array> {
  yield* signed
  for (const element of elements) yield forms.of(element, canonicalization)
}

const coveredWithSignature: ReadonlySet<string> = new Set([
  `${XADES_NAMESPACE}SignatureTimeStamp`,
  `${XADES_NAMESPACE}CompleteCertificateRefs`,
  `${XADES_141_NAMESPACE}CompleteCertificateRefsV2`,
  `${XADES_NAMESPACE}CompleteRevocationRefs`,
  `${XADES_NAMESPACE}AttributeCertificateRefs`,
  `${XADES_141_NAMESPACE}AttributeCertificateRefsV2`,
  `${XADES_NAMESPACE}AttributeRevocationRefs`,
])

/** SigAndRefsTimeStamp covers the signature value, signature time-stamps and references; RefsOnlyTimeStamp the references alone. */
function validationData(
  element: XmlElement,
  { signature, forms }: TimeStampedSignature,
  preceding: readonly XmlElement[],
  canonicalization: Canonicalization,
): ImprintPieces {
  const withSignature = coversSignatureValue(element)
  const elements = preceding.filter(
    (property) =>
      coveredWithSignature.has(property.namespace + property.localName) && (withSignature || property.localName !== 'SignatureTimeStamp'),
  )
  if (!withSignature && elements.length === 0) return null
  return [...(withSignature ? [signature.signatureValue] : []), ...elements].map((covered) => forms.of(covered, canonicalization))
}

/** True for SigAndRefsTimeStamp(V2), false for RefsOnlyTimeStamp(V2). */
export function coversSignatureValue({ localName }: XmlElement): boolean {
  return localName.startsWith('SigAndRefs')
}

/** The objects of the references that Include elements name. Each Include must have `referencedData`, which means the object and not the ds:Reference. */
function individualDataObjects(
  element: XmlElement,
  { references, forms }: TimeStampedSignature,
  canonicalization: Canonicalization,
): ImprintPieces {
  const byId = new Map(references.map((located) => [`#${located.reference.id}`, located]))
  const included: LocatedReference[] = []
  for (const include of childElements(element, XADES_NAMESPACE, 'Include')) {
    const located = byId.get(attributeOf(include, 'URI') ?? '')
    if (located === undefined || located.reference.id === '' || attributeOf(include, 'referencedData') !== 'true') return null
    included.push(located)
  }
  return included.length === 0 ? null : referencedObjects(included, forms, canonicalization)
}

/** The octets of the objects that references designate: files unchanged, elements in canonical form after the transforms of the reference. */
function referencedObjects(
  references: readonly LocatedReference[],
  forms: CanonicalForms,
  canonicalization: Canonicalization,
): ImprintPieces {
  const pieces: (() => Iterable<Uint8Array>)[] = []
  for (const { reference, target } of references) {
    if (!areTransformsApplied(reference, target)) return null
    if (target.kind === 'octets') pieces.push(() => target.pieces())
    else if (target.kind === 'filtered') pieces.push(() => [target.form(canonicalization)])
    else if (target.kind === 'element') {
      const octets = octetsOfElement(reference, target.element, forms, canonicalization)
      if (octets === null) return null
      pieces.push(() => [octets])
    } else return null
  }
  return joined(pieces)
}

function* joined(parts: readonly (() => Iterable<Uint8Array>)[]): Generator<Uint8Array> {
  for (const part of parts) yield* part()
}
