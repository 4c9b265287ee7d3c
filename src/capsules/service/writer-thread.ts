import { parentPort, workerData } from 'node:worker_threads'
import { StoreDamaged, StoreUnavailable } from '#capsules/rules'
import { WatchedCapsules } from './watched-capsules.js'
import { perform, type WriterAnswer, type WriterCall, type WriterThreadData } from './writer.js'

// The thread that writes capsules to the disk. Its first message has the identities of the database files, or the reason why the database cannot be opened.
if (parentPort === null) throw new Error('this file is a thread of the capsule store')
const port = parentPort
const { file, limits } = workerData as WriterThreadData
const opened = await WatchedCapsules.open(file, limits).catch((error: unknown) => {
  port.postMessage(refusal(error))
  return null
})
if (opened !== null) {
  port.on('message', (call: WriterCall) => port.postMessage(answerTo(opened, call)))
  port.postMessage({ kind: 'done', result: opened.identities } satisfies WriterAnswer)
}

function answerTo(capsules: WatchedCapsules, call: WriterCall): WriterAnswer {
  try {
    return { kind: 'done', result: perform(capsules, call) }
  } catch (error) {
    return refusal(error)
  }
}

/** The message for an error: an error that is sent to another thread would lose its class. */
function refusal(error: unknown): WriterAnswer {
  if (error instanceof StoreUnavailable) return { kind: error instanceof StoreDamaged ? 'damaged' : 'unavailable', message: error.message }
  const fault = error instanceof Error ? error : new Error('the capsule store failed', { cause: error })
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '' }
}
