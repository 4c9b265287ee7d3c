/**
 * The use cases of validation and the threads that they run in. An interface reads a request, calls one method of `ValidationService` and gets what a writer
 * made of the report. `open-service` runs the engine in worker threads with a heap limit and a time limit (`worker-protocol`, `validation-worker`), so that a
 * hostile file costs one worker only; `in-process-service` runs it in this thread. Clients take turns (`fair-queue`).
 */

export type { TrustChange } from '#trust/lists'
export { trustChangeKinds } from '#trust/lists'
export { Abandoned, Overload, type TaskCaller } from './caller.js'
export { decodeBase64 } from './decode-base64.js'
export { openInProcessService } from './in-process-service.js'
export { observeValidations, type ValidationEvent } from './observed-validations.js'
export { openPolicies } from './open-policies.js'
export { openValidationService, type ThreadedService } from './open-service.js'
export { releaseMemory } from './release-memory.js'
export { type Health, type LinkStatus, reportHealth } from './report-health.js'
export {
  describeTrust,
  type Readiness,
  type ReadinessList,
  reportReadiness,
  type TrustDescription,
  writeTrust,
} from './report-readiness.js'
export * from './validation-service.js'
export { type PoolState, WorkerPool, type WorkerPoolOptions } from './worker-pool.js'
