import type { BuildInformation } from '#config'
import { formatInstant, type Instant } from '#model'

export type LinkStatus = 'UP' | 'DOWN'

/** Health of the service, with times in the format of the interface. */
export interface Health {
  readonly status: LinkStatus
  readonly application: string
  readonly version: string
  readonly buildTime: string
  readonly startTime: string
  readonly currentTime: string
  /** Systems and data on which the service depends, in a fixed order. */
  readonly links: readonly { readonly name: string; readonly status: LinkStatus }[]
}

/**
 * The health of validation. The trust snapshot is a link (`decisions.md#health`), which is DOWN if and only if there is no trust anchor
 * (`decisions.md#stale-list`).
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
