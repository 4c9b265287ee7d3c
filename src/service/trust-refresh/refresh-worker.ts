import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performRefresh } from '#trust-lists'
import type { RefreshTask } from './refresh-thread.js'
import { openRefreshTools } from './refresh-tools.js'

/** The thread of a refresh: it runs one refresh, posts its outcome and ends, which frees its memory. */
const { request, network } = workerData as RefreshTask
if (request.online) stepBack()
parentPort?.postMessage(await performRefresh(request, openRefreshTools(network)))

/** Lowers the priority of this thread below that of requests. Only on Linux, where a priority is that of a thread; elsewhere it is that of the whole process. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
