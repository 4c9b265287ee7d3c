import {
  type AnchorService,
  type CertificateFacts,
  type CertificateId,
  type CertificatePath,
  type CertificateRevocation,
  type Instant,
  provenObject,
  type RevocationFacts,
  type RevocationId,
  type RevocationSigner,
  type SignatureFacts,
  shownName,
  type ValidationData,
} from '#model'
import { appendTo } from '#std'
import type { EvaluatedRevocation } from './blocks/revocation-acceptance.js'
import type { Circumstances } from './conclude.js'
import { ProofsOfExistence } from './proof-of-existence.js'
import { type AppliedPolicy, policyFor, type ValidationPolicy } from './validation-policy.js'

/**
 * The state of evaluating one signature: indexed facts, and the proofs of existence that time-stamp validation adds. Keys from the document are looked up in
 * Maps, never in object literals, because inherited members such as `constructor` would be found there. It never leaves the policy, and ends in `conclude`.
 */
export interface Evaluation {
  /** What the verdict will depend on besides the signature. */
  readonly circumstances: Circumstances
  /** For the kind of document. */
  readonly policy: AppliedPolicy
  readonly facts: SignatureFacts
  readonly data: ValidationData
  readonly validationTime: Instant
  readonly proofs: ProofsOfExistence
  /** The certificate with this id; null for an unknown id and for null. */
  certificate(id: CertificateId | null): CertificateFacts | null
  anchorServices(id: CertificateId): readonly AnchorService[]
  paths(id: CertificateId): readonly CertificatePath[]
  revocationsOf(id: CertificateId): readonly CertificateRevocation[]
  revocation(id: RevocationId): RevocationFacts | null
  revocationSigner(id: RevocationId): RevocationSigner | null
  /** Cache of evaluated revocation data, which several checks use. Cleared when a new proof of existence may change the results. */
  readonly evaluatedRevocations: Map<string, EvaluatedRevocation>
  /** The revocation data that are being evaluated: those about a responder are evaluated for the response that it signed, and so on. */
  readonly openRevocations: Set<string>
  /** Whether everything in the signature is taken to have existed at an earlier time, as an archive time-stamp of that time would prove it. */
  readonly assumesArchive: boolean
}

/**
 * Indexes the facts and the validation data of a signature. Evaluates nothing yet.
 *
 * @param archivedAt time of an archive time-stamp that the signature does not have, to find out what it would prove; null: none
 */
export function beginEvaluation(
  circumstances: Circumstances,
  facts: SignatureFacts,
  data: ValidationData,
  archivedAt: Instant | null = null,
): Evaluation {
  const { policy, validationTime } = circumstances
  const certificates = new Map<CertificateId, CertificateFacts>()
  for (const certificate of data.certificates) certificates.set(certificate.id, certificate)
  for (const certificate of facts.certificates) certificates.set(certificate.id, certificate)
  const anchors = new Map(data.anchors.map((anchor) => [anchor.certificate, anchor.services]))
  const paths = new Map(data.paths.map((entry) => [entry.certificate, entry.paths]))
  const revocations = new Map(facts.revocations.map((revocation) => [revocation.id, revocation]))
  const signers = new Map(data.revocationSigners.map((signer) => [signer.revocation, signer]))
  const revocationsOf = new Map<CertificateId, CertificateRevocation[]>()
  for (const revocation of data.revocations) appendTo(revocationsOf, revocation.certificate, revocation)
  return {
    circumstances,
    policy: policyOf(policy, facts, data),
    facts,
    data,
    validationTime,
    proofs:
      archivedAt === null
        ? new ProofsOfExistence(validationTime)
        : proofsOfArchive(facts, [...certificates.keys()], validationTime, archivedAt),
    certificate: (id) => (id === null ? null : (certificates.get(id) ?? null)),
    anchorServices: (id) => anchors.get(id) ?? [],
    paths: (id) => paths.get(id) ?? [],
    revocationsOf: (id) => revocationsOf.get(id) ?? [],
    revocation: (id) => revocations.get(id) ?? null,
    revocationSigner: (id) => signers.get(id) ?? null,
    evaluatedRevocations: new Map(),
    openRevocations: new Set(),
    assumesArchive: archivedAt !== null,
  }
}

/** What an archive time-stamp over the whole signature would prove (EN 319 102-1, 5.6.2.3). */
function proofsOfArchive(
  { revocations, timeStamps }: SignatureFacts,
  certificates: readonly CertificateId[],
  validationTime: Instant,
  archivedAt: Instant,
): ProofsOfExistence {
  const proofs = new ProofsOfExistence(validationTime)
  const objects = [
    provenObject.signature,
    provenObject.signedData,
    ...certificates.map(provenObject.certificate),
    ...revocations.map(({ id }) => provenObject.revocation(id)),
    ...timeStamps.map(({ id }) => provenObject.timeStamp(id)),
  ]
  for (const object of objects) proofs.add(object, archivedAt, 'archive')
  return proofs
}

/**
 * The constraints for the kind of document. For X-Road the instance sets the maximum age of revocation data (+ 1: data of exactly that age are accepted), and
 * whether their nextUpdate binds; where it does not, one that has passed is a warning.
 */
function policyOf(policy: ValidationPolicy, { profile }: SignatureFacts, { domain }: ValidationData): AppliedPolicy {
  const applied = policyFor(policy, profile.name)
  if (domain === null) return applied
  const ofInstance = { ...applied, maxRevocationAge: domain.ocspFreshness + 1 }
  if (domain.verifiesNextUpdate) return ofInstance
  return { ...ofInstance, nextUpdateBinds: false, levels: { ...applied.levels, 'revocation-data-current': 'warn' } }
}

/** Display name of a certificate for the facts of a check; empty without a certificate. */
export function nameOf(certificate: CertificateFacts | null): string {
  return certificate === null ? '' : shownName(certificate)
}

/** The fact that an extension which a check needs cannot be read, for the message; null when it is absent or readable. */
export function unreadableFact({ unreadableExtensions }: CertificateFacts, oid: string): { readonly unreadable: string | null } {
  return { unreadable: unreadableExtensions?.includes(oid) === true ? oid : null }
}
