import type { BuildInformation } from '#config'
import { formatInstant, type Instant } from '#model'

export type LinkStatus = 'UP' | 'DOWN'

/** What the health interface tells; moments in the interface's form. */
export interface Health {
  readonly status: LinkStatus
  readonly application: string
  readonly version: string
  readonly buildTime: string
  readonly startTime: string
  readonly currentTime: string
  /** Everything outside that the service rests on, in a fixed order. */
  readonly links: readonly { readonly name: string; readonly status: LinkStatus }[]
}

/** The trust snapshot counts as a link (`decisions.md#health`): DOWN exactly when there is no anchor at all (`decisions.md#stale-list`). One link that is DOWN brings the status DOWN. */
export function reportHealth(build: BuildInformation, started: Instant, now: Instant, anchors: number): Health {
  const links = [{ name: 'trust anchors', status: anchors > 0 ? ('UP' as const) : ('DOWN' as const) }]
  return {
    status: links.every((link) => link.status === 'UP') ? 'UP' : 'DOWN',
    application: build.name,
    version: build.version,
    buildTime: build.buildTime,
    startTime: formatInstant(started),
    currentTime: formatInstant(now),
    links,
  }
}
