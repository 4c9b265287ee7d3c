/**
 * Worker threads for work that a stranger has sent. A task has a thread for itself until it ends, or until its heap or its time is used up: then the thread is
 * ended and replaced, and nothing of the task runs on. Who waits is served in turn by client (`fair-queue`). What a task is, only its worker file knows.
 */
export { Abandoned, Overload, type TaskCaller } from './caller.js'
export { type PoolState, WorkerPool, type WorkerPoolOptions } from './worker-pool.js'
