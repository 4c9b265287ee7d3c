import type {
  DigestAlgorithm,
  ReferenceFacts,
  SignatureFacts,
  SignaturePolicyFacts,
  SigningCertificateReference,
  StructureFinding,
} from '#model'
import { type EssCertificateId, ofSigner, readCmsSignaturePolicy, type SignedData, type SignerInfo, verifySignerInfo } from '#readers/cms'
import { digestHex } from '#readers/crypto'
import { Asn1Error, type Certificate, hasDigest, orAsn1Error, sameName } from '#readers/x509'
import { digestDataToBeSigned } from '../data-to-be-signed.js'
import type { SignatureContext } from '../signature-context.js'

/** The content that a detached signature covers. */
export interface CoveredContent {
  /** Name of the covered data in reports. */
  readonly name: string
  /** False when the covered data are not known, as with an unusable byte range. */
  readonly isFound: boolean
  /** Whether it is a manifest, which is no data itself. */
  readonly isManifest?: true
  /** The digest of the data; null for an algorithm that the platform lacks. */
  digest(algorithm: DigestAlgorithm): Buffer | null
  /** All octets; used only when there are no signed attributes. */
  octets(): Uint8Array
}

/** A signer and the message that it is in. */
interface SignerOfMessage {
  readonly message: SignedData
  readonly signer: SignerInfo
}

/** The part of the facts that comes from a CMS message (RFC 5652, EN 319 122-1). */
export interface CmsSignature {
  readonly facts: Pick<
    SignatureFacts,
    | 'contentDigest'
    | 'identifier'
    | 'syntax'
    | 'signatureAlgorithm'
    | 'signatureValue'
    | 'references'
    | 'signingCertificate'
    | 'signingCertificateReferences'
    | 'signingCertificateReferenceSigned'
    | 'policy'
  >
  readonly structure: readonly StructureFinding[]
}

/**
 * Reads a signer of a message, and verifies the signature value and the digest of the covered content.
 *
 * @param certificates candidates for the signer's certificate, those of the message first
 */
export function readCmsSignature(
  { message, signer }: SignerOfMessage,
  covered: CoveredContent,
  certificates: readonly Certificate[],
  { limits }: SignatureContext,
): CmsSignature {
  const content = signer.signedAttributesDer === null ? covered.octets() : Buffer.alloc(0)
  const { signature, certificate, digestInfoWithoutNull, oddity } = verifySignerInfo(signer, content, certificates)
  const policy = orAsn1Error(() => readCmsSignaturePolicy(signer.signedAttributes, limits.asn1))
  const structure: StructureFinding[] = []
  if (policy instanceof Asn1Error) structure.push({ key: 'signature-structure', code: 'SIGNATURE_POLICY_UNREADABLE', facts: {} })
  return {
    facts: {
      contentDigest: digestHex(Buffer.concat([signer.signedAttributesDer ?? Buffer.alloc(0), signer.signature])),
      identifier: {
        signatureValue: signer.signature.toString('base64'),
        dataToBeSigned: digestDataToBeSigned(signer.signatureAlgorithm.digest, signer.signedAttributesDer ?? content),
      },
      syntax: {
        name: 'cms',
        contentType: message.contentType,
        statedContentType: signer.contentType,
        hasMessageDigest: signer.messageDigest !== null,
      },
      signatureAlgorithm: signer.signatureAlgorithm,
      signatureValue: { status: signature, digestInfoWithoutNull, ...(oddity === null ? {} : { oddity }) },
      references: referencesOf(signer, covered),
      signingCertificate: certificate?.facts.id ?? null,
      signingCertificateReferences: certificateReferences(signer, certificate, certificates),
      // The attribute is read only from the signed attributes.
      signingCertificateReferenceSigned: signer.signingCertificates !== null,
      policy: policy instanceof Asn1Error || policy === null ? null : policyFacts(policy),
    },
    structure,
  }
}

/** The finding that a message has other signers than this one, where the format allows only one. */
export function findOtherSigners({ message, signer }: SignerOfMessage): readonly StructureFinding[] {
  if (!message.signers.some((other) => other !== signer && !isSameSignature(other, signer))) return []
  return [{ key: 'cms-signer-single', code: 'SEVERAL_SIGNERS', facts: { count: message.signers.length } }]
}

/**
 * Whether two SignerInfos are the same signature: some writers repeat a SignerInfo. Any other second SignerInfo is a finding, because programs may validate
 * either.
 */
function isSameSignature(one: SignerInfo, other: SignerInfo): boolean {
  if (one.signedAttributesDer === null || other.signedAttributesDer === null) return false
  const hasSameContent = one.digestOid === other.digestOid && one.signedAttributesDer.equals(other.signedAttributesDer)
  return hasSameContent && one.signature.equals(other.signature) && isSameSigner(one, other)
}

function isSameSigner(one: SignerInfo, other: SignerInfo): boolean {
  const [a, b] = [one.identifier, other.identifier]
  if (a.kind === 'key-identifier') return b.kind === 'key-identifier' && a.subjectKeyIdentifier === b.subjectKeyIdentifier
  return b.kind === 'issuer-serial' && a.serialNumber === b.serialNumber && sameName(a.issuer, b.issuer)
}

/**
 * The message-digest attribute as a reference. Without signed attributes the signature value covers the content itself: an intact value implies intact content,
 * and there is no separate digest to compare.
 */
function referencesOf({ messageDigest, digestOid, digestAlgorithm }: SignerInfo, covered: CoveredContent): readonly ReferenceFacts[] {
  const stated = { identifier: digestOid, algorithm: digestAlgorithm, value: messageDigest?.toString('hex') ?? '' }
  const reference = (status: ReferenceFacts['status']): readonly ReferenceFacts[] => {
    const ofData = referenceOf(covered.name, stated, status)
    return [covered.isManifest === true ? { ...ofData, kind: 'other', dataFile: null } : ofData]
  }
  if (!covered.isFound) return reference('not-found')
  const actual = digestAlgorithm === null ? null : covered.digest(digestAlgorithm)
  if (actual === null) return reference('algorithm-unknown')
  return reference(messageDigest === null || actual.equals(messageDigest) ? 'intact' : 'mismatch')
}

/** A reference for a format without ds:Reference: the digest of the covered data. */
export function referenceOf(name: string, stated: ReferenceFacts['digest'], status: ReferenceFacts['status']): ReferenceFacts {
  return { id: '', uri: name, type: '', kind: 'data-object', dataFile: name, digest: stated, status, transforms: [], mimeType: null }
}

/**
 * The references to the signing certificate. If an attribute names another certificate than the signer's, only the contradicting references are returned, so
 * that a matching reference does not hide them.
 */
function certificateReferences(
  { signingCertificates }: SignerInfo,
  signer: Certificate | null,
  certificates: readonly Certificate[],
): readonly SigningCertificateReference[] {
  const candidates = signer === null ? certificates : [signer, ...certificates]
  const references = ofSigner(signingCertificates ?? []).map(({ version, digest, issuerSerial }) => {
    const named = candidates.find((certificate) => hasDigest(certificate, digest))
    return { version, digest, certificate: named?.facts.id ?? null, issuerSerial: compareIssuer(issuerSerial, signer) }
  })
  const contradicting = references.filter((reference) => reference.certificate !== (signer?.facts.id ?? null))
  return contradicting.length > 0 ? contradicting : references
}

function compareIssuer(stated: EssCertificateId['issuerSerial'], signer: Certificate | null): SigningCertificateReference['issuerSerial'] {
  if (stated === null) return 'absent'
  if (signer === null) return 'mismatch'
  const { issuer, serialNumber } = signer.facts
  return stated.serialNumber === serialNumber && sameName(stated.issuer, issuer) ? 'match' : 'mismatch'
}

function policyFacts(policy: NonNullable<ReturnType<typeof readCmsSignaturePolicy>>): SignaturePolicyFacts {
  if (policy.kind === 'implied')
    return { kind: 'implied', identifier: '', qualifier: null, digest: null, spUri: null, documentDigestStatus: null }
  const { identifier, digest: stated, uri } = policy
  return { kind: 'explicit', identifier, qualifier: null, digest: stated, spUri: uri, documentDigestStatus: null }
}
