import { Worker } from 'node:worker_threads'
import type { Limits } from '#config'
import type { RefreshOutcome, RefreshRequest } from '#trust/lists'
import type { NetworkSettings } from './refresh-tools.js'

export interface RefreshTask {
  readonly request: RefreshRequest
  readonly network: NetworkSettings
  readonly limits: Limits
}

interface RefreshThreadOptions {
  /** Path of the compiled `refresh-worker`. */
  readonly workerFile: string
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  readonly milliseconds: number
}

/**
 * Runs one refresh in a separate thread, so that parsing and checking megabytes of lists does not delay requests and a hostile list ends only the thread.
 * Rejects when the thread fails, exceeds its time or memory, or the signal is aborted.
 */
export function runRefreshThread(
  task: RefreshTask,
  { workerFile, heapMegabytes, youngMegabytes, milliseconds }: RefreshThreadOptions,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
      // Like the validation workers, the thread gets neither the environment nor the arguments of the process.
      env: {},
      argv: [],
      execArgv: [],
    })
    const end = (reason: string) => {
      reject(new Error(reason))
      // Safe at any time: the store then contains either the old lists or the new ones.
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
      // No effect after a message, because a promise settles only once.
      reject(new Error(`The thread of the refresh ended with code ${code} before it answered.`))
    })
  })
}
