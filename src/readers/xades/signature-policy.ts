import type { SignaturePolicyFacts } from '#model'
import { digest } from '#readers/crypto'
import { attributeOf, childElement, childElements, plainTextOf, trimWhiteSpace, type XmlElement } from '#readers/xml'
import { base64Of, XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import { readDigest } from './digest.js'
import { XADES_141_NAMESPACE, XADES_NAMESPACE } from './namespaces.js'
import { finding, type XadesFinding } from './structure.js'

/** SignaturePolicyIdentifier as written. `signaturePolicyFacts` compares the policy document, if the signature contains it. */
export interface WrittenPolicy {
  readonly facts: Omit<SignaturePolicyFacts, 'documentDigestStatus'>
  /** Whether ds:Transforms are present, so that the digest is not that of the document itself. */
  readonly transformed: boolean
}

/** Reads SignaturePolicyIdentifier (EN 319 132-1, 5.2.9). Identifier and SPURI are trimmed, because real writers add line breaks. */
export function readSignaturePolicy(element: XmlElement): {
  readonly policy: WrittenPolicy | null
  readonly findings: readonly XadesFinding[]
} {
  const explicit = childElement(element, XADES_NAMESPACE, 'SignaturePolicyId')
  const implied = childElement(element, XADES_NAMESPACE, 'SignaturePolicyImplied') !== null
  const sigPolicyId = explicit === null ? null : childElement(explicit, XADES_NAMESPACE, 'SigPolicyId')
  const identifier = sigPolicyId === null ? null : childElement(sigPolicyId, XADES_NAMESPACE, 'Identifier')
  const text = identifier === null ? '' : trimWhiteSpace(plainTextOf(identifier) ?? '')
  if (explicit === null || identifier === null || text === '') {
    if (!implied || explicit !== null) return { policy: null, findings: [finding('SIGNATURE_POLICY_UNREADABLE')] }
    const facts = { kind: 'implied', identifier: '', qualifier: null, digest: null, spUri: null } as const
    return { policy: { facts, transformed: false }, findings: [] }
  }
  const hash = childElement(explicit, XADES_NAMESPACE, 'SigPolicyHash')
  const qualifier = attributeOf(identifier, 'Qualifier')
  const facts = {
    kind: 'explicit',
    identifier: identifierIn(text),
    qualifier: qualifier === null ? null : trimWhiteSpace(qualifier),
    digest: hash === null ? null : readDigest(hash),
    spUri: readSpUri(explicit),
    ...(implied ? { alsoImplied: true } : {}),
  } as const
  const transformed = childElement(explicit, XMLDSIG_NAMESPACE, 'Transforms') !== null
  return { policy: { facts, transformed }, findings: implied ? [finding('SIGNATURE_POLICY_CONTRADICTORY')] : [] }
}

/** The identifier in the text of an Identifier element: `1.2.3` for both `1.2.3` and `urn:oid:1.2.3`, or a URI. */
export function identifierIn(text: string): string {
  return trimWhiteSpace(text).replace(/^urn:oid:/i, '')
}

function readSpUri(policyId: XmlElement): string | null {
  const lists = childElements(policyId, XADES_NAMESPACE, 'SigPolicyQualifiers')
  const qualifiers = lists.flatMap((list) => childElements(list, XADES_NAMESPACE, 'SigPolicyQualifier'))
  const uris = qualifiers.flatMap((qualifier) => childElements(qualifier, XADES_NAMESPACE, 'SPURI'))
  return uris.map((uri) => trimWhiteSpace(plainTextOf(uri) ?? '')).find((uri) => uri !== '') ?? null
}

/** The document in a SignaturePolicyStore (EN 319 132-1, 5.2.10); null when the store has none (a local URI), or it is not base64. */
export function readPolicyStore(element: XmlElement): Buffer | null {
  const document = childElement(element, XADES_141_NAMESPACE, 'SignaturePolicyDocument')
  return document === null ? null : base64Of(document)
}

/**
 * The facts of a policy.
 *
 * @param document the policy document in the signature; null when there is none
 */
export function signaturePolicyFacts(policy: WrittenPolicy, document: Buffer | null): SignaturePolicyFacts {
  const { kind, identifier, qualifier, digest, spUri, alsoImplied } = policy.facts
  const documentDigestStatus = verifyPolicyDocument(policy, document)
  return alsoImplied === true
    ? { ...policy.facts, documentDigestStatus }
    : { kind, identifier, qualifier, digest, spUri, documentDigestStatus }
}

/** Compares the policy document with the digest in SignaturePolicyIdentifier. Null without a document, and for an implied policy. */
function verifyPolicyDocument(policy: WrittenPolicy, document: Buffer | null): SignaturePolicyFacts['documentDigestStatus'] {
  if (document === null || policy.facts.kind === 'implied') return null
  const stated = policy.facts.digest
  if (stated === null) return 'mismatch'
  const actual = stated.algorithm === null || policy.transformed ? null : digest(stated.algorithm, document)
  if (actual === null) return 'algorithm-unknown'
  return actual.toString('hex') === stated.value ? 'intact' : 'mismatch'
}
