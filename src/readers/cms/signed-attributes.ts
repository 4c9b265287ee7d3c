import type { DigestFacts } from '#model'
import { algorithmOidOf, digestAlgorithmOfOid } from '#readers/crypto'
import {
  Asn1Error,
  type Asn1Limits,
  contextTag,
  elementsOf,
  Fields,
  NULL,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  octetsOf,
  openEncoding,
  SEQUENCE,
  textOf,
} from '#readers/der'
import type { CmsAttribute } from './attribute.js'
import { CMS_RULES } from './encoding-rules.js'

/** Attributes of CAdES (EN 319 122-1, 5) that this service reads by their object identifiers. */
export const cmsAttributes = {
  contentTimeStamp: '1.2.840.113549.1.9.16.2.20',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  signaturePolicy: '1.2.840.113549.1.9.16.2.15',
  commitmentType: '1.2.840.113549.1.9.16.2.16',
  signerLocation: '1.2.840.113549.1.9.16.2.17',
  signerAttributes: '1.2.840.113549.1.9.16.2.18',
  signerAttributesV2: '0.4.0.19122.1.1',
  completeCertificateReferences: '1.2.840.113549.1.9.16.2.21',
  completeRevocationReferences: '1.2.840.113549.1.9.16.2.22',
  certificateValues: '1.2.840.113549.1.9.16.2.23',
  revocationValues: '1.2.840.113549.1.9.16.2.24',
  timeStampedReferences: '1.2.840.113549.1.9.16.2.26',
  archiveTimeStampV2: '1.2.840.113549.1.9.16.2.48',
  archiveTimeStampV3: '0.4.0.1733.2.4',
  longTermValidation: '0.4.0.1733.2.2',
  counterSignature: '1.2.840.113549.1.9.6',
  evidenceRecordInternal: '1.2.840.113549.1.9.16.2.49',
  evidenceRecordExternal: '1.2.840.113549.1.9.16.2.50',
} as const

/** id-spq-ets-uri (EN 319 122-1, 5.2.9.1). */
const POLICY_URI = '1.2.840.113549.1.9.16.5.1'

/** The encodings of all values of the attributes of one type. */
export function valuesOf(attributes: readonly CmsAttribute[], oid: string): readonly Buffer[] {
  const found: Buffer[] = []
  for (const attribute of attributes) if (attribute.oid === oid) for (const value of attribute.values) found.push(value)
  return found
}

/** SignaturePolicyIdentifier (EN 319 122-1, 5.2.9.1): an explicit policy, or the implied one. */
type CmsSignaturePolicy =
  | { readonly kind: 'implied' }
  | { readonly kind: 'explicit'; readonly identifier: string; readonly digest: DigestFacts | null; readonly uri: string | null }

/**
 * The signature-policy-identifier attribute; null when there is none.
 *
 * @throws Asn1Error when it cannot be read or occurs twice
 */
export function readCmsSignaturePolicy(attributes: readonly CmsAttribute[], limits: Asn1Limits): CmsSignaturePolicy | null {
  const [value, ...more] = valuesOf(attributes, cmsAttributes.signaturePolicy)
  if (value === undefined) return null
  if (more.length > 0) throw Asn1Error.finding('ASN1_DUPLICATE_ATTRIBUTE', 'the signature policy is named twice', 0)
  const element = openEncoding(value, limits, CMS_RULES)
  if (element.identifier === NULL) return { kind: 'implied' }
  const fields = new Fields(element)
  const identifier = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'sigPolicyId'))
  const hash = fields.optional(SEQUENCE)
  const qualifiers = fields.optional(SEQUENCE)
  fields.end()
  return {
    kind: 'explicit',
    identifier,
    digest: hash === null ? null : policyHashOf(hash),
    uri: qualifiers === null ? null : policyUriOf(qualifiers),
  }
}

/** Reads OtherHashAlgAndValue. */
function policyHashOf(element: ReturnType<typeof openEncoding>): DigestFacts {
  const fields = new Fields(element)
  const identifier = algorithmOidOf(fields.next(SEQUENCE, 'hashAlgorithm'))
  const value = octetsOf(fields.next(OCTET_STRING, 'hashValue')).toString('hex')
  return { identifier, algorithm: digestAlgorithmOfOid(identifier), value }
}

function policyUriOf(qualifiers: ReturnType<typeof openEncoding>): string | null {
  for (const qualifier of elementsOf(qualifiers)) {
    const fields = new Fields(qualifier)
    if (objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'sigPolicyQualifierId')) === POLICY_URI) return textOf(fields.required('SPuri'))
  }
  return null
}

/** SignerLocation (EN 319 122-1, 5.2.5). */
interface SignerLocation {
  readonly country: string | null
  readonly locality: string | null
  readonly postalAddress: readonly string[]
}

/** Reads a signer-location attribute: `countryName [0]`, `localityName [1]`, `postalAddress [2]`, each optional. Throws `Asn1Error`. */
export function readSignerLocation(encoding: Uint8Array, limits: Asn1Limits): SignerLocation {
  const fields = new Fields(openEncoding(encoding, limits, CMS_RULES))
  const text = (tag: number) => {
    const tagged = fields.optional(contextTag(tag))
    const [value] = tagged === null ? [] : elementsOf(tagged)
    return value === undefined ? null : textOf(value)
  }
  const country = text(0)
  const locality = text(1)
  const address = fields.optional(contextTag(2))
  fields.end()
  const lines = address === null ? [] : elementsOf(address)
  // Tagged explicitly or implicitly: writers differ.
  const [only] = lines
  const texts = lines.length === 1 && only?.identifier === SEQUENCE ? elementsOf(only) : lines
  return { country, locality, postalAddress: texts.flatMap((line) => textOf(line) ?? []) }
}
