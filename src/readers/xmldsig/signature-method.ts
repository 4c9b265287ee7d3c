import type { DigestAlgorithm, SignatureAlgorithm } from '#model'
import { digestAlgorithmOfUri, digestLength, type PssParameters, signatureAlgorithmOfUri } from '#readers/crypto'
import { attributeOf, childElement, childElements, textOf, trimWhiteSpace, type XmlElement } from '#readers/xml'
import { XMLDSIG_MORE_NAMESPACE, XMLDSIG_NAMESPACE } from './namespaces.js'

/** The signature algorithm of a ds:SignatureMethod. */
export interface SignatureMethod {
  readonly algorithm: SignatureAlgorithm
  /** Parameters of `…#rsa-pss`; null for any other algorithm. */
  readonly pss: PssParameters | null
}

const MGF1 = `${XMLDSIG_MORE_NAMESPACE}MGF1`

/**
 * Reads ds:SignatureMethod. Parameters that the algorithm does not have make it unknown, above all HMACOutputLength (CVE-2009-0217: a truncated value is
 * easily guessed).
 */
export function readSignatureMethod(element: XmlElement): SignatureMethod {
  const algorithm = signatureAlgorithmOfUri(attributeOf(element, 'Algorithm') ?? '')
  const parameters = childElements(element)
  const unknown = { algorithm: { identifier: algorithm.identifier, encryption: null, digest: null }, pss: null }
  if (algorithm.identifier !== `${XMLDSIG_MORE_NAMESPACE}rsa-pss`) return parameters.length > 0 ? unknown : { algorithm, pss: null }
  const [parameter] = parameters
  if (parameter === undefined) return { algorithm: { ...algorithm, digest: 'SHA256' }, pss: { mgfDigest: 'SHA256', saltLength: 32 } }
  const isPss = parameter.namespace === XMLDSIG_MORE_NAMESPACE && parameter.localName === 'RSAPSSParams'
  const pss = parameters.length === 1 && isPss ? readPssParameters(parameter) : null
  return pss === null ? unknown : { algorithm: { ...algorithm, digest: pss.digest }, pss: pss.parameters }
}

/**
 * Reads RSAPSSParams (RFC 9231 section 2.3.9). The defaults are digest SHA-256, MGF1 with SHA-256, a salt as long as the digest, and trailer 1. Null for other
 * values.
 */
function readPssParameters(element: XmlElement): { digest: DigestAlgorithm; parameters: PssParameters } | null {
  const digest = readDigestMethod(element)
  if (digest === null) return null
  const maskGeneration = childElement(element, XMLDSIG_MORE_NAMESPACE, 'MaskGenerationFunction')
  const isMgf1 = maskGeneration === null || attributeOf(maskGeneration, 'Algorithm') === MGF1
  const mgfDigest = isMgf1 ? (maskGeneration === null ? 'SHA256' : readDigestMethod(maskGeneration)) : null
  const saltLength = readInteger(element, 'SaltLength', digestLength(digest))
  if (saltLength === null || readInteger(element, 'TrailerField', 1) !== 1) return null
  return { digest, parameters: { mgfDigest, saltLength } }
}

function readDigestMethod(parent: XmlElement): DigestAlgorithm | null {
  const element = childElement(parent, XMLDSIG_NAMESPACE, 'DigestMethod')
  return element === null ? 'SHA256' : digestAlgorithmOfUri(attributeOf(element, 'Algorithm') ?? '')
}

function readInteger(parent: XmlElement, localName: string, absent: number): number | null {
  const element = childElement(parent, XMLDSIG_MORE_NAMESPACE, localName)
  if (element === null) return absent
  const text = trimWhiteSpace(textOf(element))
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}
