import type { CertificateFacts, CertificateId, DetailedCertificate, SignatureConclusion, SignatureFacts, ValidationData } from '#model'
import { writeInstant } from '../write-instant.js'

type Role = DetailedCertificate['role']

/** The certificates that the verdict is based on: the signer's, those of time-stamping units and responders, and the authorities in their paths. */
export function describeCertificates(
  facts: SignatureFacts,
  data: ValidationData,
  { signingCertificate }: Pick<SignatureConclusion, 'signingCertificate'>,
): readonly DetailedCertificate[] {
  const roles = new Map<CertificateId, Role>()
  const add = (id: CertificateId | null, role: Role) => {
    if (id !== null && !roles.has(id)) roles.set(id, role)
  }
  add(signingCertificate, 'signer')
  for (const { signingCertificate: unit } of facts.timeStamps) add(unit, 'time-stamping-unit')
  for (const { signer, others = [] } of data.revocationSigners) for (const id of [signer, ...others]) add(id, 'responder')
  for (const { certificate, paths } of data.paths) {
    if (!roles.has(certificate)) continue
    for (const id of paths.flatMap((path) => path.certificates)) add(id, 'authority')
  }
  const known = new Map([...data.certificates, ...facts.certificates].map((certificate) => [certificate.id, certificate]))
  return [...roles].flatMap(([id, role]) => {
    const certificate = known.get(id)
    return certificate === undefined ? [] : [describe(certificate, role, data)]
  })
}

function describe(certificate: CertificateFacts, role: Role, { anchors }: ValidationData): DetailedCertificate {
  const services = anchors.filter((anchor) => anchor.certificate === certificate.id).flatMap((anchor) => anchor.services)
  return {
    id: certificate.id,
    subject: certificate.subject.text,
    issuer: certificate.issuer.text,
    serialNumber: certificate.serialNumber,
    notBefore: writeInstant(certificate.notBefore),
    notAfter: writeInstant(certificate.notAfter),
    role,
    services: services.map(({ name, source, periods }) => ({ name, source, types: [...new Set(periods.map(({ type }) => type))] })),
  }
}
