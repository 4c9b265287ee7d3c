import type { CertificateRole, ReportedCertificate } from '#model'
import { writeInstant } from '#validation/report'
import type { DetailedCertificate } from './detailed-report.js'

/** Names of roles in the detailed report, which does not tell archive time-stamps from others. */
const roles: Readonly<Record<CertificateRole, DetailedCertificate['role']>> = {
  signer: 'signer',
  'time-stamping-unit': 'time-stamping-unit',
  'archive-unit': 'time-stamping-unit',
  responder: 'responder',
  authority: 'authority',
}

/** Each certificate once, in its first role. */
export function writeCertificates(certificates: readonly ReportedCertificate[]): readonly DetailedCertificate[] {
  const first = new Map<string, ReportedCertificate>()
  for (const each of certificates) if (!first.has(each.certificate.id)) first.set(each.certificate.id, each)
  return [...first.values()].map(({ certificate, role, services }) => ({
    id: certificate.id,
    subject: certificate.subject.text,
    issuer: certificate.issuer.text,
    serialNumber: certificate.serialNumber,
    notBefore: writeInstant(certificate.notBefore),
    notAfter: writeInstant(certificate.notAfter),
    role: roles[role],
    services: services.map(({ name, source, periods }) => ({ name, source, types: [...new Set(periods.map(({ type }) => type))] })),
  }))
}
