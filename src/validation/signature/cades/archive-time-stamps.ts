import type { CertificateId, DigestAlgorithm, TimeStampCoverage, TimeStampFacts } from '#model'
import {
  type ArchiveHashIndex,
  type CmsAttribute,
  type ImprintPieces,
  type OctetBudget,
  readArchiveHashIndex,
  verifyTimeStampToken,
} from '#readers/cms'
import { digest } from '#readers/crypto'
import { encodeObjectIdentifier } from '#readers/der'
import type { Certificate } from '#readers/x509'
import type { DecodedSigner } from '../cms/decode-signer.js'
import type { CoveredContent } from '../cms/read-cms-signature.js'
import { type HeldEvidence, joinHeld } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'
import type { ArchivedParts } from './signer-evidence.js'

/** The signature that archive time-stamps cover, and what verifies their tokens. */
interface ArchivedSignature {
  readonly decoded: DecodedSigner
  readonly parts: ArchivedParts
  readonly covered: CoveredContent
  readonly signingCertificate: CertificateId | null
  readonly certificates: readonly Certificate[]
  readonly budget: OctetBudget
  readonly context: SignatureContext
}

/**
 * Verifies the archive-time-stamp-v3 attributes of a signer (EN 319 122-1, 5.5.3). The imprint covers the type of the content, its digest, the fields of the
 * signer and the hash index; the index covers certificates, revocation data and unsigned attributes by their digests. What it leaves out is not covered. An index
 * that names something which is not in the message has lost what it covered, so such a time-stamp proves nothing (`decisions.md#archive-time-stamps-of-cades`).
 */
export function verifyArchiveTimeStamps(signature: ArchivedSignature): readonly TimeStampFacts[] {
  return signature.parts.archiveTimeStamps.map(({ token, attribute }) => {
    const index = readArchiveHashIndex(token.signer.unsignedAttributes, signature.context.limits.asn1)
    const indexed = index === null ? null : indexedParts(index, attribute, signature)
    const facts = verifyTimeStampToken(token, {
      kind: 'archive',
      covered: index === null || indexed === null ? null : imprintInput(index, token.imprint.algorithm, signature),
      coverage: coverageOf(indexed, signature),
      certificates: signature.certificates,
      budget: signature.budget,
    })
    return index?.algorithm == null ? facts : { ...facts, manifestDigests: [index.algorithm] }
  })
}

function imprintInput(
  { encoding }: ArchiveHashIndex,
  algorithm: DigestAlgorithm | null,
  { decoded: { message, signer }, covered }: ArchivedSignature,
): ImprintPieces {
  const content = algorithm === null || !covered.isFound ? null : covered.digest(algorithm)
  return content === null ? null : [message.parts.contentType, content, ...signer.fields, encoding]
}

/** What the index names. */
interface IndexedParts {
  readonly held: HeldEvidence
  readonly timeStamps: readonly string[]
}

/** The parts that the index names by their digests; null when it names something that is not in the message, or uses an unknown algorithm. */
function indexedParts(index: ArchiveHashIndex, own: CmsAttribute, { decoded, parts }: ArchivedSignature): IndexedParts | null {
  const hash = (...octets: readonly Uint8Array[]) =>
    index.algorithm === null ? null : (digest(index.algorithm, Buffer.concat(octets))?.toString('hex') ?? null)
  const isComplete = (named: readonly Buffer[], present: ReadonlySet<string | null>) =>
    named.every((value) => present.has(value.toString('hex')))

  const certificates = new Map(decoded.message.parts.certificates.map((encoding) => [hash(encoding), encoding]))
  const revocations = new Map(parts.revocations.map((choice) => [hash(choice.encoding), choice.held]))
  // An archive time-stamp covers what stood before it; its own attribute cannot be in its index.
  const attributes = parts.unsigned.filter(({ attribute }) => attribute !== own)
  const hashesOf = ({ oid, encoding, values }: CmsAttribute) =>
    index.version === 3 ? values.map((value) => hash(encodeObjectIdentifier(oid), value)) : [hash(encoding)]
  const unsigned = attributes.map((each) => ({ each, hashes: hashesOf(each.attribute) }))
  if (
    !isComplete(index.certificates, new Set(certificates.keys())) ||
    !isComplete(index.revocations, new Set(revocations.keys())) ||
    !isComplete(index.unsignedAttributes, new Set(unsigned.flatMap(({ hashes }) => hashes)))
  )
    return null
  const stated = new Set<string | null>(index.unsignedAttributes.map((value) => value.toString('hex')))
  // Version 3 names each value: an attribute of which it leaves out a value, which may have been added later, is not covered.
  const named = unsigned.flatMap(({ each, hashes }) => (hashes.every((value) => stated.has(value)) ? [each] : []))
  const namedCertificates = index.certificates.flatMap((value) => certificates.get(value.toString('hex')) ?? [])
  return {
    held: joinHeld([
      { certificates: namedCertificates.flatMap((der) => digest('SHA256', der)?.toString('hex') ?? []), revocations: [] },
      ...index.revocations.flatMap((value) => revocations.get(value.toString('hex')) ?? []),
      ...named.map(({ held }) => held),
    ]),
    timeStamps: named.flatMap(({ timeStamps }) => timeStamps),
  }
}

function coverageOf(indexed: IndexedParts | null, { decoded, signingCertificate }: ArchivedSignature): TimeStampCoverage {
  if (indexed === null) return { signatureValue: false, signedData: false, certificates: [], revocations: [], timeStamps: [] }
  const content = decoded.timeStamps.filter(({ kind }) => kind === 'content')
  const held = joinHeld([indexed.held, ...content.map((each) => each.held)])
  return {
    signatureValue: true,
    signedData: true,
    certificates: [...new Set([...held.certificates, ...(signingCertificate === null ? [] : [signingCertificate])])],
    revocations: [...new Set(held.revocations)],
    timeStamps: [...new Set([...indexed.timeStamps, ...content.map(({ token }) => token.id)])],
  }
}
