import {
  type AnchorService,
  type Instant,
  periodAt,
  roleOfService,
  type ServicePeriod,
  type ServiceRole,
  type ServiceStatus,
  type ServiceType,
} from '#model'
import { START_OF_EIDAS } from './moments.js'

const goodStatuses: ReadonlySet<ServiceStatus> = new Set(['granted', 'recognisedatnationallevel', 'setbynationallaw'])
const goodBeforeEidas: ReadonlySet<ServiceStatus> = new Set(['undersupervision', 'accredited', 'supervisionincessation'])

/** Whether the status of a period is a good one. The vocabulary is that of the start of the period, not that of the time in question (TS 119 612, 5.5.4). */
function isGoodStatus(period: ServicePeriod): boolean {
  return goodStatuses.has(period.status) || (goodBeforeEidas.has(period.status) && period.from < START_OF_EIDAS)
}

export interface ServiceStanding {
  /** A service with one of the roles exists at that time. */
  readonly role: boolean
  /** A service with one of the roles has a good status at that time. */
  readonly status: boolean
  /** The service that decided, and its period; null when no service has one of the roles. */
  readonly service: AnchorService | null
  readonly period: ServicePeriod | null
}

const noStanding: ServiceStanding = { role: false, status: false, service: null, period: null }

/**
 * Whether the services of a certificate have one of the roles and a good status at a time. One such service is sufficient.
 *
 * @param types types that count; null: all
 */
export function standingAt(
  services: readonly AnchorService[],
  roles: readonly ServiceRole[],
  instant: Instant,
  types: readonly ServiceType[] | null = null,
): ServiceStanding {
  let best = noStanding
  for (const service of services) {
    const period = periodAt(service, instant)
    if (period === null || !roles.includes(roleOfService(period.type)) || types?.includes(period.type) === false) continue
    const status = isGoodStatus(period)
    if (status) return { role: true, status, service, period }
    if (!best.role) best = { role: true, status, service, period }
  }
  return best
}

/** A responder that settings configure for time-marks may issue them while its service has a good status, whatever its type (`decisions.md#time-mark`). */
export function isTimeMarkResponderAt(services: readonly AnchorService[], instant: Instant): boolean {
  return services.some((service) => {
    const period = service.timeMarkResponder ? periodAt(service, instant) : null
    return period !== null && isGoodStatus(period)
  })
}
