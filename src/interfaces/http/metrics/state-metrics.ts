import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { CapsuleCounts } from '#capsules/service'
import type { Instant } from '#model'
import type { ForecastRun, ProcessReadiness } from '#monitoring'
import { type Health, type ReadinessList, type TrustChange, trustChangeKinds } from '#threads'

/** The state of the services, read once for each collection of metrics. */
export interface CollectedState {
  readiness: ProcessReadiness | null
  /** The changes of the trusted lists since the start of the process. */
  trustChanges?: readonly TrustChange[] | undefined
  /** The last run of `allkiri forecast`; null where no summary is configured. */
  forecast?: ForecastRun | 'unreadable' | null
  application?: Pick<Health, 'application' | 'version'> | undefined
}

/** Registers a gauge whose value is read when metrics are collected. It is omitted when the value is null. */
function gaugeOf(registry: Registry, name: string, help: string, read: () => number | null): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const value = read()
      // Not `reset`, which would set it to 0.
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}

export function registerProcessState(registry: Registry, state: CollectedState): void {
  gaugeOf(registry, 'allkiri_ready', 'Whether the service is ready: 1 or 0', () =>
    state.readiness === null ? null : Number(state.readiness.ready),
  )
  new Gauge({
    name: 'allkiri_build_info',
    help: 'Always 1; the version is a label',
    labelNames: ['version'],
    registers: [registry],
    collect() {
      if (state.application !== undefined) this.set({ version: state.application.version }, 1)
    },
  })
}

export function registerWorkerMetrics(registry: Registry, state: CollectedState, bytesInFlight: () => number): void {
  const workers = () => state.readiness?.workers
  gaugeOf(registry, 'allkiri_worker_threads', 'Worker threads that exist', () => workers()?.threads ?? null)
  gaugeOf(registry, 'allkiri_worker_threads_max', 'Worker threads that there may be', () => workers()?.maxThreads ?? null)
  gaugeOf(registry, 'allkiri_validations_running', 'Validations in worker threads', () => workers()?.running ?? null)
  gaugeOf(registry, 'allkiri_validations_waiting', 'Validations that wait for a worker thread', () => workers()?.waiting ?? null)
  gaugeOf(registry, 'allkiri_body_bytes_in_flight', 'Bytes of request bodies that are held', bytesInFlight)
}

export function registerTrustMetrics(registry: Registry, state: CollectedState): void {
  const trust = () => state.readiness?.trust
  gaugeOf(registry, 'allkiri_trust_services', 'Trusted services and certificates', () => trust()?.services ?? null)
  gaugeOf(registry, 'allkiri_trust_lists', 'Trusted lists in use', () => trust()?.lists.length ?? null)
  gaugeOf(registry, 'allkiri_trust_lists_refused', 'Trusted lists that are missing or were refused', () => trust()?.refused.length ?? null)
  gaugeOf(registry, 'allkiri_trust_confirmed_timestamp_seconds', 'Time when the lists were last known to be the newest', () =>
    secondsOf(trust()?.confirmedAt),
  )
  gaugeOf(registry, 'allkiri_trust_refresh_timestamp_seconds', 'Time when the last refresh of the lists began', () =>
    secondsOf(trust()?.lastTry),
  )
  gaugeOf(
    registry,
    'allkiri_trust_refresh_failures',
    'Failures of the last refresh, one for each list that could not be fetched; 0 when all went well',
    () => (typeof trust()?.lastTry === 'number' ? (trust()?.failures.length ?? 0) : null),
  )
  new Counter({
    name: 'allkiri_trust_refreshes_total',
    help: 'Refreshes of the trusted lists over the network, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const refreshes = trust()?.refreshes
      if (refreshes !== undefined) for (const [outcome, count] of Object.entries(refreshes)) this.inc({ outcome }, count)
    },
  })
  const changes = new Counter({
    name: 'allkiri_trust_changes_total',
    help: 'Changes that refreshes of the trusted lists found since the start, by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      // Every kind has a series from the start, so that an increase can be computed.
      for (const kind of trustChangeKinds) this.inc({ kind }, state.trustChanges?.filter((change) => change.kind === kind).length ?? 0)
    },
  })
  changes.reset()
  listGauge(registry, 'allkiri_trust_list_sequence_number', 'Sequence number of a list', state, (list) => list.sequenceNumber)
  listGauge(registry, 'allkiri_trust_list_stale', 'Whether the next update of a list has passed: 1 or 0', state, ({ stale }) =>
    Number(stale),
  )
  listGauge(registry, 'allkiri_trust_list_issued_timestamp_seconds', 'When a list was issued', state, ({ issued }) => secondsOf(issued))
  listGauge(
    registry,
    'allkiri_trust_list_next_update_timestamp_seconds',
    'Time by which the next version of a list is to be issued; absent for a list that is closed permanently',
    state,
    ({ nextUpdate }) => secondsOf(nextUpdate),
  )
  listGauge(
    registry,
    'allkiri_trust_list_signer_until_timestamp_seconds',
    'When the certificate of the signer of a list ends',
    state,
    (list) => secondsOf(list.signerUntil),
  )
}

/** A gauge with a value for each list. Territories come from authenticated lists, whose number is bounded. */
function listGauge(
  registry: Registry,
  name: string,
  help: string,
  state: CollectedState,
  read: (list: ReadinessList) => number | null,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['territory', 'kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const list of state.readiness?.trust?.lists ?? []) {
        const value = read(list)
        if (value !== null) this.set({ territory: list.territory, kind: list.kind }, value)
      }
    },
  })
}

/** The table of the last run of `allkiri forecast`. Its rows are bounded, and an operator wrote them. */
export function registerForecastMetrics(registry: Registry, state: CollectedState): void {
  const run = () => (state.forecast === 'unreadable' ? null : (state.forecast ?? null))
  gaugeOf(registry, 'allkiri_forecast_readable', 'Whether the summary of the last forecast can be used: 1 or 0', () =>
    state.forecast == null ? null : Number(state.forecast !== 'unreadable'),
  )
  gaugeOf(registry, 'allkiri_forecast_finished_timestamp_seconds', 'When the last forecast ended', () => secondsOf(run()?.finished))
  const rows = (name: string, help: string, member: 'files' | 'extensible') =>
    new Gauge({
      name,
      help,
      labelNames: ['year', 'state', 'reason'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { year, state, reason, ...row } of run()?.rows ?? []) this.inc({ year, state, reason }, row[member])
      },
    })
  rows('allkiri_forecast_files', 'Files of the last forecast by the year in which they stop being provable, and the reason', 'files')
  rows('allkiri_forecast_files_extensible', 'Those of them that a time-stamp before that year extends', 'extensible')
}

const countsOfCapsules: Readonly<Record<keyof CapsuleCounts, string>> = {
  stored: 'Capsules stored durably',
  adjusted: 'Stored capsules whose expiry was reduced to the maximum',
  fetched: 'Capsules fetched',
  refused: 'Requests and clients refused',
  expired: 'Capsules deleted after their expiry and grace period',
}

/** Registers the metrics of capsules. In a process without capsules they have no values. */
export function registerCapsuleMetrics(registry: Registry, state: CollectedState) {
  const capsules = () => state.readiness?.capsules
  for (const [member, help] of Object.entries(countsOfCapsules)) {
    new Counter({
      name: `allkiri_capsules_${member}_total`,
      help,
      registers: [registry],
      collect() {
        this.remove()
        const counts = capsules()?.counts
        if (counts !== undefined) this.inc(Number(Reflect.get(counts, member)))
      },
    })
  }
  gaugeOf(registry, 'allkiri_capsule_store_usable', 'Whether capsules can be stored: 1 or 0', () =>
    capsules() === undefined ? null : Number(capsules()?.store.usable),
  )
  gaugeOf(registry, 'allkiri_capsules', 'Capsules that are not deleted, counted once a minute', () => capsules()?.store.capsules ?? null)
  gaugeOf(registry, 'allkiri_capsule_store_write_seconds', 'Time of the last probing write; left out when it failed', () => {
    const milliseconds = capsules()?.store.latencyMilliseconds ?? null
    return milliseconds === null ? null : milliseconds / 1000
  })
  gaugeOf(registry, 'allkiri_capsule_deletion_suspended', 'Whether deletion waits because the clock has stepped: 1 or 0', () =>
    capsules() === undefined ? null : Number(capsules()?.store.deletion === 'suspended'),
  )
  const capsuleSeconds = new Histogram({
    name: 'allkiri_capsule_duration_seconds',
    help: 'Time of storing a capsule durably, or of finding one',
    labelNames: ['operation'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return { capsuleSeconds }
}

function secondsOf(moment: Instant | null | undefined): number | null {
  return typeof moment === 'number' ? Math.floor(moment / 1000) : null
}
