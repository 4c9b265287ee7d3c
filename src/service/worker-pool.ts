import { createRequire } from 'node:module'
import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type RequestError, systemErrorCode } from '#model'
import { tooMuchWork } from './refusal.js'
import type { WorkerState } from './report-readiness.js'
import { Stop } from './stop.js'
import { type Assignment, type ScheduleBounds, ThreadSchedule } from './thread-schedule.js'
import type { DoubtfulFailure, SlicedReply, SlicedTask } from './time-slice.js'
import { Abandoned, type Caller, Overload } from './validation-service.js'

export interface WorkerPoolOptions extends ScheduleBounds {
  /** Path of the compiled module whose default export runs one task within its slice. */
  readonly workerFile: string
  /** Expected time of a task for each megabyte of its transferred buffers. */
  readonly millisecondsPerMegabyte: number
  readonly maxWaiting: number
  /** Maximum wait of a task; after it, the task is refused. */
  readonly maxWaitMilliseconds: number
  /** Time that a running task has left when its caller has disconnected. Then its thread is ended. */
  readonly abandonMilliseconds: number
  /** Time after the end of a slice when the thread is ended if the task is still running. */
  readonly overdueMilliseconds: number
  /** Time after the last failed start of a thread. Then the pool counts as usable again if it has threads; otherwise it is opened again. */
  readonly restartMilliseconds: number
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  /** Budget of one task, from its assignment to a thread. */
  readonly milliseconds: number
  /** Called when a thread cannot be started, or ends while it has no task. */
  readonly onFault: (fault: Error) => void
}

interface Job<Task, Reply> {
  readonly client: string
  readonly task: Task
  readonly transfer: readonly Transferable[]
  readonly expectedMilliseconds: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  /** Time at which the task has waited too long. */
  readonly expires: number
  /** Removes the listeners; called when the task is settled. */
  readonly stopWaiting: () => void
  isAbandoned: boolean
  /** Number of threads that were ended because this task failed in them (`DoubtfulFailure`). */
  doubts: number
}

interface Run<Task, Reply> {
  readonly assignment: Assignment<Job<Task, Reply>>
  readonly number: number
  /** Ends the thread. The reason is an error for the caller, `overdue` or `doubtful`. */
  readonly stop: Stop
}

/** Reason to end a thread: its task is still running after the end of its slice. */
const overdue = Symbol('overdue')
/** Reason to end a thread: its task has failed after another task had been cut off in it. The task is restarted. */
const doubtful = Symbol('doubtful')

/**
 * Runs tasks in threads. Each task has a heap limit and a time budget. When a task exceeds one of them, its thread is ended and replaced.
 *
 * Waiting tasks are queued here and not in `piscina`, which gets at most one task for each thread: this queue is fair between clients and bounded in number and
 * time. All threads are started at the same time, by `start` or with the first task, and idle threads do not end, because starting a thread takes longer than
 * most documents.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: WorkerPoolOptions
  #pool: Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null = null
  #isStarted = false
  readonly #schedule: ThreadSchedule<Job<Task, Reply>>
  readonly #runs = new Set<Run<Task, Reply>>()
  /** Number of threads that have started. */
  #ready = 0
  #numbers = 0
  /** After the first cut-off, any task may have to be restarted, so its bytes are copied to the thread and not transferred. */
  #hasCutOff = false
  /** The last failed start of a thread; null after a task has succeeded, or when there are threads after `restartMilliseconds`. */
  #fault: Error | null = null
  #recovery: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#schedule = new ThreadSchedule(options)
  }

  /** Starts the threads, unless that has been done. Tasks of earlier calls of `run` wait for them. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#openPool()
  }

  /** Opens the pool. Null when it is closed, or cannot be opened now; a failed opening is retried later. */
  #openPool(): Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null {
    const options = this.#options
    if (this.#closed) return null
    let piscina: typeof import('piscina')
    try {
      piscina = loadPiscina()
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error('piscina cannot be loaded', { cause: error })
      options.onFault(this.#fault)
      this.#recoverLater(null)
      return null
    }
    const pool = new piscina.Piscina<SlicedTask<Task>, SlicedReply<Reply>>({
      filename: options.workerFile,
      minThreads: options.maxThreads + options.spareThreads,
      maxThreads: options.maxThreads + options.spareThreads,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes, maxYoungGenerationSizeMb: options.youngMegabytes },
      // Workers get neither the environment nor the arguments of the process, so that results depend only on tasks.
      env: {},
      argv: [],
      // The histograms of `piscina` are not used.
      recordTiming: false,
      // `piscina` loads the module with `require` first, and with `import` when that is refused. Ending a thread while `require` loads modules ends the process
      // (Node.js 20: `v8::Module::IsGraphAsync`); while `import` loads them, only the thread ends.
      execArgv: ['--no-experimental-require-module'],
    })
    this.#pool = pool
    pool.on('workerCreate', () => {
      this.#ready += 1
      this.#assignTasks()
    })
    pool.on('message', (message: DoubtfulFailure) => {
      for (const { number, stop } of this.#runs) if (number === message.doubtful) stop.abort(doubtful)
    })
    pool.on('workerDestroy', () => {
      this.#ready -= 1
    })
    pool.on('error', (fault: Error) => {
      // Threads that end because the pool is closed are not reported.
      if (this.#closed) return
      this.#fault = fault
      options.onFault(fault)
      // Otherwise a task whose thread could not be started would wait until the end of its budget.
      if (pool.threads.length === 0) for (const { stop } of this.#runs) stop.abort(fault)
      this.#recoverLater(pool)
    })
    return pool
  }

  /**
   * Checks the threads after `restartMilliseconds`. `piscina` retries a failed start only when a task comes, and while the service is not ready there may be no
   * tasks: a temporary shortage, such as of open files or memory, would make the service unusable for ever.
   */
  #recoverLater(pool: Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null): void {
    if (this.#recovery !== null) clearTimeout(this.#recovery)
    this.#recovery = setTimeout(() => {
      if (this.#closed || pool !== this.#pool) return
      if (pool !== null && pool.threads.length > 0) this.#fault = null
      else void this.#openAnew(pool)
    }, this.#options.restartMilliseconds)
    this.#recovery.unref()
  }

  async #openAnew(poolWithoutThreads: Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null): Promise<void> {
    await poolWithoutThreads?.destroy()
    if (this.#closed) return
    this.#pool = null
    const pool = this.#openPool()
    if (pool !== null) this.#recoverLater(pool)
  }

  /**
   * Runs a task. Rejects with `Overload`, `Abandoned`, `RequestError` (budget exceeded), or the error of the task.
   *
   * @param besides milliseconds that the task is expected to take in addition to those for its size
   */
  run(task: Task, transfer: readonly Transferable[], { client = '', signal }: Partial<Caller> = {}, besides = 0): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(closing())
        return
      }
      const { maxWaitMilliseconds, maxWaiting } = this.#options
      const waited = setTimeout(() => this.#refuse(job, waitedTooLong(maxWaitMilliseconds)), maxWaitMilliseconds)
      const onDisconnect = () => this.#abandon(job)
      const job: Job<Task, Reply> = {
        client,
        task,
        transfer,
        expectedMilliseconds: besides + megabytesOf(transfer) * this.#options.millisecondsPerMegabyte,
        resolve,
        reject,
        expires: performance.now() + maxWaitMilliseconds,
        isAbandoned: false,
        doubts: 0,
        stopWaiting: () => {
          clearTimeout(waited)
          signal?.removeEventListener('abort', onDisconnect)
        },
      }
      signal?.addEventListener('abort', onDisconnect, { once: true })
      this.#schedule.add(job)
      if (signal?.aborted === true) this.#abandon(job)
      this.start()
      this.#assignTasks()
      while (this.#schedule.waiting.size > maxWaiting) {
        const tooMany = this.#schedule.tooMany(client, performance.now())
        if (tooMany === null) return
        this.#refuse(tooMany, new Overload('Too many documents wait for validation. Try again in a moment.'))
      }
    })
  }

  /** False when so many tasks wait that a task of this client would be refused at once. */
  hasRoomFor(client: string): boolean {
    return this.#schedule.waiting.size < this.#options.maxWaiting || !this.#schedule.wouldBeDropped(client, performance.now())
  }

  state(): WorkerState {
    return {
      threads: this.#pool?.threads.length ?? 0,
      maxThreads: this.#options.maxThreads,
      running: this.#runs.size,
      waiting: this.#schedule.waiting.size,
      usable: this.#fault === null,
    }
  }

  /** Ends every thread. Tasks that wait or run are rejected with `Abandoned`. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#recovery !== null) clearTimeout(this.#recovery)
    for (const job of [...this.#schedule.waiting]) this.#refuse(job, closing())
    for (const { stop } of this.#runs) stop.abort(closing())
    await this.#pool?.destroy()
  }

  #assignTasks(): void {
    const pool = this.#pool
    if (pool === null) return
    while (!this.#closed) {
      const assignment = this.#schedule.next(performance.now(), this.#ready)
      if (assignment === null) return
      this.#begin(assignment, pool)
    }
  }

  #begin(assignment: Assignment<Job<Task, Reply>>, pool: Piscina<SlicedTask<Task>, SlicedReply<Reply>>): void {
    const { milliseconds, busyMilliseconds, overdueMilliseconds } = this.#options
    const { task: job, slice } = assignment
    const run: Run<Task, Reply> = { assignment, number: ++this.#numbers, stop: new Stop() }
    const budget =
      slice === null
        ? setTimeout(() => run.stop.abort(timeUsedUp(milliseconds)), milliseconds)
        : setTimeout(() => run.stop.abort(overdue), slice + overdueMilliseconds)
    // After this time, waiting tasks may be assigned to spare threads.
    const look = setTimeout(() => this.#assignTasks(), busyMilliseconds + 1)
    this.#runs.add(run)
    const settle = (how: 'done' | 'cut-off') => {
      clearTimeout(budget)
      clearTimeout(look)
      this.#runs.delete(run)
      this.#schedule.ended(assignment, performance.now(), how)
      if (how === 'cut-off') this.#dropUnwanted(job)
      this.#assignTasks()
    }
    // The bytes of a task that may have to be restarted are copied, not transferred.
    const transferList = slice === null && !this.#hasCutOff ? [...job.transfer] : []
    pool.run({ task: job.task, sliceMilliseconds: slice, number: run.number }, { signal: run.stop, transferList }).then(
      (reply) => {
        this.#fault = null
        if (reply.kind === 'cut-off') this.#hasCutOff = true
        settle(reply.kind === 'ended' ? 'done' : 'cut-off')
        if (reply.kind === 'cut-off') return
        job.stopWaiting()
        job.resolve(reply.reply)
      },
      (error: unknown) => {
        const isOverdue = run.stop.aborted && run.stop.reason === overdue && !this.#closed
        const isDoubtful = run.stop.aborted && run.stop.reason === doubtful && !this.#closed
        settle(isOverdue ? 'cut-off' : 'done')
        if (isOverdue) return
        if (isDoubtful && job.doubts++ < this.#options.maxThreads + this.#options.spareThreads) {
          this.#schedule.add(job)
          this.#dropUnwanted(job)
          this.#assignTasks()
          return
        }
        job.stopWaiting()
        job.reject(this.#closed ? closing() : this.#reasonOf(error, run.stop))
      },
    )
  }

  /** Refuses a task that would wait again when the pool is closed, its caller has disconnected or it has waited too long. */
  #dropUnwanted(job: Job<Task, Reply>): void {
    if (this.#closed) this.#refuse(job, closing())
    else if (job.isAbandoned) this.#refuse(job, abandoned())
    else if (performance.now() >= job.expires) this.#refuse(job, waitedTooLong(this.#options.maxWaitMilliseconds))
  }

  #refuse(job: Job<Task, Reply>, reason: Error): void {
    if (!this.#schedule.remove(job)) return
    job.stopWaiting()
    job.reject(reason)
  }

  /**
   * Drops a waiting task at once. A running task may still end within `abandonMilliseconds`, because stopping it ends its thread, and a client could otherwise
   * make all threads restart continuously.
   */
  #abandon(job: Job<Task, Reply>): void {
    job.isAbandoned = true
    this.#refuse(job, abandoned())
    const run = [...this.#runs].find(({ assignment }) => assignment.task === job)
    if (run !== undefined) setTimeout(() => run.stop.abort(abandoned()), this.#options.abandonMilliseconds).unref()
  }

  #reasonOf(error: unknown, stopped: Stop): Error {
    if (stopped.aborted && stopped.reason instanceof Error) return stopped.reason
    if (!(error instanceof Error)) return new Error('a worker threw a value that is not an Error', { cause: error })
    return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryUsedUp(this.#options.heapMegabytes) : error
  }
}

/**
 * Loads `piscina`. Called only when threads are needed: a command that validates one file needs none. Uses `require`, which can be repeated: Node.js 20 caches
 * a failed `import`, for example when the limit of open files was reached, until the process ends.
 */
function loadPiscina(): typeof import('piscina') {
  return createRequire(import.meta.url)('piscina') as typeof import('piscina')
}

function megabytesOf(transfer: readonly Transferable[]): number {
  return transfer.reduce((sum, part) => sum + (part instanceof ArrayBuffer ? part.byteLength : 0), 0) / 1_000_000
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
