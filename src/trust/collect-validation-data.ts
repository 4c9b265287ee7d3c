import type { Ascent, CertificateFacts, CertificateId, CertificatePath, RevocationSigner, SignatureFacts, ValidationData } from '#model'
import type { DecodedCache, X509Limits } from '#readers/x509'
import { anchorsAmong, ascend, emptyAscent } from './path/ascent.js'
import { Issuers } from './path/issuers.js'
import { KnownCertificates } from './path/known-certificates.js'
import { ProspectivePaths } from './path/prospective-paths.js'
import type { PathLimits } from './path/work-budget.js'
import { CertificateStatuses } from './revocation/certificate-statuses.js'
import { RevocationSigners } from './revocation/revocation-signer.js'
import type { TrustIndex } from './snapshot/trust-index.js'

export interface TrustContext {
  /** Parsed structures and results of certificate signature checks, shared by requests. */
  readonly cache: DecodedCache
  readonly limits: { readonly path: PathLimits; readonly asn1: X509Limits }
}

/**
 * Collects what the signature and the trust snapshot contain about the certificates involved: paths, signers of revocation data, statuses. Signatures on
 * certificates and revocation data are verified; roles, service statuses and times are left to `policy`. Never throws for a signature that was read.
 *
 * @param others further certificates that may be issuers, which are not in the signature
 */
export function collectValidationData(
  facts: SignatureFacts,
  index: TrustIndex,
  context: TrustContext,
  others: readonly CertificateFacts[] = [],
): ValidationData {
  const { cache, limits } = context
  const { timeStamps, revocations: stated } = facts
  const known = new KnownCertificates({ certificates: [...facts.certificates, ...others], timeStamps, revocations: stated }, index, cache)
  const issuers = new Issuers(known, limits.path)
  const prospective = new ProspectivePaths(issuers)
  const signers = new RevocationSigners(prospective, context)

  // The signer first, so that an exhausted budget affects only responders and time-stamping units.
  const paths = new Map<CertificateId, readonly CertificatePath[]>()
  for (const id of [facts.signingCertificate, ...facts.timeStamps.map((timeStamp) => timeStamp.signingCertificate)]) {
    const certificate = id === null ? null : known.find(id)
    if (certificate !== null) paths.set(certificate.id, prospective.of(certificate))
  }
  const revocationSigners: RevocationSigner[] = []
  for (const revocation of stated) {
    const { result, certificates } = signers.of(revocation)
    revocationSigners.push(result)
    for (const certificate of certificates) paths.set(certificate.id, prospective.of(certificate))
  }
  const named = addAuthorities(paths, known, prospective)

  const signer = facts.signingCertificate === null ? null : known.find(facts.signingCertificate)
  const ascent = signer === null ? emptyAscent : ascend(signer, known, limits.path)
  // Authorities above a trust anchor are in no path, but the legal level depends on them. Last, so that an exhausted budget affects no path.
  const above = ascent.certificates.filter((authority) => known.entityOf(authority) === null)
  const certified = new Map([...named, ...above].map((certificate) => [certificate.id, certificate]))
  const statuses = new CertificateStatuses(certified.values(), issuers, context)
  const revocations = stated.flatMap((revocation) => statuses.of(revocation))
  cacheAnchored(paths, revocationSigners, cache)
  cacheLinksToListed(ascent, cache)
  const certificates = [...known.own, ...known.added]
  return {
    snapshotDigest: index.snapshot.digest,
    withoutAnchors: index.snapshot.services === 0,
    certificates,
    anchors: anchorsAmong(certificates, known),
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
 * Caches certificates and OCSP responses with a path to a trust anchor, because they occur again in other documents, and of CRLs the check of their signatures.
 * Everything else is dropped with its document, so that documents cannot fill the memory of a worker.
 */
function cacheAnchored(
  paths: ReadonlyMap<CertificateId, readonly CertificatePath[]>,
  signers: readonly RevocationSigner[],
  cache: DecodedCache,
): void {
  const anchored = (id: CertificateId) => (paths.get(id) ?? []).filter((path) => path.anchored)
  for (const id of paths.keys()) for (const path of anchored(id)) cache.keepPath(path.certificates)
  for (const { revocation, signer } of signers) if (signer !== null && anchored(signer).length > 0) cache.keepRevocation(revocation, signer)
}

/** Caches the links to listed issuers, which occur again in every document of the same authorities. Only a listed authority can add such links. */
function cacheLinksToListed({ links, anchors }: Ascent, cache: DecodedCache): void {
  const listed = new Set(anchors.map(({ certificate }) => certificate))
  for (const { certificate, issuer } of links) if (listed.has(issuer)) cache.keepPath([certificate, issuer])
}

/** Adds the paths of every authority in a path (the rest of a path may not be the only one from there), and returns all certificates in the paths. */
function addAuthorities(
  paths: Map<CertificateId, readonly CertificatePath[]>,
  known: KnownCertificates,
  prospective: ProspectivePaths,
): readonly CertificateFacts[] {
  const named: CertificateFacts[] = []
  // The iteration of a Map includes entries that are added during it.
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
