import {
  type Ascent,
  type CertificateFacts,
  type CertificateId,
  type CertificatePath,
  flatMap,
  type RevocationSigner,
  type SignatureFacts,
  type ValidationData,
} from '#model'
import type { DecodedCache, X509Limits } from '#x509'
import { anchorsAmong, ascend, nobodyAbove } from './path/ascent.js'
import { Issuers } from './path/issuers.js'
import { KnownCertificates } from './path/known-certificates.js'
import { ProspectivePaths } from './path/prospective-paths.js'
import type { PathLimits } from './path/work-budget.js'
import { CertificateStatuses } from './revocation/certificate-statuses.js'
import { RevocationSigners } from './revocation/revocation-signer.js'
import type { TrustIndex } from './snapshot/trust-index.js'

export interface TrustContext {
  /** Parsed structures and results of certificate signature checks, kept across requests. */
  readonly cache: DecodedCache
  readonly limits: { readonly path: PathLimits; readonly asn1: X509Limits }
}

/**
 * Step 4 of a validation: what the signature and the snapshot together know about the certificates involved.
 * Links are verified, roles, statuses and times are not judged. Never throws for a signature that was read.
 */
export function collectValidationData(facts: SignatureFacts, index: TrustIndex, context: TrustContext): ValidationData {
  const { cache, limits } = context
  const known = new KnownCertificates(facts, index, cache)
  const issuers = new Issuers(known, limits.path)
  const prospective = new ProspectivePaths(issuers)
  const signers = new RevocationSigners(prospective, context)

  // The signer first, so that an exhausted budget affects responders and time-stamping units only.
  const paths = new Map<CertificateId, readonly CertificatePath[]>()
  for (const id of [facts.signingCertificate, ...facts.timeStamps.map((timeStamp) => timeStamp.signingCertificate)]) {
    const certificate = id === null ? null : known.find(id)
    if (certificate !== null) paths.set(certificate.id, prospective.of(certificate))
  }
  const revocationSigners: RevocationSigner[] = []
  for (const revocation of facts.revocations) {
    const { result, certificate } = signers.of(revocation)
    revocationSigners.push(result)
    if (certificate !== null) paths.set(certificate.id, prospective.of(certificate))
  }
  const named = addAuthorities(paths, known, prospective)

  const statuses = new CertificateStatuses(named, issuers)
  const revocations = flatMap(facts.revocations, (revocation) => statuses.of(revocation))
  keepWhatAnchorsHold(paths, revocationSigners, cache)
  const signer = facts.signingCertificate === null ? null : known.find(facts.signingCertificate)
  const ascent = signer === null ? nobodyAbove : ascend(signer, known, limits.path)
  keepWhatListedOnesSigned(ascent, cache)
  const certificates = [...facts.certificates, ...known.added]
  return {
    snapshotDigest: index.snapshot.digest,
    withoutAnchors: index.snapshot.services === 0,
    certificates,
    anchors: anchorsAmong(certificates, index),
    paths: [...paths].map(([certificate, found]) => ({ certificate, paths: found })),
    brokenLinks: issuers.brokenLinks,
    ascent,
    revocations,
    revocationSigners,
    domain: null,
    pathBudgetExhausted: issuers.budget.exhausted,
  }
}

/**
 * What lies on a path to an anchor comes again with other documents. Any other datum is dropped with its document, so that documents cannot fill the memory of
 * a worker.
 */
function keepWhatAnchorsHold(
  paths: ReadonlyMap<CertificateId, readonly CertificatePath[]>,
  signers: readonly RevocationSigner[],
  cache: DecodedCache,
): void {
  const anchored = (id: CertificateId | null) => (id === null ? [] : (paths.get(id) ?? []).filter((path) => path.anchored))
  for (const id of paths.keys()) for (const path of anchored(id)) cache.keepPath(path.certificates)
  for (const { revocation, signer } of signers) if (anchored(signer).length > 0) cache.keepOcspResponse(revocation)
}

/** The links above anchors come again with every document of the same authorities. Only a listed authority can add to them, so a document cannot. */
function keepWhatListedOnesSigned({ links, anchors }: Ascent, cache: DecodedCache): void {
  const listed = new Set(anchors.map(({ certificate }) => certificate))
  for (const { certificate, issuer } of links) if (listed.has(issuer)) cache.keepPath([certificate, issuer])
}

/** Adds the paths of every authority that a path names (a suffix of a path need not be the only way up), and returns all certificates named. */
function addAuthorities(
  paths: Map<CertificateId, readonly CertificatePath[]>,
  known: KnownCertificates,
  prospective: ProspectivePaths,
): readonly CertificateFacts[] {
  const named: CertificateFacts[] = []
  // Iterating a Map includes entries that are added meanwhile.
  for (const [id, found] of paths) {
    const certificate = known.find(id)
    if (certificate !== null) named.push(certificate)
    for (const path of found) {
      for (const authority of path.certificates) {
        const facts = paths.has(authority) ? null : known.find(authority)
        if (facts !== null) paths.set(authority, prospective.of(facts))
      }
    }
  }
  return named
}
