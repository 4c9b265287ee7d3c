import type { Limits } from '#config'
import { type Instant, reasonOf } from '#model'
import { buildTrustSnapshot } from '#trust'
import {
  type Attempt,
  type CheckedFacts,
  type CheckedTrust,
  changesBetween,
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
  trustWarnings,
} from '#trust/lists'
import { eventsBetween, findingsOf } from './describe-changes.js'
import { type RefreshCounts, type Trust, type TrustStatus, type TrustStep, trustOfSnapshot } from './trust.js'

/** Everything that a process knows about its trust between two refreshes. */
export interface RefreshState extends Pick<TrustStatus, 'lastTry' | 'nextTry' | 'lastSuccess' | 'firstCheck' | 'refreshes' | 'history'> {
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
  readonly limits: Limits
  readonly instances: Trust['instances']
  /** Time of a check: now, or the fixed clock of the settings. */
  readonly clock: () => Instant
  readonly disk: Disk
  readonly readFolder: RefreshTools['readFolder']
  /** Takes a store for this process. Resolves with a function that gives it back; with null when it belongs to another process. */
  readonly own: (store: string) => Promise<(() => void) | null>
  /** Runs one refresh. The signal is aborted when its result is no longer needed. */
  readonly run: (request: RefreshRequest, signal: AbortSignal) => Promise<RefreshOutcome>
  readonly schedule: Schedule
  readonly log: (severity: 'info' | 'warn', message: string) => void
}

/**
 * Keeps the trusted lists current: loads the lists on the disk, then refreshes them in the background. Its whole state is one immutable record, which each
 * refresh replaces.
 */
export class TrustRefresher implements Trust {
  readonly instances: Trust['instances']
  readonly #options: TrustRefresherOptions
  #state: RefreshState
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  /** Gives the store back; null while it does not belong to this process. */
  #release: (() => void) | null = null
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

  /** The first state: the certificates of the settings, and no lists. */
  private constructor(options: TrustRefresherOptions) {
    this.#options = options
    this.instances = options.instances
    this.#state = {
      trust: trustOfSnapshot(buildTrustSnapshot(options.certificates), options.clock(), options.limits),
      checked: true,
      lists: nothingKnown,
      lastTry: null,
      nextTry: null,
      lastSuccess: null,
      firstCheck: null,
      refreshes: { complete: 0, incomplete: 0, failed: 0 },
      history: [],
      failures: 0,
      step: options.sources.length === 0 ? null : 'reading',
      findings: [],
    }
  }

  current(): CheckedTrust {
    return this.#state.trust
  }

  status(now: Instant): TrustStatus {
    const { facts } = this.#state.trust
    return { ...this.#state, sources: this.#options.sources.map(({ name }) => name), facts, warnings: trustWarnings(facts, now) }
  }

  waitsFor(): TrustStep | null {
    return this.#state.step
  }

  start(): void {
    const { sources, schedule } = this.#options
    if (sources.length === 0 || this.#closing.signal.aborted) return
    const loaded = hasLists(this.#state.trust)
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

  /** Stops refreshing, abandons a refresh in progress, and gives the store back. */
  close(): void {
    this.#closing.abort()
    this.#release?.()
    this.#release = null
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#set({ nextTry: null })
  }

  async #loadFromDisk(): Promise<void> {
    const { sources, readFolder, clock } = this.#options
    const now = clock()
    const stored = (await this.#fromStore((store) => this.#open(store).names())) ?? []
    const ofFolders = identitiesOf(foldersOf(sources, readFolder))
    if (stored.length === 0 && ofFolders.length === 0) return
    const key = keyOfResult(this.#options, stored, ofFolders)
    const kept = await this.#fromStore((store) => this.#open(store).result(key, now))
    const history = (await this.#fromStore((store) => this.#open(store).history())) ?? []
    this.#set({ history, lastSuccess: await this.#fromStore((store) => this.#open(store).confirmedAt(now)) })
    if (kept !== null) this.#set(this.#withTrust(kept, false))
    else await this.refresh({ online: false })
  }

  #open(store: string): ListStore {
    return new ListStore(this.#options.disk, store, this.#options.limits.trustRefresh.maxManifestBytes)
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
    const { clock, run, sources, certificates, store, program } = this.#options
    const now = clock()
    const { keep, problem } = await this.#mayKeep()
    if (this.#closing.signal.aborted) return
    const { trust: before, lists, lastTry: previous } = this.#state
    // A list with an issue date in the future becomes acceptable without new input, so everything is checked again.
    const anew = mayBePoorer.length > 0 || before.facts.refusals.some(({ code }) => code === 'LIST_ISSUED_LATER')
    const state = anew ? { ...lists, lastCheck: null } : lists
    // A refresh that fails as a whole changes nothing.
    let outcome: RefreshOutcome = { trust: null, state: lists, attempts: [], problems: [] }
    let failure: string | null = null
    try {
      outcome = await run({ sources, certificates, store, keep, program, now, online, mayBePoorer, state }, this.#closing.signal)
    } catch (error) {
      failure = reasonOf(error)
    }
    if (this.#isClosing()) return
    const { trust, attempts } = outcome
    const problems = problem === null ? outcome.problems : [problem, ...outcome.problems]
    const { failures, refreshes } = this.#state
    const present = trust ?? before
    const counter = failure === null ? countedAs(attempts, present.facts) : 'failed'
    this.#set({
      ...(trust === null ? {} : this.#withTrust(trust, true)),
      lists: outcome.state,
      lastTry: { at: now, failure, attempts, problems },
      failures: failure === null && hasLists(present) ? 0 : failures + 1,
      // After the first refresh over the network, failed or not, documents are validated.
      ...(online ? { step: null, refreshes: { ...refreshes, [counter]: refreshes[counter] + 1 } } : {}),
    })
    if (online && counter === 'complete') await this.#confirm(now, keep)
    await this.#record(before, previous?.at ?? before.facts.checkedAt, now, keep)
    this.#set({ findings: [...new Set(findingsOf(this.status(now)))] })
  }

  /**
   * Whether this refresh may write to the store. A store belongs to the first process that wants to write to it, until that process ends; so each refresh tries
   * again. Two that wrote would take back what the other one has accepted.
   */
  async #mayKeep(): Promise<{ readonly keep: boolean; readonly problem: string | null }> {
    const { store, keep, own, log } = this.#options
    if (store === null || !keep) return { keep: false, problem: null }
    if (this.#release !== null) return { keep: true, problem: null }
    try {
      this.#release = await own(store)
    } catch (error) {
      log('warn', `the trust store ${store} cannot be locked: ${reasonOf(error)}`)
      return {
        keep: false,
        problem: `The store ${store} cannot be locked for this process (${reasonOf(error)}): its lists are held in memory.`,
      }
    }
    if (this.#release !== null && this.#closing.signal.aborted) this.close()
    if (this.#release !== null) return { keep: true, problem: null }
    return { keep: false, problem: `Another process uses the store ${store}: the lists are held in memory until that process has ended.` }
  }

  /** Replaces the trust. The first check always replaces a stored result completely, even when the digests are equal. */
  #withTrust(trust: CheckedTrust, checked: boolean): Partial<RefreshState> {
    const { trust: before, checked: wasChecked, firstCheck } = this.#state
    // An unchanged snapshot stays in its memory, which the workers have already opened.
    const { packed } = wasChecked && before.summary.digest === trust.summary.digest ? before : trust
    return { trust: { ...trust, packed }, checked, firstCheck: hasLists(trust) ? (firstCheck ?? trust.facts.checkedAt) : firstCheck }
  }

  /** Records that every list is known to be the newest. A failed write to the store is added to the problems. */
  async #confirm(at: Instant, keep: boolean): Promise<void> {
    this.#set({ lastSuccess: at })
    const { store } = this.#options
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

  /** Adds what this refresh changed to the history, logs it and stores it. The first lists of a process without any are no change. */
  async #record(before: CheckedTrust, since: Instant, at: Instant, keep: boolean): Promise<void> {
    if (!hasLists(before)) return
    const { store, log, limits } = this.#options
    // After a restart, what depends on the time alone would be found once more.
    const told = new Set(this.#state.history.map(({ kind, text }) => `${kind} ${text}`))
    const found = changesBetween(before, this.#state.trust, since, at)
    const changes = found.filter(({ kind, text }) => !['next-update-late', 'signer-expires'].includes(kind) || !told.has(`${kind} ${text}`))
    if (changes.length === 0) return
    const history = [...this.#state.history, ...changes].slice(-limits.trustRefresh.maxHistory)
    this.#set({ history })
    // The line about the new snapshot names the lists.
    for (const { kind, text } of changes.filter((change) => !change.kind.startsWith('list-'))) log('info', `trust ${kind}: ${text}`)
    if (store === null || !keep) return
    try {
      await this.#open(store).saveHistory(history)
    } catch (error) {
      log('warn', `the history of the trusted lists could not be saved in ${store}: ${reasonOf(error)}`)
    }
  }

  /** Replaces members of the state and logs the changes. */
  #set(members: Partial<RefreshState>): void {
    const before = this.#state
    this.#state = { ...before, ...members }
    for (const [severity, message] of eventsBetween(before, this.#state)) this.#options.log(severity, message)
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted
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

const hasLists = ({ facts }: CheckedTrust): boolean => facts.lists.length > 0

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
