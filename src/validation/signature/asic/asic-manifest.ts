import type { DigestFacts } from '#model'
import { digestAlgorithmOfUri } from '#readers/crypto'
import { attributeOf, childElements, parseXml, type XmlElement, XmlError } from '#readers/xml'
import { base64Of, XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import type { DocumentWork } from '../document-work.js'
import type { SignatureContext } from '../signature-context.js'

/** A file of META-INF. */
export interface MetaFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** One DataObjectReference: a file with the digest that it must have. */
export interface ManifestReference {
  readonly uri: string
  readonly mimeType: string | null
  readonly digest: DigestFacts
}

/** An ASiCManifest or ASiCArchiveManifest (EN 319 162-1, A.4 and A.7): a signature or token over it covers the files that it names. */
export interface AsicManifest extends MetaFile {
  /** URI of the signature or token that covers the manifest. */
  readonly signature: string
  readonly references: readonly ManifestReference[]
}

const ASIC_NAMESPACE = 'http://uri.etsi.org/02918/v1.2.1#'

/** Reads a manifest; null when it is no manifest of one signature with the digests of the files. */
export function readAsicManifest(file: MetaFile, work: DocumentWork, { limits }: SignatureContext): AsicManifest | null {
  const root = rootOf(file, work, limits)
  if (root === null || root.namespace !== ASIC_NAMESPACE || root.localName !== 'ASiCManifest') return null
  const [signature, ...others] = childElements(root, ASIC_NAMESPACE, 'SigReference')
  const uri = signature === undefined ? null : attributeOf(signature, 'URI')
  const elements = childElements(root, ASIC_NAMESPACE, 'DataObjectReference')
  if (uri === null || others.length > 0 || elements.length > limits.signature.maxReferences) return null
  const references = elements.map(referenceOf)
  return references.every((reference) => reference !== null) ? { ...file, signature: uri, references } : null
}

function rootOf({ bytes }: MetaFile, work: DocumentWork, limits: SignatureContext['limits']): XmlElement | null {
  try {
    const document = parseXml(bytes, work.boundsOf(limits.xml))
    work.hasParsed(document)
    return document.root
  } catch (error) {
    if (error instanceof XmlError && !error.limit) return null
    throw error
  }
}

function referenceOf(element: XmlElement): ManifestReference | null {
  const uri = attributeOf(element, 'URI')
  const [method, ...methods] = childElements(element, XMLDSIG_NAMESPACE, 'DigestMethod')
  const [value, ...values] = childElements(element, XMLDSIG_NAMESPACE, 'DigestValue')
  const identifier = method === undefined ? null : attributeOf(method, 'Algorithm')
  const octets = value === undefined ? null : base64Of(value)
  if (uri === null || identifier === null || octets === null || methods.length > 0 || values.length > 0) return null
  const digest = { identifier, algorithm: digestAlgorithmOfUri(identifier), value: octets.toString('hex') }
  return { uri, mimeType: attributeOf(element, 'MimeType'), digest }
}
