import type { AdesLevel, DigestAlgorithm, ReferenceFacts, SignatureFacts, SignatureSource, SignedScope, StructureFinding } from '#model'
import type { SignedData, SignerInfo } from '#readers/cms'
import { type DecodedSigner, decodeSigner } from '../cms/decode-signer.js'
import { verifyMessageTimeStamps } from '../cms/message-time-stamps.js'
import { type CoveredContent, readCmsSignature } from '../cms/read-cms-signature.js'
import { readSignerStatements } from '../cms/signer-statements.js'
import { findUnsignedAttributes } from '../cms/unsigned-attributes.js'
import type { DocumentWork } from '../document-work.js'
import { Evidence } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { signatureLimit } from '../signature-limit-error.js'
import { verifyArchiveTimeStamps } from './archive-time-stamps.js'
import { findAttributesAgainstBaseline } from './baseline.js'
import { type ArchivedParts, addSignerEvidence } from './signer-evidence.js'

/** What a message covers: its own content, a file beside it, or a manifest of a container. */
export interface SignedContent {
  readonly covered: CoveredContent
  /** References that follow from the content, such as those of a manifest. */
  readonly references: readonly ReferenceFacts[]
  readonly scopes: readonly SignedScope[]
  readonly structure: readonly StructureFinding[]
}

/** The facts of a signature without those of the document that it is in. */
type CadesSignature = Omit<SignatureFacts, 'profile'>

/**
 * Reads every signer of a CMS message as a signature (RFC 5652, 5; EN 319 122-1), in the order of the message.
 *
 * @param file entry of the container; empty for a message without a container
 * @param work budget that all messages of the document share
 * @throws ReaderError with `limit` when a bound is reached
 */
export function readCadesSignatures(
  message: SignedData,
  file: string,
  content: SignedContent,
  context: SignatureContext,
  work: DocumentWork,
): readonly CadesSignature[] {
  const { maxSignatures, maxCertificatesOfDocument } = context.limits.signature
  const { signers, certificates } = message
  if (signers.length > maxSignatures) throw signatureLimit('SIGNATURE_TOO_MANY_SIGNATURES', `more than ${maxSignatures} signatures`)
  // Every signer has the certificates of the message among its facts.
  if (signers.length * certificates.length > maxCertificatesOfDocument)
    throw signatureLimit('SIGNATURE_TOO_MANY_CERTIFICATES', 'The signers of a message have too many certificates together')
  return signers.map((signer, index) => readSigner({ message, signer, content, context, work }, { file, index }))
}

interface Reading {
  readonly message: SignedData
  readonly signer: SignerInfo
  readonly content: SignedContent
  readonly context: SignatureContext
  readonly work: DocumentWork
}

function readSigner(reading: Reading, source: SignatureSource): CadesSignature {
  const { message, signer, content, context, work } = reading
  const evidence = new Evidence(context)
  // Every signer has the revocation data of the message among its evidence, and digests them.
  work.countOctets(message.parts.revocations.reduce((sum, { encoding }) => sum + encoding.length, 0))
  const parts = addSignerEvidence(message, signer, evidence, context)
  const decoded = decodeSigner(message, signer, evidence, context)
  work.countTimeStamps(decoded.timeStamps.length + parts.archiveTimeStamps.length)
  const { certificates } = evidence
  if (signer.signedAttributesDer === null) work.countOctets(content.covered.octets().length)
  const cms = readCmsSignature(decoded, content.covered, certificates, context)
  const timeStamps = {
    content: content.covered.isFound ? { digestBy: (algorithm: DigestAlgorithm) => content.covered.digest(algorithm) } : null,
    certificates,
    budget: createImprintBudget(context.limits.signature.maxImprintBytes),
  }
  const { revocations, unreadable } = evidence.readRevocations()
  const level = levelOf(decoded, parts, revocations)
  const { references, ...ofCms } = cms.facts
  const statements = [...references, ...content.references]
  work.countStatements(statements)
  return {
    source,
    id: `S-${ofCms.contentDigest.toUpperCase()}`,
    level,
    proofOfTime: level === 'B' ? 'none' : 'time-stamp',
    scopes: content.scopes,
    claimedSigningTime: signer.signingTime,
    unreadableSigningTime: null,
    ...ofCms,
    policy: policyOf(ofCms.policy),
    references: statements,
    timeStamps: [
      ...verifyMessageTimeStamps(decoded, cms, timeStamps),
      ...verifyArchiveTimeStamps({
        decoded,
        parts,
        covered: content.covered,
        signingCertificate: referencedCertificate(ofCms),
        certificates,
        budget: timeStamps.budget,
        context,
      }),
    ],
    unreadableTimeStamps: [...decoded.unreadableTimeStamps, ...parts.unreadableTimeStamps],
    revocations,
    unreadableRevocations: unreadable,
    timeMarks: [],
    certificates: certificates.map(({ facts }) => facts),
    ...readSignerStatements(signer, context),
    reason: null,
    structure: [
      ...content.structure,
      ...cms.structure,
      ...findUnsignedAttributes(signer, certificates, work, context),
      ...findAttributesAgainstBaseline(signer.unsignedAttributes, level),
      ...evidence.unreadableCertificates
        .slice(0, context.limits.signature.maxFindingsOfCode)
        .map(
          ({ place, problem }) =>
            ({ key: 'certificate-readable', code: 'CERTIFICATE_UNREADABLE', facts: { where: place, problem } }) as const,
        ),
      ...evidence.blanks
        .slice(0, context.limits.signature.maxFindingsOfCode)
        .map((blanks) => ({ key: 'encoding-without-blanks', code: 'BLANKS_BEHIND_VALUE', facts: { ...blanks } }) as const),
    ],
  }
}

/** An identifier of a policy in CMS is an object identifier by its type, as the qualifier of XAdES says. */
function policyOf(policy: SignatureFacts['policy']): SignatureFacts['policy'] {
  return policy?.kind === 'explicit' ? { ...policy, qualifier: 'OIDAsURN' } : policy
}

function referencedCertificate({
  signingCertificate,
  signingCertificateReferences,
}: Pick<SignatureFacts, 'signingCertificate' | 'signingCertificateReferences'>): string | null {
  return signingCertificateReferences.some(({ certificate }) => certificate === signingCertificate) ? signingCertificate : null
}

/** Baseline level by the content (EN 319 122-1, 6): present is what counts, not what verifies. Revocation data only about time-stamping units make no level LT. */
function levelOf(
  { timeStamps, unreadableTimeStamps }: DecodedSigner,
  { archiveTimeStamps, unreadableTimeStamps: unreadableArchive }: ArchivedParts,
  revocations: SignatureFacts['revocations'],
): AdesLevel {
  if (![...timeStamps, ...unreadableTimeStamps].some(({ kind }) => kind === 'signature')) return 'B'
  if (!revocations.some(({ origin }) => origin === 'revocation-values')) return 'T'
  return archiveTimeStamps.length + unreadableArchive.length > 0 ? 'LTA' : 'LT'
}
