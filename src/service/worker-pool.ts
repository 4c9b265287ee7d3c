import type { Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type RequestError, systemErrorCode, tooMuchWork } from '#model'
import type { WorkerState } from './report-readiness.js'
import { Abandoned, Overload } from './validation-service.js'

export interface WorkerPoolOptions {
  /** Path of the compiled module whose default export does one task. */
  readonly workerFile: string
  readonly maxThreads: number
  readonly maxWaiting: number
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
  readonly task: Task
  readonly transfer: readonly Transferable[]
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/**
 * Tasks in threads. Each has a heap limit and a time budget; a task that exceeds one costs its thread, and the next task gets a new one.
 *
 * The tasks that wait are kept here and not in `piscina`: its queue is not bounded for tasks that can be aborted, and a budget there would also
 * count the time spent waiting. It receives no more tasks than it has threads.
 */
export class WorkerPool<Task, Reply> {
  readonly #options: WorkerPoolOptions
  readonly #pool: Piscina<Task, Reply>
  readonly #waiting = new Set<Job<Task, Reply>>()
  readonly #running = new Set<AbortController>()
  /** The last start of a thread that failed; null again once a task succeeds. */
  #fault: Error | null = null

  static async open<Task, Reply>(options: WorkerPoolOptions): Promise<WorkerPool<Task, Reply>> {
    // Loaded here, because a command line that validates one file needs no threads.
    const piscina = await import('piscina')
    return new WorkerPool(
      options,
      new piscina.Piscina<Task, Reply>({
        filename: options.workerFile,
        minThreads: 1,
        maxThreads: options.maxThreads,
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
    pool.on('error', (fault: Error) => {
      this.#fault = fault
      options.onFault(fault)
      // Tasks that were given to a thread that never came would wait for the end of their budget.
      if (pool.threads.length === 0) for (const budget of this.#running) budget.abort(fault)
    })
  }

  /** Rejects with `Overload`, `Abandoned`, `RequestError` (budget used up), or whatever the task threw. */
  run(task: Task, transfer: readonly Transferable[], signal?: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const job: Job<Task, Reply> = { task, transfer, resolve, reject }
      if (this.#running.size < this.#options.maxThreads) {
        this.#start(job)
      } else if (this.#waiting.size >= this.#options.maxWaiting) {
        reject(new Overload('Too many documents wait for validation. Try again in a moment.'))
      } else {
        this.#waiting.add(job)
        signal?.addEventListener('abort', () => this.#abandon(job), { once: true })
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

  /** Ends every thread. Tasks that wait or run are rejected. */
  async close(): Promise<void> {
    for (const job of [...this.#waiting]) this.#abandon(job)
    await this.#pool.destroy()
  }

  /** A running task is left to its end: killing its thread for each caller that hangs up would be a way to keep every thread starting. */
  #abandon(job: Job<Task, Reply>): void {
    if (this.#waiting.delete(job)) job.reject(new Abandoned('Nobody waits for this validation any more.'))
  }

  #start(job: Job<Task, Reply>): void {
    const budget = new AbortController()
    const timer = setTimeout(() => budget.abort(timeUsedUp(this.#options.milliseconds)), this.#options.milliseconds)
    this.#running.add(budget)
    const settle = () => {
      clearTimeout(timer)
      this.#running.delete(budget)
      const [next] = this.#waiting
      if (next !== undefined) {
        this.#waiting.delete(next)
        this.#start(next)
      }
    }
    this.#pool.run(job.task, { signal: budget.signal, transferList: [...job.transfer] }).then(
      (reply) => {
        this.#fault = null
        settle()
        job.resolve(reply)
      },
      (error: unknown) => {
        settle()
        job.reject(this.#reasonOf(error, budget.signal))
      },
    )
  }

  #reasonOf(error: unknown, budget: AbortSignal): Error {
    if (budget.aborted && budget.reason instanceof Error) return budget.reason
    if (!(error instanceof Error)) return new Error('a worker threw something that is no error', { cause: error })
    return systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryUsedUp(this.#options.heapMegabytes) : error
  }
}

function timeUsedUp(milliseconds: number): RequestError {
  return tooMuchWork('VALIDATION_TIME_USED_UP', `its validation did not end within ${milliseconds / 1000} seconds.`)
}

function memoryUsedUp(megabytes: number): RequestError {
  return tooMuchWork('VALIDATION_MEMORY_USED_UP', `its validation needed more than ${megabytes} megabytes of memory.`)
}
