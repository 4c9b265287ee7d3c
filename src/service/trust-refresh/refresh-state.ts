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

/** Everything that a process knows of its trust, from one refresh to the next. */
export interface RefreshState extends Pick<TrustStatus, 'lastTry' | 'nextTry' | 'lastSuccess' | 'firstCheck' | 'refreshes'> {
  readonly trust: CheckedTrust
  /** Whether `trust` is the result of a check in this process, not the stored result of an earlier one. */
  readonly checked: boolean
  readonly lists: ListState
  /** Refreshes since the last one that did not fail as a whole and left lists at hand. */
  readonly failures: number
  /** The step of the start that must end before there can be verdicts; null when there is none. */
  readonly step: TrustStep | null
  /** What an operator should know of, at the end of the last refresh. */
  readonly findings: readonly string[]
}

/** The certificates of the settings, without any list. */
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

/** What the refresh after a state is told. */
export function requestAfter(
  { trust, lists }: RefreshState,
  { sources, certificates, store, keep, program }: RefreshSettings,
  asked: Pick<RefreshRequest, 'now' | 'online' | 'mayBePoorer'>,
): RefreshRequest {
  // A list with an issue date in the future becomes acceptable without new input, so everything is checked again.
  const anew = asked.mayBePoorer.length > 0 || trust.facts.refusals.some(({ code }) => code === 'LIST_ISSUED_LATER')
  return { sources, certificates, store, keep, program, ...asked, state: anew ? { ...lists, lastCheck: null } : lists }
}

/** Replaces the trust. A stored result is always replaced by the first check, even with an equal digest, so that no part of it stays in use. */
export function withTrust(before: RefreshState, trust: CheckedTrust, from: 'kept' | 'check'): RefreshState {
  // An unchanged snapshot keeps its memory, which the workers have open already.
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

/** A refresh that fails as a whole leaves the trust and its lists as they are. */
export function afterFailure(before: RefreshState, { now, online }: RefreshRequest, failure: string): RefreshState {
  const next = { ...before, lastTry: { at: now, failure, attempts: [], problems: [] }, failures: before.failures + 1 }
  return online ? counted(next, 'failed') : next
}

/** After the first refresh over the network, failed or not, verdicts are given. */
function counted(state: RefreshState, as: keyof RefreshCounts): RefreshState {
  return { ...state, step: null, refreshes: { ...state.refreshes, [as]: state.refreshes[as] + 1 } }
}

/**
 * The counter of a performed refresh, by its attempts to fetch lists and the facts of the check after it. Incomplete also when a fetched list was refused and an older
 * one stays in use: that one is not known to be the newest, because an attacker may be withholding the newer one.
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
