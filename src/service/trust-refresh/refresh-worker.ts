import { parentPort, workerData } from 'node:worker_threads'
import { performRefresh } from './perform-refresh.js'
import type { RefreshTask } from './refresh-thread.js'
import { openRefreshTools } from './refresh-tools.js'

/** What the thread of a refresh runs: one refresh, one answer, and the thread ends with all the memory that it took. */
const { request, network } = workerData as RefreshTask
parentPort?.postMessage(await performRefresh(request, openRefreshTools(network)))
