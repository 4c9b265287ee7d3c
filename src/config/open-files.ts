import { readFileSync } from 'node:fs'
import { systemErrorCode } from '#model'
import { hasListenerForGet } from './capsule-settings.js'
import type { Settings } from './settings.js'

/** Maximum number of connections for a listener of each kind. */
interface ListenerConnections {
  readonly server: number
  /** Of each listener of capsules; there are one or two. */
  readonly capsules: number
  readonly metrics: number
}

type ListenerSettings = Pick<Settings, 'limits' | 'services' | 'workers' | 'capsules' | 'links' | 'metricsPort'>

/**
 * Divides the descriptors that the process may have between its listeners. Without descriptors Node.js cannot load modules or start threads,
 * so clients must not be able to take the last ones.
 *
 * @param limit maximum number of descriptors of the process; null: unknown
 */
export function connectionsWithin(limit: number | null, settings: ListenerSettings): ListenerConnections {
  const { limits } = settings
  const { reserved, perThread, minConnections } = limits.descriptors
  const full = { server: limits.http.maxConnections, capsules: limits.capsules.maxConnections, metrics: limits.metrics.maxConnections }
  if (limit === null) return full
  const wanted = full.server + full.capsules * listenersOfCapsules(settings) + (settings.metricsPort === null ? 0 : full.metrics)
  const available = limit - reserved - perThread * threadsOf(settings) - outgoingOf(settings)
  const share = (most: number): number => Math.min(most, Math.max(minConnections, Math.floor((most * available) / wanted)))
  return { server: share(full.server), capsules: share(full.capsules), metrics: share(full.metrics) }
}

/** The workers, the refresh of the trusted lists, and the writer of capsules. */
function threadsOf({ services, workers }: ListenerSettings): number {
  return (services.includes('validation') ? workers + 1 : 0) + (services.includes('capsules') ? 1 : 0)
}

function listenersOfCapsules({ capsules }: ListenerSettings): number {
  if (capsules === null) return 0
  return (capsules.onServerPort ? 0 : 1) + (hasListenerForGet(capsules) ? 1 : 0)
}

/** Connections to the database, to OCSP responders and to external systems. */
function outgoingOf({ limits, capsules, links }: ListenerSettings): number {
  const database = capsules?.store.kind === 'postgresql' ? capsules.store.connections : 0
  const ocsp = capsules?.clients.kind !== 'sandbox' ? (capsules?.clients.ocsp?.hosts.length ?? 0) : 0
  return database + limits.capsules.ocsp.maxQuestions * ocsp + links.length
}

/**
 * Maximum number of descriptors of this process; null when it is unlimited, or unknown because the system has no `/proc`. Node.js has raised the soft limit to
 * the hard limit at its start.
 */
export function descriptorLimit(): number | null {
  try {
    return descriptorLimitIn(readFileSync('/proc/self/limits', 'latin1'))
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** The soft limit in the text of `/proc/self/limits`; null when it is unlimited or missing. */
export function descriptorLimitIn(text: string): number | null {
  const found = /^Max open files\s+(\d+)\s/m.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
