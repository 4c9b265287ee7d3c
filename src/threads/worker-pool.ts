import { EventEmitter } from 'node:events'
import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { RequestError, systemErrorCode } from '#model'
import { requireOptional } from '#std'
import { Abandoned, Overload, type TaskCaller } from './caller.js'
import { FairQueue } from './fair-queue.js'

export interface WorkerPoolOptions {
  /** Path of the compiled module whose default export runs one task. */
  readonly workerFile: string
  /** Given to every thread at its start (`workerData` of `node:worker_threads`). */
  readonly workerData: unknown
  readonly threads: number
  readonly maxWaiting: number
  /** Maximum wait of a task; after it, the task is refused. */
  readonly maxWaitMilliseconds: number
  /** Budget of one task, from its assignment to a thread. When that thread is new, its start counts. */
  readonly milliseconds: number
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  /** Time that a running task has left when its caller has disconnected. Then its thread is ended. */
  readonly abandonMilliseconds: number
  /** Time after the last failed start of a thread. Then the pool counts as usable again if it has threads; otherwise it is opened again. */
  readonly restartMilliseconds: number
  /** Called when a thread cannot be started, or ends while it has no task. */
  readonly onFault: (fault: Error) => void
}

export interface PoolState {
  /** Threads that exist, and that there should be. */
  readonly threads: number
  readonly maxThreads: number
  readonly running: number
  readonly waiting: number
  /** False while threads cannot be started. */
  readonly usable: boolean
}

interface Job<Task, Reply> {
  readonly client: string
  readonly task: Task
  readonly transfer: readonly Transferable[]
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  /** Ends the thread in which the task runs. */
  readonly stop: Stop
  /** The time that the task may wait. */
  readonly waited: NodeJS.Timeout
}

/** Stops a task of `piscina`, which takes an `AbortSignal` or an emitter of the event `abort`. An emitter is forty times cheaper to make. */
class Stop extends EventEmitter {
  /** The error for the caller; null while the task has not been stopped. */
  reason: Error | null = null

  abort(reason: Error): void {
    this.reason ??= reason
    this.emit('abort')
  }
}

/**
 * Runs tasks in threads of `piscina`, one in a thread at a time. When a task exceeds its heap or its time, its thread is ended and replaced.
 *
 * Tasks wait in `FairQueue`, which has the methods of a task queue of `piscina` but stands in front of it: tasks that can be aborted go past the task queue of
 * `piscina` into a list of its own, which is served in the order of arrival. All threads are started at the same time, by `start` or with the first task, and idle threads do not end, because starting a
 * thread takes longer than most documents.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: WorkerPoolOptions
  readonly #queue: FairQueue<Job<Task, Reply>>
  readonly #running = new Set<Job<Task, Reply>>()
  #pool: Piscina<Task, Reply> | null = null
  #isStarted = false
  /** The last failed start of a thread; null after a task has succeeded, or when there are threads after `restartMilliseconds`. */
  #fault: Error | null = null
  #recovery: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.threads)
  }

  /** Starts the threads, unless that has been done. Tasks of earlier calls of `run` wait for them. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#openPool()
  }

  /**
   * Runs a task.
   *
   * @param transfer buffers of the task that are moved to the thread; they are empty afterwards
   * @throws Overload when too many tasks wait, or this one has waited too long
   * @throws Abandoned when the caller has disconnected, or the pool is closed
   * @throws RequestError on `document` when its time or heap was used up; any other error is that of the task
   */
  run(task: Task, transfer: readonly Transferable[], { client = '', onDisconnect }: Partial<TaskCaller> = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(closing())
        return
      }
      const { maxWaitMilliseconds, maxWaiting } = this.#options
      const waited = setTimeout(() => this.#refuse(job, waitedTooLong(maxWaitMilliseconds)), maxWaitMilliseconds)
      const job: Job<Task, Reply> = { client, task, transfer, resolve, reject, stop: new Stop(), waited }
      this.#queue.push(job)
      onDisconnect?.(() => this.#abandon(job))
      this.start()
      this.#assignTasks()
      const refused = this.#queue.size > maxWaiting ? this.#queue.tooMany(client) : null
      if (refused !== null) this.#refuse(refused, new Overload('Too many documents wait for validation. Try again in a moment.'))
    })
  }

  /** False when so many tasks wait that a task of this client would be refused at once. */
  hasRoomFor(client: string): boolean {
    return this.#queue.size < this.#options.maxWaiting || !this.#queue.wouldBeRefused(client)
  }

  state(): PoolState {
    return {
      threads: this.#pool?.threads.length ?? 0,
      maxThreads: this.#options.threads,
      running: this.#running.size,
      waiting: this.#queue.size,
      usable: this.#fault === null,
    }
  }

  /** Ends every thread. Tasks that wait or run are rejected with `Abandoned`. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#recovery !== null) clearTimeout(this.#recovery)
    for (const job of [...this.#queue]) this.#refuse(job, closing())
    for (const { stop } of this.#running) stop.abort(closing())
    await this.#pool?.destroy()
  }

  #assignTasks(): void {
    const pool = this.#pool
    while (pool !== null && !this.#closed && this.#queue.size > 0 && this.#running.size < this.#places(pool)) {
      const job = this.#queue.shift()
      if (job === null) return
      void this.#runJob(job, pool)
    }
  }

  /** Number of tasks that may run: one for each thread, and one more when a thread is missing: `piscina` starts it again only when there is a task for it. */
  #places(pool: Piscina<Task, Reply>): number {
    return Math.min(this.#options.threads, pool.threads.length + 1)
  }

  async #runJob(job: Job<Task, Reply>, pool: Piscina<Task, Reply>): Promise<void> {
    const { milliseconds } = this.#options
    const { stop, task, transfer } = job
    clearTimeout(job.waited)
    const budget = setTimeout(() => stop.abort(timeUsedUp(milliseconds)), milliseconds)
    this.#running.add(job)
    try {
      const reply = await pool.run(task, { signal: stop, transferList: [...transfer] })
      this.#fault = null
      job.resolve(reply)
    } catch (error) {
      job.reject(stop.reason ?? this.#reasonOf(error))
    } finally {
      clearTimeout(budget)
      this.#running.delete(job)
      this.#queue.ended(job)
      this.#assignTasks()
    }
  }

  #refuse(job: Job<Task, Reply>, reason: Error): void {
    if (!this.#queue.remove(job)) return
    clearTimeout(job.waited)
    job.reject(reason)
  }

  /**
   * Drops a waiting task at once. A running task may still end within `abandonMilliseconds`, because stopping it ends its thread, and a client could otherwise
   * make all threads restart continuously.
   */
  #abandon(job: Job<Task, Reply>): void {
    this.#refuse(job, abandoned())
    if (this.#running.has(job)) setTimeout(() => job.stop.abort(abandoned()), this.#options.abandonMilliseconds).unref()
  }

  #reasonOf(error: unknown): Error {
    if (!(error instanceof Error)) return new Error('a worker threw a value that is not an Error', { cause: error })
    return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryUsedUp(this.#options.heapMegabytes) : error
  }

  /** Opens the pool of threads. When that is impossible now, it is tried again later. */
  #openPool(): void {
    const { threads, workerFile, workerData, heapMegabytes, youngMegabytes, onFault } = this.#options
    if (this.#closed) return
    let pool: Piscina<Task, Reply>
    try {
      const { Piscina } = loadPiscina()
      pool = new Piscina<Task, Reply>({
        filename: workerFile,
        workerData,
        minThreads: threads,
        maxThreads: threads,
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
        // Workers get neither the environment nor the arguments of the process, so that results depend only on tasks.
        env: {},
        argv: [],
        // The histograms of `piscina` are not used.
        recordTiming: false,
        // `piscina` loads the module with `require` first, and with `import` when that is refused. Ending a thread while `require` loads modules ends the process
        // (Node.js 20: `v8::Module::IsGraphAsync`); while `import` loads them, only the thread ends.
        execArgv: ['--no-experimental-require-module'],
      })
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('the threads cannot be started', { cause: error })
      onFault(this.#fault)
      this.#recoverLater()
      return
    }
    this.#pool = pool
    pool.on('error', (fault: Error) => {
      // Threads that end because the pool is closed are not reported.
      if (this.#closed) return
      this.#fault = fault
      onFault(fault)
      // Otherwise a task whose thread could not be started would wait until the end of its budget.
      if (pool.threads.length === 0) for (const { stop } of this.#running) stop.abort(fault)
      this.#recoverLater()
    })
    this.#assignTasks()
  }

  /**
   * Checks the threads after `restartMilliseconds`. `piscina` retries a failed start only when a task comes, and while the service is not ready there may be no
   * tasks: a temporary shortage, such as of open files or memory, would make the service unusable for ever.
   */
  #recoverLater(): void {
    if (this.#recovery !== null) clearTimeout(this.#recovery)
    const checked = this.#pool
    this.#recovery = setTimeout(() => {
      if (this.#closed || checked !== this.#pool) return
      if (checked !== null && checked.threads.length > 0) this.#fault = null
      else void this.#openAnew(checked)
    }, this.#options.restartMilliseconds)
    this.#recovery.unref()
  }

  #hasPool(): boolean {
    return this.#pool !== null
  }

  async #openAnew(poolWithoutThreads: Piscina<Task, Reply> | null): Promise<void> {
    await poolWithoutThreads?.destroy()
    if (this.#closed) return
    this.#pool = null
    this.#openPool()
    if (this.#hasPool()) this.#recoverLater()
  }
}

/** Loads `piscina`. Called only when threads are needed: a command that validates one file needs none. */
function loadPiscina(): typeof import('piscina') {
  return requireOptional('piscina', import.meta.url) as typeof import('piscina')
}

function abandoned(): Abandoned {
  return new Abandoned('The client of this validation has disconnected.')
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

function tooMuchWork(code: string, what: string): RequestError {
  return new RequestError([{ field: 'document', code, message: `The document needs more work than is allowed: ${what}` }])
}
