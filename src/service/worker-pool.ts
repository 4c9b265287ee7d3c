import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type RequestError, systemErrorCode } from '#model'
import { FairQueue } from './fair-queue.js'
import { RecentUse } from './recent-use.js'
import { tooMuchWork } from './refusal.js'
import type { WorkerState } from './report-readiness.js'
import { Abandoned, type Caller, Overload } from './validation-service.js'

export interface WorkerPoolOptions {
  /** Path of the compiled module whose default export does one task. */
  readonly workerFile: string
  readonly maxThreads: number
  /** Threads besides, for short tasks while all others are busy with long ones. */
  readonly spareThreads: number
  /** A task that runs longer is a long one. */
  readonly shortMilliseconds: number
  /** When every thread has been busy for this time, spare threads take what waits. */
  readonly busyMilliseconds: number
  /** What is expected of a task for each megabyte that is handed over. */
  readonly millisecondsPerMegabyte: number
  readonly maxWaiting: number
  /** A task that waits longer is refused. */
  readonly maxWaitMilliseconds: number
  /** A task whose caller has gone runs so long yet: stopping it costs its thread. */
  readonly abandonMilliseconds: number
  readonly useHalfLifeMilliseconds: number
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  /** Budget of one task, from the moment that it is given to a thread. */
  readonly milliseconds: number
  /** A thread without work ends after this time, all but one. */
  readonly idleMilliseconds: number
  /** Told when a thread cannot be started, or dies without a task. */
  readonly onFault: (fault: Error) => void
}

interface Job<Task, Reply> {
  readonly client: string
  readonly task: Task
  readonly transfer: readonly Transferable[]
  /** Of the time that it will take, by its size. */
  readonly expectedMilliseconds: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  /** When it has waited too long. */
  readonly expires: number
  /** Removes the listeners; called when the task is settled. */
  readonly stopWaiting: () => void
  /** It was tried in a spare thread and is a long one. */
  isLong: boolean
  isAbandoned: boolean
}

interface Run<Task, Reply> {
  readonly job: Job<Task, Reply>
  readonly started: number
  /** Aborting it ends the thread; the reason is an error for the caller, or `tryLater`. */
  readonly stop: AbortController
  isSpare: boolean
}

/** A task in a spare thread turned out to be a long one: it waits for another thread, where it begins anew. */
const tryLater = Symbol('try later')

/**
 * Tasks in threads. Each has a heap limit and a time budget; a task that exceeds one costs its thread, and the next task gets a new one.
 *
 * The tasks that wait are kept here and not in `piscina`, which receives no more of them than it has threads: here they are fair between clients and
 * bounded in number and time. Long tasks do not hold up short ones: when every thread has been busy with one task for a while, spare threads try those that
 * wait. A task that does not end there in the time of a short one gives its place up as soon as somebody else needs it.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: WorkerPoolOptions
  readonly #pool: Piscina<Task, Reply>
  readonly #waiting = new FairQueue<Job<Task, Reply>>()
  readonly #running = new Set<Run<Task, Reply>>()
  readonly #use: RecentUse
  /** The last start of a thread that failed; null again once a task succeeds. */
  #fault: Error | null = null
  #closed = false

  static async open<Task, Reply>(options: WorkerPoolOptions): Promise<WorkerPool<Task, Reply>> {
    // Loaded here, because a command line that validates one file needs no threads.
    const piscina = await import('piscina')
    return new WorkerPool(
      options,
      new piscina.Piscina<Task, Reply>({
        filename: options.workerFile,
        minThreads: 1,
        maxThreads: options.maxThreads + options.spareThreads,
        idleTimeout: options.idleMilliseconds,
        resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes, maxYoungGenerationSizeMb: options.youngMegabytes },
        // A worker is a function of its task: it sees neither the environment nor the arguments of the process.
        env: {},
        argv: [],
        execArgv: [],
      }),
    )
  }

  private constructor(options: WorkerPoolOptions, pool: Piscina<Task, Reply>) {
    this.#options = options
    this.#pool = pool
    this.#use = new RecentUse(options.useHalfLifeMilliseconds)
    pool.on('error', (fault: Error) => {
      // Threads that end because the pool is closed are no fault.
      if (this.#closed) return
      this.#fault = fault
      options.onFault(fault)
      // Without this a task whose thread could not be started would wait until its budget ends.
      if (pool.threads.length === 0) for (const { stop } of this.#running) stop.abort(fault)
    })
  }

  /** Rejects with `Overload`, `Abandoned`, `RequestError` (budget used up), or whatever the task threw. */
  run(task: Task, transfer: readonly Transferable[], { client = '', signal }: Partial<Caller> = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(closing())
        return
      }
      const { maxWaitMilliseconds, maxWaiting } = this.#options
      const waited = setTimeout(() => this.#refuse(job, waitedTooLong(maxWaitMilliseconds)), maxWaitMilliseconds)
      const onGone = () => this.#abandon(job)
      const job: Job<Task, Reply> = {
        client,
        task,
        transfer,
        expectedMilliseconds: megabytesOf(transfer) * this.#options.millisecondsPerMegabyte,
        resolve,
        reject,
        expires: performance.now() + maxWaitMilliseconds,
        isLong: false,
        isAbandoned: false,
        stopWaiting: () => {
          clearTimeout(waited)
          signal?.removeEventListener('abort', onGone)
        },
      }
      signal?.addEventListener('abort', onGone, { once: true })
      this.#waiting.add(job)
      if (signal?.aborted === true) this.#abandon(job)
      this.#schedule()
      while (this.#waiting.size > maxWaiting) {
        const tooMany = this.#waiting.newestOfLargest(client)
        if (tooMany === null) return
        this.#refuse(tooMany, new Overload('Too many documents wait for validation. Try again in a moment.'))
      }
    })
  }

  state(): WorkerState {
    return {
      threads: this.#pool.threads.length,
      maxThreads: this.#options.maxThreads,
      running: this.#running.size,
      waiting: this.#waiting.size,
      usable: this.#fault === null,
    }
  }

  /** Ends every thread. Tasks that wait or run are rejected with `Abandoned`. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of [...this.#waiting]) this.#refuse(job, closing())
    for (const { stop } of this.#running) stop.abort(closing())
    await this.#pool.destroy()
  }

  /** Gives threads to what waits: the ordinary ones to any task, spare ones to short ones. */
  #schedule(): void {
    if (this.#closed) return
    const { maxThreads, spareThreads } = this.#options
    const usedBy = (client: string) => this.#usedBy(client)
    while (this.#ordinary().length < maxThreads) {
      const [oldest] = this.#spare()
      if (oldest !== undefined) oldest.isSpare = false
      else {
        const job = this.#waiting.take(usedBy)
        if (job === null) return
        this.#start(job, false)
      }
    }
    if (!this.#ordinary().every((run) => this.#hasRun(run, this.#options.busyMilliseconds))) return
    while (this.#spare().length < spareThreads) {
      const isLast = spareThreads > 1 && this.#spare().length === spareThreads - 1
      // The size of a document is the only estimate of its time before it runs.
      const job = this.#waiting.take(
        usedBy,
        (candidate) => this.#maySpare(candidate, isLast),
        ({ expectedMilliseconds }) => expectedMilliseconds,
      )
      if (job === null) break
      this.#start(job, true)
    }
    this.#endLongSpare()
  }

  /** The last spare thread is kept for clients without a long task lately, so that a client with long ones does not hold them up. */
  #maySpare(job: Job<Task, Reply>, isLast: boolean): boolean {
    return !job.isLong && !(isLast && this.#longestOf(job.client) >= this.#options.shortMilliseconds)
  }

  /** Long tasks in spare threads end where they are and wait, one for each short one that may need the thread. */
  #endLongSpare(): void {
    const spare = this.#spare()
    const long = spare.filter((run) => this.#isLong(run) && !run.stop.signal.aborted)
    const ending = spare.filter(({ stop }) => stop.signal.aborted).length
    const wanted = [...this.#waiting].filter((job) => this.#maySpare(job, false)).length
    for (const { stop } of long.slice(0, Math.max(0, wanted - ending))) stop.abort(tryLater)
  }

  #start(job: Job<Task, Reply>, isSpare: boolean): void {
    const { milliseconds, shortMilliseconds, busyMilliseconds } = this.#options
    const run: Run<Task, Reply> = { job, started: performance.now(), stop: new AbortController(), isSpare }
    const budget = setTimeout(() => run.stop.abort(timeUsedUp(milliseconds)), milliseconds)
    const looks = [busyMilliseconds, shortMilliseconds].map((after) => setTimeout(() => this.#schedule(), after + 1))
    this.#running.add(run)
    const settle = () => {
      clearTimeout(budget)
      for (const look of looks) clearTimeout(look)
      this.#running.delete(run)
      const now = performance.now()
      this.#use.add(job.client, now - run.started, now)
    }
    // What may have to begin anew keeps its bytes, and the thread gets a copy.
    this.#pool.run(job.task, { signal: run.stop.signal, transferList: isSpare ? [] : [...job.transfer] }).then(
      (reply) => {
        this.#fault = null
        settle()
        this.#schedule()
        job.stopWaiting()
        job.resolve(reply)
      },
      (error: unknown) => {
        settle()
        this.#ended(run, error)
        this.#schedule()
      },
    )
  }

  #ended({ job, stop }: Run<Task, Reply>, error: unknown): void {
    if (stop.signal.aborted && stop.signal.reason === tryLater && !this.#closed) {
      job.isLong = true
      this.#waiting.add(job)
      if (job.isAbandoned) this.#refuse(job, abandoned())
      else if (performance.now() >= job.expires) this.#refuse(job, waitedTooLong(this.#options.maxWaitMilliseconds))
      return
    }
    job.stopWaiting()
    job.reject(this.#closed ? closing() : this.#reasonOf(error, stop.signal))
  }

  #refuse(job: Job<Task, Reply>, reason: Error): void {
    if (!this.#waiting.remove(job)) return
    job.stopWaiting()
    job.reject(reason)
  }

  /**
   * What waits is dropped at once. What runs gets a moment to end by itself, because stopping it costs its thread: that would be a way to keep every thread
   * starting.
   */
  #abandon(job: Job<Task, Reply>): void {
    job.isAbandoned = true
    this.#refuse(job, abandoned())
    const run = [...this.#running].find((one) => one.job === job)
    if (run !== undefined) setTimeout(() => run.stop.abort(abandoned()), this.#options.abandonMilliseconds).unref()
  }

  #ordinary(): readonly Run<Task, Reply>[] {
    return [...this.#running].filter(({ isSpare }) => !isSpare)
  }

  #spare(): readonly Run<Task, Reply>[] {
    return [...this.#running].filter(({ isSpare }) => isSpare)
  }

  #isLong(run: Run<Task, Reply>): boolean {
    return this.#hasRun(run, this.#options.shortMilliseconds)
  }

  #hasRun({ started }: Run<Task, Reply>, milliseconds: number): boolean {
    return performance.now() - started >= milliseconds
  }

  /** Time of threads that a client has used, that of its running tasks included. */
  #usedBy(client: string): number {
    const now = performance.now()
    let used = this.#use.of(client, now)
    for (const { job, started } of this.#running) if (job.client === client) used += now - started
    return used
  }

  /** The longest task of a client, those that are running included. */
  #longestOf(client: string): number {
    const now = performance.now()
    const running = [...this.#running].flatMap(({ job, started }) => (job.client === client ? [now - started] : []))
    return Math.max(this.#use.longestOf(client, now), ...running)
  }

  #reasonOf(error: unknown, stopped: AbortSignal): Error {
    if (stopped.aborted && stopped.reason instanceof Error) return stopped.reason
    if (!(error instanceof Error)) return new Error('a worker threw something that is no error', { cause: error })
    return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryUsedUp(this.#options.heapMegabytes) : error
  }
}

function megabytesOf(transfer: readonly Transferable[]): number {
  return transfer.reduce((sum, part) => sum + (part instanceof ArrayBuffer ? part.byteLength : 0), 0) / 1_000_000
}

function abandoned(): Abandoned {
  return new Abandoned('Nobody waits for this validation any more.')
}

function closing(): Abandoned {
  return new Abandoned('The service is being stopped.')
}

function waitedTooLong(milliseconds: number): Overload {
  return new Overload(`The document waited longer than ${milliseconds / 1000} seconds for its validation. Try again in a moment.`)
}

function timeUsedUp(milliseconds: number): RequestError {
  return tooMuchWork('VALIDATION_TIME_USED_UP', `its validation did not end within ${milliseconds / 1000} seconds.`)
}

function memoryUsedUp(megabytes: number): RequestError {
  return tooMuchWork('VALIDATION_MEMORY_USED_UP', `its validation needed more than ${megabytes} megabytes of memory.`)
}
