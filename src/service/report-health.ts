import type { BuildInformation } from '#config'
import { formatInstant, type Instant } from '#model'

export type LinkStatus = 'UP' | 'DOWN'

/** Health of the service as the interface reports it; moments in its format. */
export interface Health {
  readonly status: LinkStatus
  readonly application: string
  readonly version: string
  readonly buildTime: string
  readonly startTime: string
  readonly currentTime: string
  /** External systems that the service depends on, in a fixed order. */
  readonly links: readonly { readonly name: string; readonly status: LinkStatus }[]
}

/**
 * The health of validation. The trust snapshot is a link (`decisions.md#health`) that is DOWN exactly when there is no trust anchor (`decisions.md#stale-list`).
 */
export function reportHealth(build: BuildInformation, started: Instant, now: Instant, anchors: number): Health {
  const status = anchors > 0 ? 'UP' : 'DOWN'
  return {
    status,
    application: build.name,
    version: build.version,
    buildTime: build.buildTime,
    startTime: formatInstant(started),
    currentTime: formatInstant(now),
    links: [{ name: 'trust anchors', status }],
  }
}
