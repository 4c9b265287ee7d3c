import type { AnchorService, CertificateFacts, Instant, ServicePeriod } from '#model'
import { START_OF_EIDAS } from '../moments.js'
import { capturedQualifiers } from './captured-qualifiers.js'
import type { CertificateStatement, CertificateType } from './certificate-statement.js'
import { type ContradictedQuestion, contradictionsOf } from './contradictions.js'
import { informationOfType, isNew, typesNamed } from './service-vocabulary.js'

/** Result of one service, in one period, for one certificate. */
export interface ServiceAnswer {
  readonly service: AnchorService
  readonly period: ServicePeriod
  readonly captured: readonly string[]
  readonly contradictions: readonly string[]
  readonly active: boolean
  readonly qualified: boolean
  readonly type: CertificateType
  readonly device: boolean
}

/**
 * Whether a CA/QC period covers the type of a certificate issued since the Regulation (TS 119 615 4.4, step 3): its own type, or the one that a single
 * captured qualifier gives it instead. A certificate that names no type, or several, is covered by any type of the service.
 */
export function coversType(period: ServicePeriod, certificate: CertificateFacts, statement: CertificateStatement): boolean {
  if (certificate.notBefore < START_OF_EIDAS) return true
  const captured = capturedQualifiers(period.qualification, certificate)
  const covered = typesCovered(period, captured)
  if (statement.type === 'unknown' ? covered.length > 0 && isNew(period) : covered.includes(statement.type)) return true
  const [only, another] = typesNamed(captured)
  return only !== undefined && another === undefined && covered.includes(only.type)
}

/** Types of the service. A period before the Regulation without a type covers signatures. `QCForLegalPerson` excludes signatures: legal persons make seals. */
function typesCovered(period: ServicePeriod, captured: ReadonlySet<string>): readonly CertificateType[] {
  const information = period.qualification?.additionalInformation ?? []
  const stated = (['signature', 'seal', 'website'] as const).filter((type) => information.includes(informationOfType[type]))
  const types = stated.length === 0 && !isNew(period) ? (['signature'] as const) : stated
  return types.filter((type) => type !== 'signature' || !captured.has('QCForLegalPerson'))
}

/** Steps 4 and 8 to 10 of TS 119 615 4.4 for one service. A property that the entry contradicts is not qualified, of unknown type or without device. */
export function answerOf(
  service: AnchorService,
  period: ServicePeriod,
  certificate: CertificateFacts,
  statement: CertificateStatement,
  time: Instant,
): ServiceAnswer {
  const captured = capturedQualifiers(period.qualification, certificate)
  const contradictions = contradictionsOf(period, captured)
  const tells = (about: ContradictedQuestion) => !contradictions.some((contradiction) => contradiction.about === about)
  const active = isActive(period, time)
  const qualified = active && tells('qualified') && !captured.has('NotQualified') && (captured.has('QCStatement') || statement.qualified)
  return {
    service,
    period,
    captured: [...captured].toSorted(),
    contradictions: contradictions.map(({ what }) => what),
    active,
    qualified,
    type: qualified ? (tells('type') ? typeOf(period, captured, statement) : 'unknown') : statement.type,
    device: qualified && tells('device') && deviceOf(period, captured, statement),
  }
}

/** From this moment only statuses of the Regulation count. Midnight in UTC, the later of the two moments at which lists wrote the change. */
const CONFIRMED_FROM: Instant = Date.UTC(2016, 6, 1)

/**
 * Whether the status is an active one of the vocabulary that applies at the start of the period; a status of the other vocabulary is not active. A status of
 * the Directive does not count under the Regulation: every list had to confirm or end it on 2016-07-01 (TS 119 612 annex J).
 */
function isActive(period: ServicePeriod, time: Instant): boolean {
  if (isNew(period)) return period.status === 'granted'
  if (time >= CONFIRMED_FROM) return false
  return period.status === 'undersupervision' || period.status === 'accredited' || period.status === 'supervisionincessation'
}

function typeOf(period: ServicePeriod, captured: ReadonlySet<string>, statement: CertificateStatement): CertificateType {
  if (!isNew(period)) return 'signature'
  return typesNamed(captured)[0]?.type ?? statement.type
}

/** Whether the key is in a qualified device: by the list; where the list is silent or refers to the certificate, by the certificate. */
function deviceOf(period: ServicePeriod, captured: ReadonlySet<string>, statement: CertificateStatement): boolean {
  const [yes, no] = isNew(period)
    ? [captured.has('QCWithQSCD') || captured.has('QCQSCDManagedOnBehalf'), captured.has('QCNoQSCD')]
    : [captured.has('QCWithSSCD'), captured.has('QCNoSSCD')]
  if (no) return false
  return yes || statement.device
}
