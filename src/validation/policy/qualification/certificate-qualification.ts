import {
  type AnchorService,
  type BlockResult,
  type CertificateFacts,
  type CheckFacts,
  type CheckResult,
  checked,
  type FindingKey,
  type Instant,
  periodAt,
  timeFact,
} from '#model'
import { block } from '../check.js'
import { type CertificateType, statementOf } from './certificate-statement.js'
import { answerOf, coversType, type ServiceAnswer } from './service-answer.js'

/** Qualification of a certificate at one time. */
export interface CertificateQualification {
  readonly qualified: boolean
  readonly type: CertificateType
  readonly device: boolean
}

/**
 * Determines whether a certificate is qualified at a time, its type (TS 119 615 4.4), and whether its key is in a qualified device (4.5). `result` is null when no
 * service is listed at that time, or the services disagree.
 *
 * @param services services of trusted lists above the certificate (`servicesAbove`)
 */
export function qualificationAt(
  certificate: CertificateFacts,
  services: readonly AnchorService[],
  time: Instant,
): { readonly result: CertificateQualification | null; readonly block: BlockResult } {
  const checks: CheckResult[] = []
  const record = (key: FindingKey, holds: boolean, facts: CheckFacts = {}) => {
    checks.push(checked(key, holds, facts))
    return holds
  }
  const result = determine(certificate, services, time, record)
  return { result, block: block('certificate-qualification', 'TS 119 615 4.4', certificate.id, checks) }
}

function determine(
  certificate: CertificateFacts,
  services: readonly AnchorService[],
  time: Instant,
  record: (key: FindingKey, holds: boolean, facts?: CheckFacts) => boolean,
): CertificateQualification | null {
  const statement = statementOf(certificate)
  const inForce = services.flatMap((service) => {
    const period = periodAt(service, time)
    return period ? [{ service, period }] : []
  })
  if (!record('level-service-listed', inForce.length > 0, { time: timeFact(time), services: services.map((s) => s.service) })) return null
  const forQualified = inForce.filter(({ period }) => period.type === 'CA/QC')
  if (!record('level-service-for-qualified-certificates', forQualified.length > 0, { types: inForce.map(({ period }) => period.type) }))
    return notQualified(statement.type)
  const covering = forQualified.filter(({ period }) => coversType(period, certificate, statement))
  if (!record('level-service-covers-certificate-type', covering.length > 0, { type: statement.type })) return notQualified(statement.type)

  const answers = covering.map(({ service, period }) => answerOf(service, period, certificate, statement, time))
  const contradictions = answers.flatMap((answer) => answer.contradictions.map((what) => `${answer.service.service}: ${what}`))
  record('level-services-consistent', contradictions.length === 0, { contradictions })
  const [first] = answers
  if (!first) return null
  if (
    !record(
      'level-services-agree',
      answers.every((answer) => sameAnswer(answer, first)),
      { services: answers.map((answer) => answer.service.service) },
    )
  )
    return null

  const active = answers.filter((answer) => answer.active)
  const facts = {
    services: answers.map((answer) => answer.service.service),
    statuses: answers.map((answer) => answer.period.status),
  }
  const [deciding] = active
  if (!record('level-service-active', deciding !== undefined, facts) || !deciding) return notQualified(statement.type)
  const { captured } = deciding
  record('level-certificate-qualified', deciding.qualified, { stated: statement.qualified, captured, service: deciding.service.service })
  record('level-certificate-type', deciding.type !== 'unknown', { stated: statement.type, result: deciding.type })
  record('level-certificate-device', deciding.device, { stated: statement.device, captured })
  return { qualified: deciding.qualified, type: deciding.type, device: deciding.device }
}

function notQualified(type: CertificateType): CertificateQualification {
  return { qualified: false, type, device: false }
}

/** Active and withdrawn services are both compared: different results for the same authority key are a conflict (step 5). */
function sameAnswer(a: ServiceAnswer, b: ServiceAnswer): boolean {
  return a.qualified === b.qualified && a.type === b.type && a.device === b.device
}
