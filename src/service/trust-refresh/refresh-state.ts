import type { Instant } from '#model'
import { buildTrustSnapshot } from '#trust'
import {
  type Attempt,
  type CheckedFacts,
  type CheckedTrust,
  type ListState,
  nothingKnown,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshSettings,
  trustWarnings,
} from '#trust-lists'
import { type RefreshCounts, type TrustStatus, type TrustStep, trustOfSnapshot } from './trust.js'

/** Everything that a process knows about its trust between two refreshes. */
export interface RefreshState extends Pick<TrustStatus, 'lastTry' | 'nextTry' | 'lastSuccess' | 'firstCheck' | 'refreshes'> {
  readonly trust: CheckedTrust
  /** Whether `trust` is the result of a check in this process; false for the stored result of an earlier process. */
  readonly checked: boolean
  readonly lists: ListState
  /** Consecutive refreshes that failed as a whole or left no lists. */
  readonly failures: number
  /** The step of the start that must end before documents can be validated; null when there is none. */
  readonly step: TrustStep | null
  /** Findings for the operator, at the end of the last refresh. */
  readonly findings: readonly string[]
}

/** The first state: the certificates of the settings, and no lists. */
export function firstState({ sources, certificates }: RefreshSettings, now: Instant): RefreshState {
  return {
    trust: trustOfSnapshot(buildTrustSnapshot(certificates), now),
    checked: true,
    lists: nothingKnown,
    lastTry: null,
    nextTry: null,
    lastSuccess: null,
    firstCheck: null,
    refreshes: { complete: 0, incomplete: 0, failed: 0 },
    failures: 0,
    step: sources.length === 0 ? null : 'reading',
    findings: [],
  }
}

export function hasLists({ trust }: RefreshState): boolean {
  return trust.facts.lists.length > 0
}

export function statusOf(state: RefreshState, { sources }: RefreshSettings, now: Instant): TrustStatus {
  const { facts } = state.trust
  return { ...state, sources: sources.map(({ name }) => name), facts, warnings: trustWarnings(facts, now) }
}

/** The request for the refresh that follows a state. */
export function requestAfter(
  { trust, lists }: RefreshState,
  { sources, certificates, store, keep, program }: RefreshSettings,
  options: Pick<RefreshRequest, 'now' | 'online' | 'mayBePoorer'>,
): RefreshRequest {
  // A list with an issue date in the future becomes acceptable without new input, so everything is checked again.
  const anew = options.mayBePoorer.length > 0 || trust.facts.refusals.some(({ code }) => code === 'LIST_ISSUED_LATER')
  return { sources, certificates, store, keep, program, ...options, state: anew ? { ...lists, lastCheck: null } : lists }
}

/** Replaces the trust. The first check always replaces a stored result completely, even when the digests are equal. */
export function withTrust(before: RefreshState, trust: CheckedTrust, from: 'kept' | 'check'): RefreshState {
  // An unchanged snapshot stays in its memory, which the workers have already opened.
  const same = before.checked && before.trust.summary.digest === trust.summary.digest
  const state = { ...before, trust: same ? { ...trust, packed: before.trust.packed } : trust, checked: from === 'check' }
  return hasLists(state) ? { ...state, firstCheck: state.firstCheck ?? trust.facts.checkedAt } : state
}

export function afterRefresh(before: RefreshState, { now, online }: RefreshRequest, outcome: RefreshOutcome): RefreshState {
  const { trust, state: lists, attempts, problems } = outcome
  const state = trust === null ? before : withTrust(before, trust, 'check')
  const failures = hasLists(state) ? 0 : state.failures + 1
  const next = { ...state, lists, lastTry: { at: now, failure: null, attempts, problems }, failures }
  return online ? counted(next, countedAs(attempts, state.trust.facts)) : next
}

/** The state after a refresh that failed as a whole: trust and lists are unchanged. */
export function afterFailure(before: RefreshState, { now, online }: RefreshRequest, failure: string): RefreshState {
  const next = { ...before, lastTry: { at: now, failure, attempts: [], problems: [] }, failures: before.failures + 1 }
  return online ? counted(next, 'failed') : next
}

/** Counts a refresh over the network. After the first one, failed or not, documents are validated. */
function counted(state: RefreshState, as: keyof RefreshCounts): RefreshState {
  return { ...state, step: null, refreshes: { ...state.refreshes, [as]: state.refreshes[as] + 1 } }
}

/**
 * The counter of a performed refresh, determined by its attempts to fetch lists and the facts of the following check. A refresh is also incomplete when a
 * fetched list was refused and an older list stays in use: the older list is not known to be the newest, because an attacker may be withholding a newer one.
 */
function countedAs(attempts: readonly Attempt[], { lists, refusals }: CheckedFacts): keyof RefreshCounts {
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length
  const kept = attempts.some(
    ({ source, territory, location, outcome }) =>
      outcome === 'fetched' &&
      refusals.some((refusal) => refusal.source === source && refusal.territory === territory && refusal.file === location) &&
      lists.some((list) => list.source === source && list.territory === territory),
  )
  if (failed === 0) return kept ? 'incomplete' : 'complete'
  return failed === attempts.length ? 'failed' : 'incomplete'
}
