import { limits } from '#config'
import type { Instant } from '#model'
import { buildTrustSnapshot } from '#trust'
import {
  type CheckedTrust,
  type Disk,
  foldersOf,
  identitiesOf,
  keepConfirmation,
  keyOfResult,
  type ListState,
  ListStore,
  nothingKnown,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshSettings,
  type RefreshTools,
  readConfirmation,
  readKeptResult,
  trustWarnings,
} from '#trust-lists'
import { changesBetween, findingsOf } from './describe-changes.js'
import {
  countedAs,
  type LastTry,
  noRefreshes,
  type RefreshCounts,
  type Trust,
  type TrustStatus,
  type TrustStep,
  trustOfSnapshot,
} from './trust.js'

/** When lists are refreshed. */
interface Schedule {
  /** Milliseconds between two refreshes; null: no refreshes. */
  readonly intervalMilliseconds: number | null
  /** Pause before the first refresh when lists are loaded already, so that it does not slow the start down. */
  readonly startMilliseconds: number
  /** Pause after the first failed refresh; doubled after each further one. */
  readonly retryMilliseconds: number
  /** Share of a pause, 0 to 1, by which it is randomly shortened or prolonged. */
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
 * Keeps the trusted lists current: loads the lists of the disk, then refreshes them in the background. The trust is replaced in one assignment and only by a finished
 * check; a failed refresh leaves it unchanged.
 */
export class TrustRefresher implements Trust {
  readonly #options: TrustRefresherOptions
  #current: CheckedTrust
  /** Whether `#current` is the result of a check in this process, not the stored result of an earlier one. */
  #checked = true
  #state: ListState = nothingKnown
  #lastTry: LastTry | null = null
  #lastSuccess: Instant | null = null
  #firstCheck: Instant | null = null
  #refreshes: RefreshCounts = noRefreshes
  #nextTry: Instant | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #failures = 0
  /** The step of the start that must end before there can be verdicts; null when there is none. */
  #step: TrustStep | null = null
  readonly #closing = new AbortController()
  #told: ReadonlySet<string> = new Set()

  /**
   * Loads the stored result, or checks the lists of the disk when it does not fit them. Does not wait for the network. Until `loaded` resolves, `waitsFor` returns
   * the step in progress.
   */
  static begin(options: TrustRefresherOptions): { readonly refresher: TrustRefresher; readonly loaded: Promise<void> } {
    const refresher = new TrustRefresher(options)
    if (options.sources.length === 0) return { refresher, loaded: Promise.resolve() }
    refresher.#step = 'reading'
    const loaded = refresher.#loadFromDisk().finally(() => {
      refresher.#step = null
    })
    return { refresher, loaded }
  }

  private constructor(options: TrustRefresherOptions) {
    this.#options = options
    this.#current = trustOfSnapshot(buildTrustSnapshot(options.certificates), options.clock())
  }

  get instances(): Trust['instances'] {
    return this.#options.instances
  }

  current(): CheckedTrust {
    return this.#current
  }

  status(now: Instant): TrustStatus {
    const { facts } = this.#current
    return {
      sources: this.#options.sources.map(({ source }) => source.name),
      facts,
      warnings: trustWarnings(facts, now),
      lastTry: this.#lastTry,
      nextTry: this.#nextTry,
      lastSuccess: this.#lastSuccess,
      firstCheck: this.#firstCheck,
      refreshes: this.#refreshes,
    }
  }

  waitsFor(): TrustStep | null {
    return this.#step
  }

  /** Starts refreshing in the background. */
  start(): void {
    const { intervalMilliseconds, startMilliseconds } = this.#options.schedule
    if (this.#options.sources.length === 0 || this.#closing.signal.aborted) return
    if (intervalMilliseconds !== null && !this.#listsAtHand()) this.#step = 'fetching'
    if (intervalMilliseconds !== null) this.#schedule(this.#listsAtHand() ? startMilliseconds : 0)
    // Without scheduled refreshes the stored result is checked once, from the disk.
    else if (this.#state.lastCheck === null && this.#listsAtHand())
      this.#after(startMilliseconds, () => void this.refresh({ online: false }))
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
    this.#nextTry = null
  }

  async #loadFromDisk(): Promise<void> {
    const { sources, disk, readFolder, clock } = this.#options
    const now = clock()
    const stored = (await this.#fromStore((store) => new ListStore(disk, store, limits.trustRefresh.maxManifestBytes).names())) ?? []
    const ofFolders = identitiesOf(foldersOf(sources, readFolder))
    if (stored.length === 0 && ofFolders.length === 0) return
    const key = keyOfResult(this.#options, stored, ofFolders)
    const kept = await this.#fromStore((store) => readKeptResult(disk, store, key, now))
    this.#lastSuccess = await this.#fromStore((store) => readConfirmation(disk, store, now))
    if (kept !== null) this.#take(kept, 'kept')
    else await this.refresh({ online: false })
  }

  /** Reads from the store; null without one, and when it cannot be read: then only the start takes longer. */
  async #fromStore<T>(read: (store: string) => Promise<T>): Promise<T | null> {
    const { store, log } = this.#options
    if (store === null) return null
    try {
      return await read(store)
    } catch (error) {
      log('warn', `the trust store ${store} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  async #refresh(mayBePoorer: readonly string[], online: boolean): Promise<void> {
    const at = this.#options.clock()
    try {
      const outcome = await this.#options.run(this.#request(at, mayBePoorer, online), this.#closing.signal)
      if (this.#closing.signal.aborted) return
      const { attempts } = outcome
      const problems = [...outcome.problems]
      this.#lastTry = { at, failure: null, attempts, problems }
      this.#state = outcome.state
      if (outcome.trust !== null) this.#take(outcome.trust, 'check')
      const came = countedAs(attempts, this.#current.facts)
      if (online) this.#count(came)
      if (online && came === 'complete') await this.#confirm(at, problems)
    } catch (error) {
      if (this.#closing.signal.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      this.#lastTry = { at, failure, attempts: [], problems: [] }
      if (online) this.#count('failed')
    }
    this.#failures = this.#lastTry.failure === null && this.#listsAtHand() ? 0 : this.#failures + 1
    // After the first attempt, failed or not, verdicts are given.
    if (online) this.#step = null
    this.#tell(at)
  }

  /** Every list is known to be the newest. What the disk refuses is added to the problems. */
  async #confirm(at: Instant, problems: string[]): Promise<void> {
    this.#lastSuccess = at
    const { store, keep, disk } = this.#options
    if (store === null || !keep) return
    try {
      await keepConfirmation(disk, store, at)
    } catch (error) {
      // What is wrong with the disk is told once.
      if (problems.length > 0) return
      const reason = error instanceof Error ? error.message : String(error)
      problems.push(
        `The moment of this refresh could not be saved in ${store}: ${reason}. After a restart the lists seem older than they are.`,
      )
    }
  }

  #count(outcome: keyof RefreshCounts): void {
    this.#refreshes = { ...this.#refreshes, [outcome]: this.#refreshes[outcome] + 1 }
  }

  #listsAtHand(): boolean {
    return this.#current.facts.lists.length > 0
  }

  #request(now: Instant, mayBePoorer: readonly string[], online: boolean): RefreshRequest {
    const { sources, certificates, store, keep, program } = this.#options
    const { facts } = this.#current
    // A list with an issue date in the future becomes acceptable without new input, so everything is checked again.
    const waits = facts.refusals.some((refusal) => refusal.code === 'LIST_ISSUED_LATER')
    return {
      sources,
      certificates,
      now,
      program,
      store,
      keep,
      online,
      mayBePoorer,
      state: waits || mayBePoorer.length > 0 ? { ...this.#state, lastCheck: null } : this.#state,
    }
  }

  /** Replaces the current trust. A stored result is always replaced by the first check, even with an equal digest, so that no part of it stays in use. */
  #take(trust: CheckedTrust, from: 'kept' | 'check'): void {
    const before = this.#current
    const same = before.summary.digest === trust.summary.digest
    // An unchanged snapshot keeps its memory, which the workers have open already.
    this.#current = same && this.#checked ? { ...trust, packed: before.packed } : trust
    this.#checked = from === 'check'
    if (this.#listsAtHand()) this.#firstCheck ??= trust.facts.checkedAt
    if (!same) this.#options.log('info', `trust changed to snapshot ${trust.summary.digest}: ${changesBetween(before, trust)}`)
  }

  /** Logs each finding that is new, and each that is gone. */
  #tell(now: Instant): void {
    const found = new Set(findingsOf(this.status(now)))
    for (const finding of found) if (!this.#told.has(finding)) this.#options.log('warn', finding)
    for (const finding of this.#told) if (!found.has(finding)) this.#options.log('info', `no longer: ${finding}`)
    this.#told = found
  }

  #schedule(milliseconds: number): void {
    if (this.#closing.signal.aborted) return
    this.#nextTry = this.#options.clock() + milliseconds
    this.#after(milliseconds, () => {
      void this.refresh().then(() => this.#schedule(nextPause(this.#options.schedule, this.#failures)))
    })
  }

  #after(milliseconds: number, action: () => void): void {
    this.#timer = setTimeout(action, milliseconds)
    // A pending refresh must not keep the process alive.
    this.#timer.unref()
  }
}

/** Milliseconds before the next refresh: the interval, or after failures the retry pause, doubled for each. Randomised, so that services that started together drift apart. */
export function nextPause({ intervalMilliseconds, retryMilliseconds, jitter, random }: Schedule, failures: number): number {
  const interval = intervalMilliseconds ?? Number.MAX_SAFE_INTEGER
  const pause = failures === 0 ? interval : Math.min(interval, retryMilliseconds * 2 ** Math.min(failures - 1, 20))
  // The maximum of setTimeout.
  return Math.min(Math.round(pause * (1 + jitter * (2 * random() - 1))), 2 ** 31 - 1)
}
