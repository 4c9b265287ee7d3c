import { type Ascent, type CertificateFacts, type CertificateId, flatMap, type PathLink, sameEntity, type TrustAnchor } from '#model'
import type { TrustIndex } from '../snapshot/trust-index.js'
import { Issuers } from './issuers.js'
import type { KnownCertificates } from './known-certificates.js'
import type { PathLimits } from './work-budget.js'

export const nobodyAbove: Ascent = { links: [], certificates: [], anchors: [], complete: true }

/**
 * Walks up from a certificate over every issuer that is at hand, past anchors too: the service that makes a certificate qualified may belong to any
 * authority above it (TS 119 615, 4.3). Each authority is met once, so the cost grows with their number and not with the number of paths.
 * The walk has a budget of its own: what it costs takes nothing away from the paths that the verdict rests on.
 */
export function ascend(certificate: CertificateFacts, known: KnownCertificates, limits: PathLimits): Ascent {
  const issuers = new Issuers(known, limits)
  const links: PathLink[] = []
  const above = new Map<CertificateId, CertificateFacts>()
  const open = [certificate]
  // The array grows while it is walked.
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
  return { links, certificates, anchors: anchorsAmong(certificates, known.index), complete: !issuers.budget.exhausted }
}

/**
 * The issuers of a certificate; above the first step those of every listed certificate of the same entity. Certificates of the signature that have
 * subject and key of a listed one take no part: anyone can issue a certificate for a foreign key, and so put any authority above it.
 *
 * The root above a listed authority is often not listed and comes with every document of that authority, so what verifies is kept. A document can add nothing but
 * further keys with which the signature on a listed certificate verifies: their number is bounded, and what is kept is true of them.
 */
function issuersOf(below: CertificateFacts, first: boolean, known: KnownCertificates, issuers: Issuers): Iterable<CertificateFacts> {
  const listed = first ? null : known.index.entityOf(below)
  const found = new Map<CertificateId, CertificateFacts>()
  for (const one of listed?.certificates ?? [below]) {
    for (const issuer of issuers.of(one)) {
      found.set(issuer.id, issuer)
      if (listed !== null) known.keepVerification(one, issuer)
    }
  }
  return found.values()
}

/** Those of the certificates that are listed, with their services. */
export function anchorsAmong(certificates: readonly CertificateFacts[], index: TrustIndex): readonly TrustAnchor[] {
  return flatMap(certificates, (facts) => {
    const entity = index.entityOf(facts)
    return entity === null ? [] : [{ certificate: facts.id, services: entity.services }]
  })
}
