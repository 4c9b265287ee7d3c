import { attributeOf, childElements, trimWhiteSpace, type XmlElement } from '#readers/xml'
import type { XmlSignature } from '#readers/xmldsig'
import { XADES_NAMESPACE } from './namespaces.js'
import { finding, type XadesFinding } from './structure.js'

/**
 * The properties of one signature. They are searched only in its own ds:Object, so that a second set of properties elsewhere in the
 * file cannot replace them (signature wrapping).
 */
export interface QualifyingProperties {
  /** The ds:Object that contains them; null when the signature has no properties. */
  readonly object: XmlElement | null
  /** Whether `Target` is `#` and the Id of this signature. */
  readonly targetsSignature: boolean
  readonly signedProperties: XmlElement | null
  /** UnsignedSignatureProperties; null when there are none. */
  readonly unsignedSignatureProperties: XmlElement | null
  readonly findings: readonly XadesFinding[]
}

const known: ReadonlySet<string> = new Set(['SignedProperties', 'UnsignedProperties'])

/** Finds the properties of a signature (EN 319 132-1, 4.3). Missing, repeated or misplaced properties are findings. */
export function findQualifyingProperties(signature: XmlSignature): QualifyingProperties {
  const findings: XadesFinding[] = []
  const all = signature.objects.flatMap((object) =>
    childElements(object, XADES_NAMESPACE, 'QualifyingProperties').map((element) => ({ object, element })),
  )
  if (signature.objects.some((object) => childElements(object, XADES_NAMESPACE, 'QualifyingPropertiesReference').length > 0)) {
    findings.push(finding('QUALIFYING_PROPERTIES_REFERENCE'))
  }
  const [first] = all
  if (first === undefined) {
    findings.push(finding('QUALIFYING_PROPERTIES_MISSING'))
    return { object: null, targetsSignature: false, signedProperties: null, unsignedSignatureProperties: null, findings }
  }
  if (all.length > 1) findings.push(finding('QUALIFYING_PROPERTIES_MULTIPLE', { count: all.length }))
  const target = trimWhiteSpace(attributeOf(first.element, 'Target') ?? '')
  const targetsSignature = signature.id !== '' && target === `#${signature.id}`
  if (!targetsSignature) findings.push(finding('QUALIFYING_PROPERTIES_TARGET', { target }))
  for (const child of childElements(first.element)) {
    if (child.namespace !== XADES_NAMESPACE || !known.has(child.localName)) {
      findings.push(finding('UNEXPECTED_ELEMENT', { parent: 'QualifyingProperties', name: child.name }))
    }
  }
  return {
    object: first.object,
    targetsSignature,
    signedProperties: findSignedProperties(first.element, findings),
    unsignedSignatureProperties: findUnsignedSignatureProperties(first.element, findings),
    findings,
  }
}

function findSignedProperties(parent: XmlElement, findings: XadesFinding[]): XmlElement | null {
  const [element = null, ...others] = childElements(parent, XADES_NAMESPACE, 'SignedProperties')
  if (element === null) findings.push(finding('SIGNED_PROPERTIES_MISSING'))
  if (others.length > 0) findings.push(finding('SIGNED_PROPERTIES_MULTIPLE', { count: others.length + 1 }))
  return element
}

function findUnsignedSignatureProperties(parent: XmlElement, findings: XadesFinding[]): XmlElement | null {
  const only = (within: XmlElement | null, name: string): XmlElement | null => {
    const [first = null, ...others] = within === null ? [] : childElements(within, XADES_NAMESPACE, name)
    if (others.length > 0) findings.push(finding('UNSIGNED_PROPERTIES_MULTIPLE', { name, count: others.length + 1 }))
    return first
  }
  return only(only(parent, 'UnsignedProperties'), 'UnsignedSignatureProperties')
}
