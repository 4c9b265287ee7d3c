import { formatInstant, type ServicePeriod } from '#model'
import type { CertificateStanding } from '#trust/supply'
import { terminalText } from '#writers/cli'

/** The trust services of a certificate and its qualification, for a person at a terminal. */
export function renderStanding({ certificate, time, path, services, qualification }: CertificateStanding): string {
  const at = formatInstant(time)
  const lines = [
    certificate.subject.text,
    `  issued by ${certificate.issuer.text}`,
    `  valid ${formatInstant(certificate.notBefore)} to ${formatInstant(certificate.notAfter)}`,
    `  SHA-256 ${certificate.id}`,
    '',
    path.length === 0 ? 'No certification path leads from it to a trust anchor.' : `Path: ${path.join('  <-  ')}`,
    ...services.flatMap((service) => [
      '',
      `${service.service}  ${service.name}`,
      `  ${service.relation === 'itself' ? 'lists the certificate itself' : `lists an authority above it, ${service.listed}`}`,
      `  at issuance (${formatInstant(certificate.notBefore)}): ${describePeriod(service.atIssuance)}`,
      `  at ${at}: ${describePeriod(service.atTime)}`,
    ]),
    '',
    `Qualified at issuance: ${describe(qualification.atIssuance)}`,
    `Qualified at ${at}: ${describe(qualification.atTime)}`,
  ]
  return `${lines.map(terminalText).join('\n')}\n`
}

function describePeriod(period: ServicePeriod | null): string {
  if (period === null) return 'not listed'
  const { type, status, from, qualification } = period
  const information = qualification?.additionalInformation ?? []
  return `${type}, ${status} since ${formatInstant(from)}${information.length === 0 ? '' : `, ${information.join(', ')}`}`
}

function describe(qualification: CertificateStanding['qualification']['atTime']): string {
  if (qualification === null) return 'cannot be determined from the trusted lists'
  const device = qualification.device ? 'key in a qualified device' : 'key not known to be in a qualified device'
  return qualification.qualified ? `yes, for ${words[qualification.type]}, ${device}` : 'no'
}

const words = { signature: 'signatures', seal: 'seals', website: 'web sites', unknown: 'an unknown purpose' } as const
