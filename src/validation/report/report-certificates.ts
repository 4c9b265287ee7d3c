import type {
  CertificateId,
  CertificatePath,
  CertificateRole,
  ReportedCertificate,
  SignatureConclusion,
  SignatureEvidence,
  TimeStampKind,
} from '#model'

/** The certificates that the verdict is based on: the signer's, those of time-stamping units and responders, and the authorities in their paths. */
export function reportCertificates(
  { facts, data }: Pick<SignatureEvidence, 'facts' | 'data'>,
  { signingCertificate, certificationPath }: Pick<SignatureConclusion, 'signingCertificate' | 'certificationPath'>,
): readonly ReportedCertificate[] {
  const roles: { readonly id: CertificateId; readonly role: CertificateRole }[] = []
  const used = new Set<CertificateId>()
  const add = (id: CertificateId | null, role: CertificateRole) => {
    if (id === null || roles.some((known) => known.id === id && known.role === role)) return
    roles.push({ id, role })
    used.add(id)
  }
  add(signingCertificate, 'signer')
  for (const { kind, signingCertificate: unit } of facts.timeStamps) add(unit, roleOfUnit(kind))
  for (const { signer, others = [] } of data.revocationSigners) for (const id of [signer, ...others]) add(id, 'responder')
  const paths = new Map(data.paths.map(({ certificate, paths }) => [certificate, paths]))
  // In the order in which the paths name them, not in that of the roles.
  for (const { certificate, paths: known } of data.paths) {
    if (!used.has(certificate)) continue
    for (const { certificates } of known) {
      for (const id of certificates) if (!used.has(id)) add(id, 'authority')
    }
  }
  const known = new Map([...data.certificates, ...facts.certificates].map((certificate) => [certificate.id, certificate]))
  const pathOf = (id: CertificateId) => (id === signingCertificate ? certificationPath : null) ?? bestPath(paths.get(id) ?? [])
  return roles.flatMap(({ id, role }) => {
    const certificate = known.get(id)
    if (certificate === undefined) return []
    const path = pathOf(id) ?? remainder(id, data.paths)
    const services = data.anchors.filter((anchor) => anchor.certificate === id).flatMap((anchor) => anchor.services)
    return [
      {
        certificate,
        role,
        issuers: (path?.certificates ?? []).slice(1).flatMap((issuer) => known.get(issuer) ?? []),
        anchored: path?.anchored ?? false,
        services,
      },
    ]
  })
}

function roleOfUnit(kind: TimeStampKind): CertificateRole {
  return kind === 'archive' || kind === 'document' ? 'archive-unit' : 'time-stamping-unit'
}

function bestPath(paths: readonly CertificatePath[]): CertificatePath | null {
  return paths.find(({ anchored }) => anchored) ?? paths[0] ?? null
}

/** The upper part of a path through an authority that has no paths of its own. */
function remainder(id: CertificateId, all: SignatureEvidence['data']['paths']): CertificatePath | null {
  const through = bestPath(all.flatMap(({ paths }) => paths).filter(({ certificates }) => certificates.includes(id)))
  return through === null ? null : { ...through, certificates: through.certificates.slice(through.certificates.indexOf(id)) }
}
