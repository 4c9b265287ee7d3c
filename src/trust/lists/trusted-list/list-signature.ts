import { type DigestAlgorithm, formatInstant, type Instant, translated } from '#model'
import { digest } from '#readers/crypto'
import { type Certificate, type DecodedCache, hasDigest } from '#readers/x509'
import { findQualifyingProperties, readSignedProperties, SIGNED_PROPERTIES_TYPE } from '#readers/xades'
import {
  canonicalizationOfUri,
  canonicalize,
  childElements,
  elementsNamed,
  type XmlDocument,
  type XmlElement,
  XmlError,
} from '#readers/xml'
import {
  CanonicalForms,
  DEFAULT_CANONICALIZATION,
  indexElementIds,
  isSameDocument,
  readKeyInfoCertificates,
  readXmlSignature,
  resolveSameDocument,
  verifyReference,
  verifySignatureValue,
  XMLDSIG_NAMESPACE,
  XmldsigError,
  type XmlReference,
  type XmlSignature,
} from '#readers/xmldsig'
import type { ReadList } from '../list-set/list-file.js'
import { readableCertificates } from './list-elements.js'
import { listIdOf, type TrustedList } from './read-trusted-list.js'
import { orListError, TrustedListError } from './trusted-list-error.js'

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/**
 * Digests that a list may be signed with: SHA-2 and SHA-3, not SHA-1 (`decisions.md#list-algorithms`). SHA-1 is accepted in a CertDigest, because the signer's
 * certificate is also compared byte for byte.
 */
const strongDigests: ReadonlySet<DigestAlgorithm> = new Set(['SHA256', 'SHA384', 'SHA512', 'SHA3-256', 'SHA3-384', 'SHA3-512'])
/** The signer of the EU's list of lists had 1024 bits until 2018. A key is accepted because an authentic list announces it (DSS: tsl-constraint.xml). */
const MIN_RSA_BITS = 1024
const MIN_EC_BITS = 256

export interface ListSignature {
  readonly signer: Certificate
  readonly signingTime: Instant
}

/**
 * Verifies the signature of a list with exactly the announced certificates (TS 119 612 annex B): one enveloped XAdES signature, a child of the root, with one
 * reference to the whole root and one to its signed properties, which identify the signer. Path and revocation are not checked: a certificate is accepted
 * because it is announced. Throws `TrustedListError` (`LIST_SIGNATURE_…`, `LIST_SIGNER_UNKNOWN`, `LIST_XML`).
 */
export function verifyListSignature(read: ReadList, announced: readonly Certificate[], cache: DecodedCache): ListSignature {
  const notCanonical = ({ message, offset }: XmlError) =>
    new TrustedListError('LIST_XML', `The list cannot be canonicalized: ${message}`, offset)
  return translated(XmlError, () => verified(read, announced, cache), notCanonical)
}

function verified({ document, list }: ReadList, announced: readonly Certificate[], cache: DecodedCache): ListSignature {
  const element = onlySignature(document)
  const signature = readListSignature(element)
  const signer = announcedSigner(signature, announced, cache)
  const forms = new CanonicalForms()
  const findings: TrustedListError[] = []
  // All reasons are reported together. Their position is that of the signature.
  const noting = <T>(check: () => T): T | null => {
    const result = orListError(check)
    if (!(result instanceof TrustedListError)) return result
    findings.push(result)
    return null
  }
  noting(() => checkAlgorithms(signature, signer))
  noting(() => checkReferences(document, signature, forms))
  const signingTime = noting(() => checkProperties(ownSignedProperties(signature), signer))
  noting(() => checkValue(signature, signer, forms))
  const [first] = findings
  if (first === undefined && signingTime !== null) return { signer, signingTime }
  const reasons = [...findings.map(({ message }) => message), ...issuedAfter(list, signer)]
  throw new TrustedListError(first?.code ?? 'LIST_SIGNATURE_INVALID', [...new Set(reasons)].join(' '), element.offset)
}

/** Checks the two references. The values of the signed properties are used only when the signature references them. */
function checkReferences(document: XmlDocument, signature: XmlSignature, forms: CanonicalForms): void {
  const ids = indexElementIds(document.root)
  const [whole, properties, ...others] = signature.signedInfo.references.toSorted(
    (a, b) => Number(a.type === SIGNED_PROPERTIES_TYPE) - Number(b.type === SIGNED_PROPERTIES_TYPE),
  )
  if (!whole || !properties || properties.type !== SIGNED_PROPERTIES_TYPE || others.length > 0)
    throw new TrustedListError('LIST_SIGNATURE_SCOPE', 'The signature has not exactly two references: the list and its signed properties.')
  checkWholeDocument(document, whole, signature.element, ids.find(listIdOf(document)).length)
  const signedProperties = ownSignedProperties(signature)
  if (!isSameDocument(properties.uri)) throw propertiesError('The reference to the signed properties is not a same-document reference.')
  const target = resolveSameDocument(properties.uri, ids)
  if (target.kind !== 'element' || target.element !== signedProperties)
    throw propertiesError('The reference to the signed properties does not name those of this signature.')
  if (verifyReference(properties, target, forms) !== 'intact')
    throw new TrustedListError('LIST_SIGNATURE_INVALID', 'The digest of the signed properties is wrong.')
}

function checkValue(signature: XmlSignature, signer: Certificate, forms: CanonicalForms): void {
  if (verifySignatureValue(signature, signer.publicKeyInfo, forms).status !== 'intact')
    throw new TrustedListError('LIST_SIGNATURE_INVALID', 'The signature value is wrong.')
}

/** A further reason for a list that is refused for another reason. An issue date after the end of the signer's certificate alone does not refuse a list. */
function issuedAfter({ issued }: TrustedList, { facts: { notAfter } }: Certificate): readonly string[] {
  if (issued <= notAfter) return []
  return [`It was issued at ${formatInstant(issued)}, after its signer's certificate ended at ${formatInstant(notAfter)}.`]
}

function onlySignature({ root }: XmlDocument): XmlElement {
  const [first, second] = elementsNamed(root, XMLDSIG_NAMESPACE, 'Signature')
  if (!first) throw new TrustedListError('LIST_SIGNATURE_MISSING', 'The list is not signed.')
  if (second) throw new TrustedListError('LIST_SIGNATURE_MULTIPLE', 'The list has several signatures.', second.offset)
  if (first.parent !== root) throw new TrustedListError('LIST_SIGNATURE_PLACE', 'The signature is not a child of the root.', first.offset)
  return first
}

function readListSignature(element: XmlElement): XmlSignature {
  const unreadable = ({ message }: XmldsigError) => new TrustedListError('LIST_SIGNATURE_STRUCTURE', message)
  const signature = translated(XmldsigError, () => readXmlSignature(element, { maxReferences: 10 }), unreadable)
  if (signature.unexpected.length === 0) return signature
  throw new TrustedListError('LIST_SIGNATURE_INVALID', 'The signature contains unexpected elements.', element.offset)
}

function announcedSigner(signature: XmlSignature, announced: readonly Certificate[], cache: DecodedCache): Certificate {
  const inKeyInfo = signature.keyInfo ? readKeyInfoCertificates(signature.keyInfo) : []
  const encodings = inKeyInfo.flatMap((der) => (der ? [der] : []))
  const found = encodings.flatMap((der) => announced.find((candidate) => der.equals(candidate.facts.encoded)) ?? [])[0]
  if (found) return found
  // Without a certificate in the signature, each announced certificate is tried.
  if (encodings.length === 0) {
    const forms = new CanonicalForms()
    const byKey = announced.find((candidate) => verifySignatureValue(signature, candidate.publicKeyInfo, forms).status === 'intact')
    if (byKey) return byKey
  }
  const [first] = encodings
  const sentence =
    first === undefined
      ? 'The list contains no certificate of its signer, and no announced key verifies its signature.'
      : `The list is signed by ${nameOf(first, cache)}, whose certificate was not announced for it.`
  throw new TrustedListError('LIST_SIGNER_UNKNOWN', sentence, signature.element.offset)
}

function nameOf(der: Buffer, cache: DecodedCache): string {
  const [certificate] = readableCertificates([der], cache)
  return certificate?.facts.subject.text.slice(0, 200) ?? 'a certificate that cannot be read'
}

function checkAlgorithms(signature: XmlSignature, signer: Certificate): void {
  const { algorithm } = signature.signedInfo.method
  const used = [algorithm.digest, ...signature.signedInfo.references.map((reference) => reference.digest.algorithm)]
  const { publicKey } = signer.facts
  const minimum = publicKey.algorithm === 'RSA' || publicKey.algorithm === 'RSASSA-PSS' ? MIN_RSA_BITS : MIN_EC_BITS
  const weak = used.find((name) => name === null || !strongDigests.has(name))
  if (weak !== undefined || algorithm.encryption === null)
    throw new TrustedListError(
      'LIST_SIGNATURE_ALGORITHM',
      `The list is signed with ${weak ?? algorithm.identifier}, which is not accepted.`,
    )
  if (publicKey.size === null || publicKey.size < minimum)
    throw new TrustedListError(
      'LIST_SIGNATURE_ALGORITHM',
      `The signer's key has ${String(publicKey.size)} bits; at least ${minimum} are accepted.`,
    )
}

/**
 * Checks that a reference covers everything but the signature itself: `URI=""` or the Id of the root; transforms exactly enveloped-signature and at most one
 * canonicalization. Without one, inclusive canonicalization applies (XML Signature 1.1, 4.4.3.2), as in the Estonian test lists.
 */
function checkWholeDocument(document: XmlDocument, reference: XmlReference, signature: XmlElement, idCount: number): void {
  const { algorithms } = reference.transforms
  const method = algorithms[1] === undefined ? DEFAULT_CANONICALIZATION.method : canonicalizationOfUri(algorithms[1])
  const id = listIdOf(document)
  const byId = id !== '' && reference.uri === `#${id}` && idCount === 1
  if (algorithms.length > 2 || algorithms[0] !== ENVELOPED || !method || !(reference.uri === '' || byId) || hasParameters(reference))
    throw new TrustedListError('LIST_SIGNATURE_SCOPE', 'The signature does not cover the whole list.')
  // `URI=""` and a bare name exclude comments (XML Signature 1.1, 4.4.3.3), whatever the canonicalization method is.
  const octets = canonicalize(byId ? document.root : document, { ...method, comments: false }, { omit: signature })
  const { algorithm } = reference.digest
  const actual = algorithm && digest(algorithm, octets)
  if (!actual || reference.digestValue?.equals(actual) !== true)
    throw new TrustedListError('LIST_SIGNATURE_INVALID', 'The digest of the list is wrong.')
}

/** Whether a transform has parameters such as InclusiveNamespaces. They do not occur in lists, so they are not supported. */
function hasParameters(reference: XmlReference): boolean {
  return childElements(reference.element, XMLDSIG_NAMESPACE, 'Transforms').some((transforms) =>
    childElements(transforms).some((t) => childElements(t).length > 0),
  )
}

/** The signed properties of this signature: exactly one set without findings, whose target is the signature. */
function ownSignedProperties(signature: XmlSignature): XmlElement {
  const { signedProperties, findings } = findQualifyingProperties(signature)
  const [flaw] = findings
  if (signedProperties === null || flaw !== undefined)
    throw propertiesError(`The signature has no signed properties, or several (${flaw?.code ?? 'none'}).`)
  return signedProperties
}

/** Checks SigningTime, which must be within the signer's validity, and SigningCertificate or SigningCertificateV2, with the signer's digest. */
function checkProperties(properties: XmlElement, signer: Certificate): Instant {
  const { claimedSigningTime, signingCertificates, findings } = readSignedProperties(properties)
  const repeated = findings.find(({ code }) => code === 'SIGNED_PROPERTY_REPEATED')
  if (repeated !== undefined) throw propertiesError('A signed property occurs twice.')
  if (claimedSigningTime === null) throw propertiesError('The signature has no signing time.')
  if (!signingCertificates.some(({ digest: stated }) => stated !== null && hasDigest(signer, stated)))
    throw propertiesError('The signed properties do not name the signer.')
  const { notBefore, notAfter } = signer.facts
  if (claimedSigningTime < notBefore || claimedSigningTime > notAfter)
    throw propertiesError(`The list was signed at ${formatInstant(claimedSigningTime)}, when the signer's certificate was not valid.`)
  return claimedSigningTime
}

function propertiesError(message: string): TrustedListError {
  return new TrustedListError('LIST_SIGNATURE_PROPERTIES', message)
}
