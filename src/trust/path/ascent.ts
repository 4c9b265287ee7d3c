import { type Ascent, type CertificateFacts, type CertificateId, type PathLink, sameEntity, type TrustAnchor } from '#model'
import { Issuers } from './issuers.js'
import type { KnownCertificates } from './known-certificates.js'
import type { PathLimits } from './work-budget.js'

export const emptyAscent: Ascent = { links: [], certificates: [], anchors: [], complete: true }

/**
 * Collects the authorities above a certificate over every available issuer, also beyond trust anchors: the service that makes a certificate qualified may
 * belong to any authority above it (TS 119 615, 4.3). Each authority is visited once, so the cost grows with their number and not with the number of paths.
 * The work has a budget of its own, so it does not reduce the budget of the paths that the verdict depends on.
 */
export function ascend(certificate: CertificateFacts, known: KnownCertificates, limits: PathLimits): Ascent {
  const issuers = new Issuers(known, limits)
  const links: PathLink[] = []
  const above = new Map<CertificateId, CertificateFacts>()
  const open = [certificate]
  // The array grows during the loop.
  for (const below of open) {
    for (const issuer of issuersOf(below, below === certificate, known, issuers)) {
      // A certificate is not an authority above itself.
      if (sameEntity(issuer, certificate)) continue
      if (!issuers.budget.takeStep()) break
      links.push({ certificate: below.id, issuer: issuer.id })
      if (above.has(issuer.id)) continue
      above.set(issuer.id, issuer)
      open.push(issuer)
    }
  }
  const certificates = [...above.values()]
  return { links, certificates, anchors: anchorsAmong(certificates, known), complete: !issuers.budget.exhausted }
}

/**
 * The issuers of a certificate. Above the first step, for a listed entity, the issuers of all its listed certificates. Certificates from the signature with
 * the subject and key of a listed entity are ignored: anyone can issue a certificate for a foreign key, and so place any authority above it.
 *
 * The root above a listed authority is often not listed itself and comes with every document of that authority, so successful verifications are cached. A
 * document can only add further keys that really verify the signature on a listed certificate, and the cache is bounded.
 */
function issuersOf(below: CertificateFacts, first: boolean, known: KnownCertificates, issuers: Issuers): Iterable<CertificateFacts> {
  const listed = first ? null : known.entityOf(below)
  const found = new Map<CertificateId, CertificateFacts>()
  for (const one of listed?.certificates ?? [below]) {
    for (const issuer of issuers.of(one)) {
      found.set(issuer.id, issuer)
      if (listed !== null) known.keepVerification(one, issuer)
    }
  }
  return found.values()
}

/** The listed ones among the certificates, with their services. */
export function anchorsAmong(certificates: readonly CertificateFacts[], known: KnownCertificates): readonly TrustAnchor[] {
  return certificates.flatMap((facts) => {
    const entity = known.entityOf(facts)
    return entity === null ? [] : [{ certificate: facts.id, services: entity.services }]
  })
}
