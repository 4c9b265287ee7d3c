import type { AnchorService, CertificateFacts, Instant, ServicePeriod } from '#model'
import { START_OF_EIDAS } from '../moments.js'
import { capturedQualifiers } from './captured-qualifiers.js'
import type { CertificateStatement, CertificateType } from './certificate-statement.js'
import { type ContradictedQuestion, contradictionsOf } from './contradictions.js'
import { isInQualifiedDevice } from './qscd-determination.js'
import { informationOfType, isUnderRegulation, typesNamed } from './service-vocabulary.js'

/** What one service, in one period, says about one certificate. */
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
 * Whether a CA/QC period covers the type of a certificate that was issued under the Regulation (TS 119 615 4.4, step 3): the type stated in the certificate,
 * or the one that a single captured qualifier assigns instead. A certificate that states no type, or several, is covered by any type of the service. Always
 * true for a certificate issued before the Regulation.
 */
export function coversType(period: ServicePeriod, certificate: CertificateFacts, statement: CertificateStatement): boolean {
  if (certificate.notBefore < START_OF_EIDAS) return true
  const captured = capturedQualifiers(period.qualification, certificate)
  const covered = typesCovered(period, captured)
  if (statement.type === 'unknown' ? covered.length > 0 && isUnderRegulation(period) : covered.includes(statement.type)) return true
  const [only, another] = typesNamed(captured)
  return only !== undefined && another === undefined && covered.includes(only.type)
}

/** Types of the service. A period before the Regulation without a type covers signatures. `QCForLegalPerson` excludes them: legal persons make seals. */
function typesCovered(period: ServicePeriod, captured: ReadonlySet<string>): readonly CertificateType[] {
  const information = period.qualification?.additionalInformation ?? []
  const stated = (['signature', 'seal', 'website'] as const).filter((type) => information.includes(informationOfType[type]))
  const types = stated.length === 0 && !isUnderRegulation(period) ? (['signature'] as const) : stated
  return types.filter((type) => type !== 'signature' || !captured.has('QCForLegalPerson'))
}

/**
 * Steps 4 and 8 to 10 of TS 119 615 4.4, and 4.5, for one service. When the entry contradicts itself, the property concerned is set to not qualified, unknown type or
 * no device.
 */
export function answerOf(
  service: AnchorService,
  period: ServicePeriod,
  certificate: CertificateFacts,
  statement: CertificateStatement,
  time: Instant,
): ServiceAnswer {
  const captured = capturedQualifiers(period.qualification, certificate)
  const contradictions = contradictionsOf(period, captured)
  const isConsistent = (about: ContradictedQuestion) => !contradictions.some((contradiction) => contradiction.about === about)
  const active = isActive(period, time)
  const qualified =
    active && isConsistent('qualified') && !captured.has('NotQualified') && (captured.has('QCStatement') || statement.qualified)
  return {
    service,
    period,
    captured: [...captured].toSorted(),
    contradictions: contradictions.map(({ what }) => what),
    active,
    qualified,
    type: qualified ? (isConsistent('type') ? typeOf(period, captured, statement) : 'unknown') : statement.type,
    device: qualified && isConsistent('device') && isInQualifiedDevice(period, captured, statement),
  }
}

/** From this time only statuses of the Regulation count. Lists wrote the change at midnight in Brussels or in UTC; this is the later one, UTC. */
const CONFIRMED_FROM: Instant = Date.UTC(2016, 6, 1)

/**
 * Whether the status is an active one in the vocabulary that applies at the start of the period; a status of the other vocabulary is not active. A status of
 * the Directive does not count under the Regulation: every list had to confirm or end it on 2016-07-01 (TS 119 612 annex J).
 */
function isActive(period: ServicePeriod, time: Instant): boolean {
  if (isUnderRegulation(period)) return period.status === 'granted'
  if (time >= CONFIRMED_FROM) return false
  return period.status === 'undersupervision' || period.status === 'accredited' || period.status === 'supervisionincessation'
}

function typeOf(period: ServicePeriod, captured: ReadonlySet<string>, statement: CertificateStatement): CertificateType {
  if (!isUnderRegulation(period)) return 'signature'
  return typesNamed(captured)[0]?.type ?? statement.type
}
