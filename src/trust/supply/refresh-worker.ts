import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performRefresh } from '#trust/lists'
import type { RefreshTask } from './refresh-thread.js'
import { openRefreshTools } from './refresh-tools.js'

/** The thread of a refresh. It runs one refresh, posts the outcome and ends, which frees its memory. */
const { request, network, limits } = workerData as RefreshTask
if (request.online) lowerPriority()
parentPort?.postMessage(await performRefresh(request, openRefreshTools(network, limits)))

/**
 * Lowers the priority of this thread below that of the threads for requests. Only on Linux, where each thread has a priority; elsewhere it would lower the
 * whole process. A priority that is already lower is not changed, because an ordinary user may not raise it.
 */
function lowerPriority(): void {
  const lower = constants.priority.PRIORITY_BELOW_NORMAL
  if (process.platform === 'linux' && getPriority() < lower) setPriority(lower)
}
