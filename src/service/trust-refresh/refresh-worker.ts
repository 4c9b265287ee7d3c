import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performRefresh } from '#trust-lists'
import type { RefreshTask } from './refresh-thread.js'
import { openRefreshTools } from './refresh-tools.js'

/** The thread of a refresh: it runs one refresh, posts its outcome and ends, which frees its memory. */
const { request, network } = workerData as RefreshTask
if (request.online) stepBack()
parentPort?.postMessage(await performRefresh(request, openRefreshTools(network)))

/**
 * Lowers the priority of this thread below that of requests. Only on Linux, where a priority is that of a thread; elsewhere it is that of the whole process. A service
 * that was started with a lower one keeps it: the system lets no ordinary user raise it.
 */
function stepBack(): void {
  const lower = constants.priority.PRIORITY_BELOW_NORMAL
  if (process.platform === 'linux' && getPriority() < lower) setPriority(lower)
}
