import { parentPort, workerData } from 'node:worker_threads'
import { SqliteCapsules, StoreUnavailable } from '#capsule'
import { limits } from '#config'
import { openLibsql } from './open-libsql.js'
import type { WriterAnswer, WriterCall } from './writer.js'

// The thread that writes capsules to the disk. Its first answer says whether the database could be opened.
if (parentPort === null || typeof workerData !== 'string') throw new Error('this file is a thread of the capsule store')
const port = parentPort
const opened = await openLibsql(workerData)
  .then((database) => SqliteCapsules.open(database, limits.capsules))
  .catch((error: unknown) => {
    port.postMessage(refusal(error))
    return null
  })
if (opened !== null) {
  port.on('message', (call: WriterCall) => port.postMessage(answerTo(opened, call)))
  port.postMessage({ kind: 'done', result: null } satisfies WriterAnswer)
}

function answerTo(capsules: SqliteCapsules, call: WriterCall): WriterAnswer {
  try {
    return { kind: 'done', result: perform(capsules, call) }
  } catch (error) {
    return refusal(error)
  }
}

function perform(capsules: SqliteCapsules, call: WriterCall): unknown {
  switch (call.method) {
    case 'addAll':
      return capsules.addAll(...call.values)
    case 'deleteExpired':
      return capsules.deleteExpired(...call.values)
    case 'moveIn':
      return capsules.moveIn(...call.values)
    case 'probe':
      return capsules.probe()
    case 'close':
      return capsules.close()
  }
}

/** An error loses its class between threads. */
function refusal(error: unknown): WriterAnswer {
  if (error instanceof StoreUnavailable) return { kind: 'unavailable', message: error.message }
  const fault = error instanceof Error ? error : new Error('the capsule store failed', { cause: error })
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '' }
}
