import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performRefresh } from '#trust-lists'
import type { RefreshTask } from './refresh-thread.js'
import { openRefreshTools } from './refresh-tools.js'

/** What the thread of a refresh runs: one refresh, one answer, and the thread ends with all the memory that it took. */
const { request, network } = workerData as RefreshTask
if (request.online) stepBack()
parentPort?.postMessage(await performRefresh(request, openRefreshTools(network)))

/** Requests come first: on Linux priorities belong to threads. Elsewhere this would slow the whole process down. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
