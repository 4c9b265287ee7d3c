import type { CapsuleCounts, CapsuleService, CapsuleStoreState } from '#capsules/service'
import { readBuildInformation } from '#config'
import { formatInstant, type Instant } from '#model'
import type { Readiness, TrustChange, ValidationService } from '#threads'
import { type Health, reportHealth } from '#threads'
import type { ExternalLinks } from './external-links.js'
import type { ForecastRun, ForecastSummary } from './forecast-summary.js'

/** Whether the process can serve requests. Members of a service that is not enabled are absent. */
export type ProcessReadiness = Pick<Readiness, 'ready' | 'reasons'> &
  Partial<Readiness> & { readonly capsules?: { readonly store: CapsuleStoreState; readonly counts: CapsuleCounts } }

/** Health and readiness of all services of the process. */
export interface Monitor {
  readonly application: Pick<Health, 'application' | 'version'>
  health(): Promise<Health>
  readiness(): Promise<ProcessReadiness>
  /** The changes that refreshes of the trusted lists found, the newest last. */
  trustHistory(): readonly TrustChange[]
  /** The last run of `allkiri forecast`; `unreadable` when the file of its summary cannot be used, null when the settings name none. */
  forecast(): Promise<ForecastRun | 'unreadable' | null>
  /** When this process began to count. */
  readonly started: Instant
}

interface MonitorOptions {
  readonly validation: ValidationService | null
  readonly capsules: CapsuleService | null
  /** Null when no external systems are configured. */
  readonly links?: ExternalLinks | null
  /** Null when the settings name no summary of forecasts. */
  readonly forecast?: ForecastSummary | null
  readonly now: () => Instant
  /** True while the process is stopping: it still serves requests, but load balancers should send no more. */
  readonly isStopping?: () => boolean
}

const deletionSuspended =
  'capsule clock: the clock has stepped, expired capsules are not deleted until the command allkiri capsules accept-clock'

/** The monitor of the services of this process. */
export function createMonitor(options: MonitorOptions): Monitor {
  const { validation, capsules, links = null, forecast = null, now, isStopping = () => false } = options
  const build = readBuildInformation()
  const started = now()
  const own = (): Health => validation?.health() ?? { ...reportHealth(build, started, now(), 0), status: 'UP', links: [] }
  const { application, version } = own()
  return {
    application: { application, version },
    started,
    trustHistory: () => validation?.trustHistory() ?? [],
    forecast: async () => (forecast === null ? null : ((await forecast.read()) ?? 'unreadable')),
    health: async () => {
      const health = own()
      // External systems first, then the store, then the trust snapshot (`decisions.md#health`). All are checked concurrently.
      const [external, store] = await Promise.all([links?.check() ?? [], capsules?.state() ?? null])
      const all = [
        ...external,
        ...(store === null ? [] : [{ name: 'capsule store', status: store.usable ? ('UP' as const) : ('DOWN' as const) }]),
        ...health.links,
        // UP, because capsules can be stored and fetched, so load balancers must not remove the service.
        ...(store?.deletion === 'suspended' ? [{ name: deletionSuspended, status: 'UP' as const }] : []),
      ]
      const status = all.every(({ status }) => status === 'UP') ? health.status : 'DOWN'
      // The time of the answer: a link may take its whole timeout.
      return { ...health, currentTime: formatInstant(now()), links: all, status }
    },
    readiness: async () => {
      const own = validation?.readiness() ?? { ready: true, reasons: [] }
      const reasons = isStopping() ? ['The service is being stopped.', ...own.reasons] : [...own.reasons]
      if (capsules === null) return { ...own, ready: reasons.length === 0, reasons }
      const store = await capsules.state()
      if (!store.usable) reasons.push('The capsule store cannot be written to; the log says why.')
      return { ...own, ready: reasons.length === 0, reasons, capsules: { store, counts: capsules.counts() } }
    },
  }
}
