import { formatInstant, type Instant } from '#model'
import type { SnapshotSummary } from '#trust'
import { type AcceptedListFacts, isStale } from '#trust/lists'
import type { RefreshCounts, Trust, TrustStatus, TrustStep } from '#trust/supply'
import type { PackedInstance } from '#trust/xroad'
import type { PoolState } from './worker-pool.js'

/** Whether the service can validate documents, and if not, why. */
export interface Readiness {
  readonly ready: boolean
  /** One sentence for each reason why the service is not ready; empty when it is. */
  readonly reasons: readonly string[]
  readonly trust: TrustDescription
  readonly workers: PoolState
  readonly fixedClock: boolean
}

/** The state of trust, for readiness, metrics and the command line. */
export interface TrustDescription {
  readonly snapshotDigest: string
  readonly services: number
  readonly certificates: number
  readonly sources: readonly string[]
  /** X-Road instances, whose trust is separate from the lists. */
  readonly instances: readonly ReadinessInstance[]
  readonly lists: readonly ReadinessList[]
  /** Lists that were refused or are missing. */
  readonly refused: readonly { readonly territory: string; readonly file: string; readonly code: string; readonly message: string }[]
  /** Warnings for the operator: stale lists, pinned certificates that expire, a full disk. */
  readonly warnings: readonly string[]
  /** When the lists were checked; null without lists. */
  readonly checkedAt: Instant | null
  /** When the lists were last known to be the newest: at the last complete refresh, or before the first one, at their first check. */
  readonly confirmedAt: Instant | null
  /** Seconds since `confirmedAt`; 0 without lists. */
  readonly age: number
  readonly lastTry: Instant | null
  /** Why the last attempt failed, as a whole or for single lists. */
  readonly failures: readonly string[]
  readonly nextTry: Instant | null
  /** Counts since the start. */
  readonly refreshes: RefreshCounts
}

export interface ReadinessList
  extends Pick<AcceptedListFacts, 'territory' | 'kind' | 'sequenceNumber' | 'issued' | 'nextUpdate' | 'signerUntil' | 'services'> {
  readonly stale: boolean
}

interface ReadinessInstance
  extends Pick<PackedInstance, 'instance' | 'origin' | 'expires'>,
    Pick<SnapshotSummary, 'services' | 'certificates'> {
  readonly snapshotDigest: string
}

/** The part of the trust that readiness shows. */
type ShownTrust = Pick<Trust, 'instances' | 'status' | 'waitsFor'> & { readonly current: () => { readonly summary: SnapshotSummary } }

/** Whether the service can validate documents now, and the state of its parts. */
export function reportReadiness(trust: ShownTrust, now: Instant, workers: PoolState, fixedClock: boolean): Readiness {
  const reasons: string[] = []
  const step = trust.waitsFor()
  if (step !== null) reasons.push(describeStep(step))
  else if (trust.current().summary.services === 0 && trust.instances.length === 0) reasons.push(whyNothingIsTrusted(trust.status(now)))
  if (!workers.usable) reasons.push('Worker threads cannot be started; the log says why.')
  return { ready: reasons.length === 0, reasons, trust: describeTrust(trust, now), workers, fixedClock }
}

/** A sentence about the step of the start that is in progress. */
export function describeStep(step: TrustStep): string {
  switch (step) {
    case 'reading':
      return 'The service has just started: the trusted lists on the disk are being read and checked.'
    case 'fetching':
      return 'The service has just started: the trusted lists are being fetched for the first time.'
  }
}

function whyNothingIsTrusted({ sources, lastTry }: TrustStatus): string {
  const consequence = 'so every chain ends in NO_CERTIFICATE_CHAIN_FOUND'
  if (sources.length === 0)
    return (
      `No trust is configured, ${consequence}: set ALLKIRI_TRUST_LISTS to eu or to a folder of trusted lists, ` +
      'or ALLKIRI_TRUST to a settings file, a certificate file or a folder of certificates.'
    )
  const named = sources.join(', ')
  if (lastTry === null) return `The trusted lists (${named}) were never fetched, ${consequence}.`
  return `No trusted list (${named}) is available, ${consequence}; the members refused, warnings and failures give the reasons.`
}

export function describeTrust(trust: ShownTrust, now: Instant): TrustDescription {
  const { summary } = trust.current()
  const { facts, warnings, lastTry, lastSuccess, firstCheck, nextTry, refreshes } = trust.status(now)
  const confirmedAt = lastSuccess ?? firstCheck
  const failed = (lastTry?.attempts ?? []).filter((attempt) => attempt.outcome === 'failed')
  return {
    snapshotDigest: summary.digest,
    services: summary.services,
    certificates: summary.certificates,
    sources: summary.sources.map((source) => source.id),
    instances: trust.instances.map(({ instance, summary: { digest: snapshotDigest, services, certificates }, origin, expires }) => {
      return { instance, snapshotDigest, services, certificates, origin, expires }
    }),
    lists: facts.lists.map((list) => {
      const { territory, kind, sequenceNumber, issued, nextUpdate, signerUntil, services } = list
      return { territory, kind, sequenceNumber, issued, nextUpdate, stale: isStale(list, now), signerUntil, services }
    }),
    refused: facts.refusals.map(({ territory, file, code, message }) => ({ territory: territory ?? '', file: file ?? '', code, message })),
    warnings: [...warnings.map(({ message }) => message), ...(lastTry?.problems ?? [])],
    checkedAt: facts.lists.length > 0 ? facts.checkedAt : null,
    confirmedAt,
    age: confirmedAt === null ? 0 : Math.max(0, Math.floor((now - confirmedAt) / 1000)),
    lastTry: lastTry?.at ?? null,
    failures: [
      ...(lastTry?.failure == null ? [] : [lastTry.failure]),
      ...failed.map(({ territory, location, message }) => `${territory} (${location}): ${message ?? ''}`),
    ],
    nextTry,
    refreshes,
  }
}

/** A state of the trust in the form of readiness and `allkiri trust --json`: times in the format of the interface, empty when there is none. */
export function writeTrust(trust: TrustDescription) {
  return {
    ...trust,
    instances: trust.instances.map((instance) => ({ ...instance, expires: momentOf(instance.expires) })),
    lists: trust.lists.map((list) => ({
      ...list,
      issued: momentOf(list.issued),
      nextUpdate: momentOf(list.nextUpdate),
      signerUntil: momentOf(list.signerUntil),
    })),
    checkedAt: momentOf(trust.checkedAt),
    confirmedAt: momentOf(trust.confirmedAt),
    lastTry: momentOf(trust.lastTry),
    nextTry: momentOf(trust.nextTry),
  }
}

function momentOf(instant: Instant | null): string {
  return instant === null ? '' : formatInstant(instant)
}
