import { type AnchorService, type Ascent, type CertificateFacts, type CertificateId, roleOfService, type TrustAnchor } from '#model'
import { appendTo } from '#std'

/**
 * The listed authorities above a certificate, nearest first (TS 119 615 4.3): the issuing authority and all above it, including those above the first trust
 * anchor. An entry for the certificate itself is not an authority for it.
 *
 * Only certificates that may issue others are followed. Otherwise the holder of a qualified certificate could certify the key of an authority, add that
 * certificate to the unsigned properties of a signature, and so raise the level of everything that the authority has issued.
 *
 * @param isValid whether the certificate of an authority that is not listed may be part of the way. Default: every one
 */
export function authoritiesAbove(
  certificate: CertificateFacts,
  ascent: Ascent,
  isValid: (authority: CertificateFacts) => boolean = () => true,
): readonly TrustAnchor[] {
  const facts = new Map<CertificateId, CertificateFacts>(ascent.certificates.map((each) => [each.id, each]))
  const anchors = new Map<CertificateId, TrustAnchor>(ascent.anchors.map((anchor) => [anchor.certificate, anchor]))
  const issuers = issuersByCertificate(ascent)
  const found: TrustAnchor[] = []
  const met = new Set<CertificateId>([certificate.id])
  // Breadth-first search reaches each authority by its shortest path, which is the least likely to violate a path length constraint.
  const open: { readonly id: CertificateId; readonly authorities: number }[] = [{ id: certificate.id, authorities: 0 }]
  for (const { id, authorities } of open) {
    for (const issuerId of issuers.get(id) ?? []) {
      const issuer = facts.get(issuerId)
      const anchor = anchors.get(issuerId)
      if (issuer === undefined || met.has(issuerId)) continue
      if (!isListedAuthority(anchor) && !(mayIssue(issuer, authorities) && isValid(issuer))) continue
      met.add(issuerId)
      if (anchor !== undefined) found.push(anchor)
      const selfIssued = issuer.subject.canonical === issuer.issuer.canonical
      open.push({ id: issuerId, authorities: authorities + (selfIssued ? 0 : 1) })
    }
  }
  return found
}

/**
 * The services of these authorities in trusted lists, each once. Services of settings files do not count for the legal level.
 *
 * @param isValid as for `authoritiesAbove`
 */
export function servicesAbove(
  certificate: CertificateFacts,
  ascent: Ascent,
  isValid?: (authority: CertificateFacts) => boolean,
): readonly AnchorService[] {
  const services = new Map<string, AnchorService>()
  for (const anchor of authoritiesAbove(certificate, ascent, isValid))
    for (const service of anchor.services) if (isOfList(service)) services.set(service.service, service)
  return [...services.values()]
}

function issuersByCertificate({ links }: Ascent): ReadonlyMap<CertificateId, readonly CertificateId[]> {
  const issuers = new Map<CertificateId, CertificateId[]>()
  for (const { certificate, issuer } of links) appendTo(issuers, certificate, issuer)
  return issuers
}

/** Whether the extensions make the certificate an authority that may have this many authorities below it (RFC 5280 6.1.4 (k) to (n)). */
function mayIssue({ basicConstraints, keyUsage }: CertificateFacts, authoritiesBelow: number): boolean {
  if (basicConstraints?.ca !== true || keyUsage?.includes('keyCertSign') === false) return false
  return basicConstraints.pathLength === null || authoritiesBelow <= basicConstraints.pathLength
}

/** Whether a trusted list names the anchor as an authority. It then counts as one whatever its extensions say: old roots have none. */
function isListedAuthority(anchor: TrustAnchor | undefined): boolean {
  return (anchor?.services ?? []).some(
    (service) => isOfList(service) && service.periods.some((period) => roleOfService(period.type) === 'ca'),
  )
}

function isOfList(service: AnchorService): boolean {
  return service.periods.some((period) => period.qualification !== undefined)
}
