import { createRequire } from 'node:module'
import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type RequestError, systemErrorCode } from '#model'
import { tooMuchWork } from './refusal.js'
import type { WorkerState } from './report-readiness.js'
import { Stop } from './stop.js'
import { type ScheduleBounds, ThreadSchedule, type Turn } from './thread-schedule.js'
import type { DoubtfulFailure, SlicedReply, SlicedTask } from './time-slice.js'
import { Abandoned, type Caller, Overload } from './validation-service.js'

export interface WorkerPoolOptions extends ScheduleBounds {
  /** Path of the compiled module whose default export does one task, within its slice. */
  readonly workerFile: string
  /** Expected time of a task for each megabyte of its transferred buffers. */
  readonly millisecondsPerMegabyte: number
  readonly maxWaiting: number
  /** A task that waits longer is refused. */
  readonly maxWaitMilliseconds: number
  /** Time that a running task has left when its caller has gone. Then its thread is ended. */
  readonly abandonMilliseconds: number
  /** A thread is ended when its task is still running this time after the end of its slice. */
  readonly overdueMilliseconds: number
  /** This time after the last thread that could not be started, threads that exist count as started; when there are none, they are started again. */
  readonly restartMilliseconds: number
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  /** Budget of one task, from the moment that it is given to a thread. */
  readonly milliseconds: number
  /** Called when a thread cannot be started, or ends without a task. */
  readonly onFault: (fault: Error) => void
}

interface Job<Task, Reply> {
  readonly client: string
  readonly task: Task
  readonly transfer: readonly Transferable[]
  readonly expectedMilliseconds: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  /** After this time it has waited too long. */
  readonly expires: number
  /** Removes the listeners; called when the task is settled. */
  readonly stopWaiting: () => void
  isAbandoned: boolean
  /** Threads that were ended because it failed in them. */
  doubts: number
}

interface Run<Task, Reply> {
  readonly turn: Turn<Job<Task, Reply>>
  readonly number: number
  /** Ends the thread; the reason is an error for the caller, `overdue` or `doubtful`. */
  readonly stop: Stop
}

/** A task has not left its thread when its slice was over. */
const overdue = Symbol('overdue')
/** A task has failed in a thread that was cut off before: it begins anew. */
const doubtful = Symbol('doubtful')

/**
 * Tasks in threads. Each has a heap limit and a time budget; a task that exceeds one costs its thread, and the next task gets a new one.
 *
 * The tasks that wait are kept here and not in `piscina`, which receives no more of them than it has threads: here they are fair between clients and
 * bounded in number and time. All threads are started at once, before there is work if the caller says so, and none ends for want of it: starting one takes
 * longer than most documents.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: WorkerPoolOptions
  #pool: Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null = null
  #isStarted = false
  readonly #schedule: ThreadSchedule<Job<Task, Reply>>
  readonly #runs = new Set<Run<Task, Reply>>()
  /** Threads that have started. */
  #ready = 0
  #numbers = 0
  /** From the first cut-off on, a task may have to begin anew in any thread: its bytes are copied there, and stay here. */
  #hasCutOff = false
  /** The last start of a thread that failed; null again once a task succeeds, or threads have lived for a while. */
  #fault: Error | null = null
  #recovery: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#schedule = new ThreadSchedule(options)
  }

  /** Starts the threads, unless that has been done. What is given to run before waits for them. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#openPool()
  }

  /** Null when the pool cannot be opened, which is tried again later, or is closed. */
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
      // The result of a worker depends on its task alone: it gets neither the environment nor the arguments of the process.
      env: {},
      argv: [],
      // The histograms of `piscina` are not used: metrics count requests.
      recordTiming: false,
      // `piscina` asks for the module by `require` first and by `import` when that is refused. A thread that is ended while `require` reads modules ends the
      // process (Node.js 20: `v8::Module::IsGraphAsync`); while `import` does, it ends alone.
      execArgv: ['--no-experimental-require-module'],
    })
    this.#pool = pool
    pool.on('workerCreate', () => {
      this.#ready += 1
      this.#giveTurns()
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
      // Without this a task whose thread could not be started would wait until its budget ends.
      if (pool.threads.length === 0) for (const { stop } of this.#runs) stop.abort(fault)
      this.#recoverLater(pool)
    })
    return pool
  }

  /**
   * `piscina` starts no thread anew that failed to start before a task comes, and while the service is not ready none may come: what was short for a moment, such as
   * open files or memory, would keep it out of service for good.
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

  async #openAnew(without: Piscina<SlicedTask<Task>, SlicedReply<Reply>> | null): Promise<void> {
    await without?.destroy()
    if (this.#closed) return
    this.#pool = null
    const pool = this.#openPool()
    if (pool !== null) this.#recoverLater(pool)
  }

  /**
   * Rejects with `Overload`, `Abandoned`, `RequestError` (budget used up), or whatever the task threw.
   *
   * @param besides milliseconds that the task is expected to take beside those for its size
   */
  run(task: Task, transfer: readonly Transferable[], { client = '', signal }: Partial<Caller> = {}, besides = 0): Promise<Reply> {
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
        expectedMilliseconds: besides + megabytesOf(transfer) * this.#options.millisecondsPerMegabyte,
        resolve,
        reject,
        expires: performance.now() + maxWaitMilliseconds,
        isAbandoned: false,
        doubts: 0,
        stopWaiting: () => {
          clearTimeout(waited)
          signal?.removeEventListener('abort', onGone)
        },
      }
      signal?.addEventListener('abort', onGone, { once: true })
      this.#schedule.add(job)
      if (signal?.aborted === true) this.#abandon(job)
      this.start()
      this.#giveTurns()
      while (this.#schedule.waiting.size > maxWaiting) {
        const tooMany = this.#schedule.tooMany(client, performance.now())
        if (tooMany === null) return
        this.#refuse(tooMany, new Overload('Too many documents wait for validation. Try again in a moment.'))
      }
    })
  }

  /** False when so much waits that a task of this client would be refused at once. */
  hasRoomFor(client: string): boolean {
    return this.#schedule.waiting.size < this.#options.maxWaiting || !this.#schedule.wouldGiveWay(client, performance.now())
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

  #giveTurns(): void {
    const pool = this.#pool
    if (pool === null) return
    while (!this.#closed) {
      const turn = this.#schedule.next(performance.now(), this.#ready)
      if (turn === null) return
      this.#begin(turn, pool)
    }
  }

  #begin(turn: Turn<Job<Task, Reply>>, pool: Piscina<SlicedTask<Task>, SlicedReply<Reply>>): void {
    const { milliseconds, busyMilliseconds, overdueMilliseconds } = this.#options
    const { task: job, slice } = turn
    const run: Run<Task, Reply> = { turn, number: ++this.#numbers, stop: new Stop() }
    const budget =
      slice === null
        ? setTimeout(() => run.stop.abort(timeUsedUp(milliseconds)), milliseconds)
        : setTimeout(() => run.stop.abort(overdue), slice + overdueMilliseconds)
    // From then on spare threads may take what waits.
    const look = setTimeout(() => this.#giveTurns(), busyMilliseconds + 1)
    this.#runs.add(run)
    const settle = (how: 'done' | 'cut-off') => {
      clearTimeout(budget)
      clearTimeout(look)
      this.#runs.delete(run)
      this.#schedule.ended(turn, performance.now(), how)
      if (how === 'cut-off') this.#dropUnwanted(job)
      this.#giveTurns()
    }
    // A task that may have to begin anew keeps its bytes; the thread gets a copy.
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
          this.#giveTurns()
          return
        }
        job.stopWaiting()
        job.reject(this.#closed ? closing() : this.#reasonOf(error, run.stop))
      },
    )
  }

  /** Refuses a task that was cut off, and would wait again, when the pool is closed, its caller has gone or it has waited too long. */
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
   * A waiting task is dropped at once. A running one may end within `abandonMilliseconds`, because stopping it ends its thread: a client could otherwise keep all
   * threads restarting.
   */
  #abandon(job: Job<Task, Reply>): void {
    job.isAbandoned = true
    this.#refuse(job, abandoned())
    const run = [...this.#runs].find(({ turn }) => turn.task === job)
    if (run !== undefined) setTimeout(() => run.stop.abort(abandoned()), this.#options.abandonMilliseconds).unref()
  }

  #reasonOf(error: unknown, stopped: Stop): Error {
    if (stopped.aborted && stopped.reason instanceof Error) return stopped.reason
    if (!(error instanceof Error)) return new Error('a worker threw a value that is not an Error', { cause: error })
    return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryUsedUp(this.#options.heapMegabytes) : error
  }
}

/**
 * Loaded when threads are needed: a command line that validates one file needs none. By `require`, which may be repeated: Node.js 20 caches an `import` that
 * failed, such as for want of open files, until the process ends.
 */
function loadPiscina(): typeof import('piscina') {
  return createRequire(import.meta.url)('piscina') as typeof import('piscina')
}

function megabytesOf(transfer: readonly Transferable[]): number {
  return transfer.reduce((sum, part) => sum + (part instanceof ArrayBuffer ? part.byteLength : 0), 0) / 1_000_000
}

function abandoned(): Abandoned {
  return new Abandoned('The client of this validation has gone.')
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
