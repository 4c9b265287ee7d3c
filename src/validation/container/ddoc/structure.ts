import { excerpt } from '#model'
import type { XmlElement } from '#readers/xml'
import { refuse } from '../refusal.js'
import { DIGIDOC_NAMESPACE } from './format.js'

/** Which children an element may have, and whether it may occur more than once. Text may occur anywhere. */
interface Rule {
  readonly children: ReadonlyMap<string, Child>
  readonly repeatable: boolean
  /** Mandatory children among those that may occur once: a document without one is refused. Any other missing element is an error of the signature. */
  readonly required: readonly string[]
}

interface Child {
  readonly rule: Rule
  /** A bit of its own among the children that may occur once; 0 for a child that may be repeated. */
  readonly bit: number
}

type Children = Readonly<Record<string, Rule>>

const once = (children: Children = {}, required: readonly string[] = []): Rule => ({
  children: new Map(Object.entries(children).map(([name, rule], index) => [name, { rule, bit: rule.repeatable ? 0 : 1 << index }])),
  repeatable: false,
  required,
})
const many = (children: Children = {}, required: readonly string[] = []): Rule => ({ ...once(children, required), repeatable: true })

const digest = { DigestMethod: once(), DigestValue: once() }
const cert = many({ CertDigest: once(digest), IssuerSerial: once({ X509IssuerName: once(), X509SerialNumber: once() }) })
const signedInfo = once({
  CanonicalizationMethod: once(),
  SignatureMethod: once(),
  Reference: many({ ...digest, Transforms: many({ Transform: many() }) }),
})
const keyInfo = once({
  KeyValue: once({ RSAKeyValue: once({ Modulus: once(), Exponent: once() }) }),
  X509Data: once({ X509Certificate: once() }),
})
/** No document with this element is known, but JDigiDoc and DDOC4J accept it; it is not evaluated. */
const signaturePolicyId = once({
  SigPolicyId: once({ Identifier: once(), Description: once() }),
  SigPolicyHash: once(digest),
  SigPolicyQualifiers: many({ SigPolicyQualifier: many({ SPURI: once() }) }),
})
const signedProperties = once(
  {
    SignedSignatureProperties: once({
      SigningTime: once(),
      SigningCertificate: once({ Cert: cert }),
      SignaturePolicyIdentifier: once({ SignaturePolicyImplied: once(), SignaturePolicyId: signaturePolicyId }),
      SignatureProductionPlace: once({ City: once(), StateOrProvince: once(), PostalCode: once(), CountryName: once() }),
      SignerRole: once({ ClaimedRoles: once({ ClaimedRole: many() }) }),
    }),
    SignedDataObjectProperties: once({ DataObjectFormat: many({ MimeType: once() }) }),
  },
  ['SignedSignatureProperties'],
)
const ocspReference = many({
  OCSPIdentifier: once({ ResponderID: once(), ProducedAt: once() }),
  DigestAlgAndValue: once(digest),
})
const ocspValue = many()
const unsignedProperties = once({
  UnsignedSignatureProperties: once({
    // Version 1.3 has the wrappers CertRefs and OCSPValues, earlier versions do not.
    CompleteCertificateRefs: once({ CertRefs: once({ Cert: cert }), Cert: cert }),
    CompleteRevocationRefs: once({ OCSPRefs: once({ OCSPRef: ocspReference }) }),
    CertificateValues: once({ EncapsulatedX509Certificate: many() }),
    RevocationValues: once({ OCSPValues: once({ EncapsulatedOCSPValue: ocspValue }), EncapsulatedOCSPValue: ocspValue }),
  }),
})
const qualifyingProperties = once({ SignedProperties: signedProperties, UnsignedProperties: unsignedProperties }, ['SignedProperties'])
const signature = many(
  {
    SignedInfo: signedInfo,
    SignatureValue: once(),
    KeyInfo: keyInfo,
    Object: once({ QualifyingProperties: qualifyingProperties }, ['QualifyingProperties']),
  },
  ['SignedInfo', 'SignatureValue', 'KeyInfo', 'Object'],
)
const signedDoc = once({ DataFile: many(), Signature: signature })

const knownNames: ReadonlySet<string> = namesIn(signedDoc, new Set(['SignedDoc']))

function namesIn(rule: Rule, names: Set<string>): Set<string> {
  for (const [name, child] of rule.children) namesIn(child.rule, names.add(name))
  return names
}

/** Accepted namespaces: writers confused, omitted or added them. An element in any other namespace is not part of DIGIDOC-XML. */
const namespaces: ReadonlySet<string> = new Set([
  '',
  DIGIDOC_NAMESPACE,
  'http://www.w3.org/2000/09/xmldsig#',
  'http://uri.etsi.org/01903/v1.1.1#',
])

/**
 * Refuses a document in which an element is missing, repeated or misplaced (error 75): the hashed and the displayed element could
 * differ (signature wrapping). In an accepted document a child that may occur once is the only child with its local name. The rules bound the depth.
 *
 * @throws ContainerError DDOC_STRUCTURE
 */
export function assertDdocStructure(root: XmlElement): void {
  if (!namespaces.has(root.namespace)) refuseElement(root, root.namespace)
  assertChildren(root, signedDoc)
}

function assertChildren(parent: XmlElement, { children, required }: Rule): void {
  let found = 0
  for (const element of parent.children) {
    if (typeof element === 'string' || element.kind !== 'element') continue
    if (!namespaces.has(element.namespace)) refuseElement(element, element.namespace)
    const name = element.localName
    const child = children.get(name)
    if (child === undefined) {
      if (!knownNames.has(name)) refuseElement(element)
      refuse('DDOC_STRUCTURE', `Invalid path: ${placeOf(element)} for element: ${name}`)
    }
    const { rule, bit } = child
    if ((found & bit) !== 0) refuse('DDOC_STRUCTURE', `Multiple elements: ${name} not allowed under: ${parent.localName}`)
    found |= bit
    if (element.children.length > 0 || rule.required.length > 0) assertChildren(element, rule)
  }
  for (const name of required)
    if ((found & (children.get(name)?.bit ?? 0)) === 0) refuse('DDOC_STRUCTURE', `Missing ${name} element`, placeOf(parent))
}

function refuseElement(element: XmlElement, namespace?: string): never {
  refuse('DDOC_STRUCTURE', `Invalid xml element: ${placeOf(element)}`, namespace)
}

/** The path of an element from the root, shortened: a name may be as long as the document. */
function placeOf(element: XmlElement): string {
  let place = element.localName
  for (let above = element.parent; above !== null; above = above.parent) place = `${above.localName}/${place}`
  return excerpt(place)
}
