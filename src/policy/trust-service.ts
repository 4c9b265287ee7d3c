import { type AnchorService, type Instant, periodAt, roleOfService, type ServicePeriod, type ServiceRole, type ServiceStatus } from '#model'
import { START_OF_EIDAS } from './moments.js'

const goodStatuses: ReadonlySet<ServiceStatus> = new Set(['granted', 'recognisedatnationallevel', 'setbynationallaw'])
const goodBeforeEidas: ReadonlySet<ServiceStatus> = new Set(['undersupervision', 'accredited', 'supervisionincessation'])

/** Whether the status of a period is a good one. The start of the period decides which vocabulary applies, not the moment in question (TS 119 612, 5.5.4). */
function isGoodStatus(period: ServicePeriod): boolean {
  return goodStatuses.has(period.status) || (goodBeforeEidas.has(period.status) && period.from < START_OF_EIDAS)
}

export interface ServiceStanding {
  /** A service of one of the roles exists at the moment. */
  readonly role: boolean
  /** A service of one of the roles has a good status at the moment. */
  readonly status: boolean
  /** The service that decided, with its period; null when there is none of the roles. */
  readonly service: AnchorService | null
  readonly period: ServicePeriod | null
}

const noStanding: ServiceStanding = { role: false, status: false, service: null, period: null }

/** Standing of a certificate by its services. One service with one of the roles and a good status is enough. */
export function standingAt(services: readonly AnchorService[], roles: readonly ServiceRole[], instant: Instant): ServiceStanding {
  let best = noStanding
  for (const service of services) {
    const period = periodAt(service, instant)
    if (period === null || !roles.includes(roleOfService(period.type))) continue
    const status = isGoodStatus(period)
    if (status) return { role: true, status, service, period }
    if (!best.role) best = { role: true, status, service, period }
  }
  return best
}

/** A responder that settings name for time-marks counts as one while its service has a good status, whatever its type (`decisions.md#time-mark`). */
export function isTimeMarkResponderAt(services: readonly AnchorService[], instant: Instant): boolean {
  return services.some((service) => {
    const period = service.timeMarkResponder ? periodAt(service, instant) : null
    return period !== null && isGoodStatus(period)
  })
}
