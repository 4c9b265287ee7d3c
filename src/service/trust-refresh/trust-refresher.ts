import { limits } from '#config'
import { type Instant, reasonOf } from '#model'
import {
  type CheckedTrust,
  type Disk,
  foldersOf,
  identitiesOf,
  keyOfResult,
  ListStore,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshSettings,
  type RefreshTools,
  readStoredResult,
} from '#trust-lists'
import { eventsBetween, findingsOf } from './describe-changes.js'
import { afterFailure, afterRefresh, firstState, hasLists, type RefreshState, requestAfter, statusOf, withTrust } from './refresh-state.js'
import type { Trust, TrustStatus, TrustStep } from './trust.js'

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
