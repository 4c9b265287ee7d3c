import { limits } from '#config'
import { type Instant, reasonOf } from '#model'
import { buildTrustSnapshot } from '#trust'
import {
  type Attempt,
  type CheckedFacts,
  type CheckedTrust,
  type Disk,
  foldersOf,
  identitiesOf,
  keyOfResult,
  type ListState,
  ListStore,
  nothingKnown,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshSettings,
  type RefreshTools,
  readStoredResult,
  trustWarnings,
} from '#trust-lists'
import { eventsBetween, findingsOf } from './describe-changes.js'
import { type RefreshCounts, type Trust, type TrustStatus, type TrustStep, trustOfSnapshot } from './trust.js'

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

interface Schedule {
  /** Milliseconds between two refreshes; null: no refreshes. */
  readonly intervalMilliseconds: number | null
  readonly startMilliseconds: number
  readonly retryMilliseconds: number
  readonly jitter: number
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
}

export interface TrustRefresherOptions extends RefreshSettings {
  readonly instances: Trust['instances']
  /** Time of a check: now, or the fixed clock of the settings. */
  readonly clock: () => Instant
  readonly disk: Disk
  readonly readFolder: RefreshTools['readFolder']
  /** Runs one refresh. The signal is aborted when its result is no longer needed. */
  readonly run: (request: RefreshRequest, signal: AbortSignal) => Promise<RefreshOutcome>
  readonly schedule: Schedule
  readonly log: (severity: 'info' | 'warn', message: string) => void
}

/**
 * Keeps the trusted lists current: loads the lists on the disk, then refreshes them in the background. Its whole state is one immutable record, which each
 * refresh replaces (`refresh-state`); this class handles the disk, the log and the timer.
 */
export class TrustRefresher implements Trust {
  readonly #options: TrustRefresherOptions
  #state: RefreshState
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  readonly #closing = new AbortController()

  /**
   * Loads the stored result or, when it was not made from exactly the lists on the disk, checks these lists. Does not wait for the network. Until `loaded`
   * resolves, `waitsFor` returns the step in progress.
   */
  static begin(options: TrustRefresherOptions): { readonly refresher: TrustRefresher; readonly loaded: Promise<void> } {
    const refresher = new TrustRefresher(options)
    if (options.sources.length === 0) return { refresher, loaded: Promise.resolve() }
    return { refresher, loaded: refresher.#loadFromDisk().finally(() => refresher.#set({ step: null })) }
  }

  private constructor(options: TrustRefresherOptions) {
    this.#options = options
    this.#state = firstState(options, options.clock())
  }

  get instances(): Trust['instances'] {
    return this.#options.instances
  }

  current(): CheckedTrust {
    return this.#state.trust
  }

  status(now: Instant): TrustStatus {
    return statusOf(this.#state, this.#options, now)
  }

  waitsFor(): TrustStep | null {
    return this.#state.step
  }

  start(): void {
    const { sources, schedule } = this.#options
    if (sources.length === 0 || this.#closing.signal.aborted) return
    const loaded = hasLists(this.#state)
    if (schedule.intervalMilliseconds !== null) {
      if (!loaded) this.#set({ step: 'fetching' })
      this.#schedule(loaded ? schedule.startMilliseconds : 0)
    }
    // Without scheduled refreshes, the stored result is checked once against the lists on the disk.
    else if (this.#state.lists.lastCheck === null && loaded)
      this.#after(schedule.startMilliseconds, () => void this.refresh({ online: false }))
  }

  /** Refreshes once, or joins the refresh in progress. Never rejects: failures are in `status`. */
  refresh(options: { readonly mayBePoorer?: readonly string[]; readonly online?: boolean } = {}): Promise<void> {
    this.#running ??= this.#refresh(options.mayBePoorer ?? [], options.online ?? true).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Stops refreshing and abandons a refresh in progress. */
  close(): void {
    this.#closing.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#set({ nextTry: null })
  }

  async #loadFromDisk(): Promise<void> {
    const { sources, disk, readFolder, clock } = this.#options
    const now = clock()
    const stored = (await this.#fromStore((store) => this.#open(store).names())) ?? []
    const ofFolders = identitiesOf(foldersOf(sources, readFolder))
    if (stored.length === 0 && ofFolders.length === 0) return
    const key = keyOfResult(this.#options, stored, ofFolders)
    const kept = await this.#fromStore((store) => readStoredResult(disk, store, key, now))
    this.#set({ lastSuccess: await this.#fromStore((store) => this.#open(store).confirmedAt(now)) })
    if (kept !== null) this.#set(withTrust(this.#state, kept, 'kept'))
    else await this.refresh({ online: false })
  }

  #open(store: string): ListStore {
    return new ListStore(this.#options.disk, store, limits.trustRefresh.maxManifestBytes)
  }

  /** Reads from the store; null when there is none or it cannot be read, which only makes the start take longer. */
  async #fromStore<T>(read: (store: string) => Promise<T>): Promise<T | null> {
    const { store, log } = this.#options
    if (store === null) return null
    try {
      return await read(store)
    } catch (error) {
      log('warn', `the trust store ${store} cannot be read: ${reasonOf(error)}`)
      return null
    }
  }

  async #refresh(mayBePoorer: readonly string[], online: boolean): Promise<void> {
    const { clock, run } = this.#options
    const now = clock()
    const request = requestAfter(this.#state, this.#options, { now, online, mayBePoorer })
    let next: RefreshState
    try {
      const outcome = await run(request, this.#closing.signal)
      next = afterRefresh(this.#state, request, outcome)
    } catch (error) {
      next = afterFailure(this.#state, request, reasonOf(error))
    }
    if (this.#closing.signal.aborted) return
    const complete = next.refreshes.complete > this.#state.refreshes.complete
    this.#set(next)
    if (complete) await this.#confirm(now)
    this.#set({ findings: [...new Set(findingsOf(this.status(now)))] })
  }

  /** Records that every list is known to be the newest. A failed write to the store is added to the problems. */
  async #confirm(at: Instant): Promise<void> {
    this.#set({ lastSuccess: at })
    const { store, keep } = this.#options
    if (store === null || !keep) return
    try {
      await this.#open(store).confirm(at)
    } catch (error) {
      const { lastTry } = this.#state
      // Only one problem of the disk is reported.
      if (lastTry === null || lastTry.problems.length > 0) return
      const problem = `The moment of this refresh could not be saved in ${store}: ${reasonOf(error)}. After a restart the lists seem older than they are.`
      this.#set({ lastTry: { ...lastTry, problems: [problem] } })
    }
  }

  /** Replaces members of the state and logs the changes. */
  #set(members: Partial<RefreshState>): void {
    const before = this.#state
    this.#state = { ...before, ...members }
    for (const [severity, message] of eventsBetween(before, this.#state)) this.#options.log(severity, message)
  }

  #schedule(milliseconds: number): void {
    if (this.#closing.signal.aborted) return
    this.#set({ nextTry: this.#options.clock() + milliseconds })
    this.#after(milliseconds, () => {
      void this.refresh().then(() => this.#schedule(nextPause(this.#options.schedule, this.#state.failures)))
    })
  }

  #after(milliseconds: number, action: () => void): void {
    this.#timer = setTimeout(action, milliseconds)
    // A pending refresh must not keep the process alive.
    this.#timer.unref()
  }
}

/**
 * Milliseconds before the next refresh: the interval, or after failures the retry pause, which doubles with each failure up to the interval. Randomised, so
 * that services that started at the same time do not refresh at the same time.
 */
export function nextPause({ intervalMilliseconds, retryMilliseconds, jitter, random }: Schedule, failures: number): number {
  const interval = intervalMilliseconds ?? Number.MAX_SAFE_INTEGER
  const pause = failures === 0 ? interval : Math.min(interval, retryMilliseconds * 2 ** Math.min(failures - 1, 20))
  // The maximum of setTimeout.
  return Math.min(Math.round(pause * (1 + jitter * (2 * random() - 1))), 2 ** 31 - 1)
}
