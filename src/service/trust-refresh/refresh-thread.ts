import { Worker } from 'node:worker_threads'
import type { RefreshOutcome, RefreshRequest } from '#trust-lists'
import type { NetworkSettings } from './refresh-tools.js'

export interface RefreshTask {
  readonly request: RefreshRequest
  readonly network: NetworkSettings
}

export interface RefreshThreadOptions {
  /** Path of the compiled `refresh-worker`. */
  readonly workerFile: string
  readonly heapMegabytes: number
  readonly milliseconds: number
}

/** Lists are read one after the other and dropped: a small nursery is swept often, so that they do not pile up. */
const youngMegabytes = 16

/**
 * Runs one refresh in a thread of its own, so that parsing and checking megabytes of lists delays no request, and a hostile list costs the thread and not
 * the service. Rejects when the thread fails, or takes more time or memory than it may.
 */
export function runRefreshThread(
  task: RefreshTask,
  { workerFile, heapMegabytes, milliseconds }: RefreshThreadOptions,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
      // A function of its task, like the workers of the validation.
      env: {},
      argv: [],
      execArgv: [],
    })
    const end = (reason: string) => {
      reject(new Error(reason))
      // At any moment: the store is made so that this leaves the old lists or the new ones.
      void worker.terminate()
    }
    const timer = setTimeout(() => end(`The refresh did not end within ${milliseconds / 1000} seconds.`), milliseconds)
    const abort = () => end('The refresh was stopped.')
    signal.addEventListener('abort', abort, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      // After an answer this changes nothing: a promise is settled once.
      reject(new Error(`The thread of the refresh ended with code ${code} before it answered.`))
    })
  })
}
