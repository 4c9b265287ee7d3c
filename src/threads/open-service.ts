import { fileURLToPath } from 'node:url'
import { readBuildInformation, type Settings } from '#config'
import type { Instant } from '#model'
import type { Trust } from '#trust/supply'
import type { OperatorPolicy } from '#validation/policy'
import type { ReportOrder } from '#writers'
import { reportHealth } from './report-health.js'
import { describeStep, reportReadiness } from './report-readiness.js'
import { type Caller, type DocumentRequest, Starting, type ValidationOutcome, type ValidationService } from './validation-service.js'
import type { WorkerData } from './validation-worker.js'
import { type PoolState, WorkerPool } from './worker-pool.js'
import { resultOf, type SharedSnapshot, type Task, type TaskReply, type TaskResult } from './worker-protocol.js'

export interface ServiceOptions {
  readonly settings: Pick<Settings, 'clock' | 'workers' | 'limits'>
  /** Closing the service closes the trust. */
  readonly trust: Trust
  /** The system clock, in milliseconds since 1970. */
  readonly now: () => Instant
  /** The policies of the policy files; default: none. */
  readonly policies?: readonly OperatorPolicy[]
  /** Called for errors outside of any request. */
  readonly onFault: (fault: Error) => void
  /** Path of the compiled worker. Default: in the folder of this file. */
  readonly workerFile?: string
  /** `later`: the threads start with the first task or with `startThreads`. Default: `openValidationService` starts them. */
  readonly threads?: 'now' | 'later'
}

export interface ThreadedService extends ValidationService {
  /** Starts the threads unless they have been started. Their start takes half of the time and processor load of the start of the process. */
  readonly startThreads: () => void
}

/** Opens the service with worker threads. */
export function openValidationService(options: ServiceOptions): ThreadedService {
  const { settings, trust, onFault, policies = [], threads = 'now' } = options
  const { limits } = settings
  const pool = new WorkerPool<Task, TaskReply>({
    ...limits.workers,
    workerFile: options.workerFile ?? fileURLToPath(new URL('./validation-worker.js', import.meta.url)),
    workerData: { limits, policies } satisfies WorkerData,
    threads: settings.workers,
    milliseconds: limits.request.maxMilliseconds,
    onFault,
  })
  if (threads === 'now') pool.start()
  let shared: SharedSnapshot | null = null
  const sharedTrust = (): SharedSnapshot => {
    const { packed } = trust.current()
    if (shared?.packed !== packed) shared = { id: (shared?.id ?? 0) + 1, packed, instances: trust.instances }
    return shared
  }
  const run = async <Kind extends TaskResult['kind']>(kind: Kind, task: Task, document: Uint8Array, caller: Partial<Caller>) => {
    return resultOf(kind, await pool.run(task, transferable(document), caller))
  }
  return {
    ...reports(options, () => pool.state()),
    startThreads: () => pool.start(),
    hasRoomFor: (client) => pool.hasRoomFor(client),
    validate: async <Order extends ReportOrder>(request: DocumentRequest, order: Order, caller: Partial<Caller> = {}) => {
      assertStarted(trust)
      const task: Task = { kind: 'validate', request, order, trust: sharedTrust() }
      const { outcome } = await run('validated', task, request.document, caller)
      // The worker writes the form of the order that it was given.
      return outcome as ValidationOutcome<Order>
    },
    dataFiles: async (document, caller = {}) => (await run('extracted', { kind: 'extract', document }, document, caller)).dataFiles,
    takeDataFiles: async (document, order, caller = {}) => (await run('taken', { kind: 'take', document, order }, document, caller)).file,
    close: () => {
      trust.close()
      return pool.close()
    },
  }
}

/** The buffers to move to the thread: the buffer of the document when it contains nothing else. Otherwise none, and the octets are copied. */
function transferable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}

/** Throws `Starting` until the trusted lists on the disk have been loaded or, when there are none, fetched for the first time. */
function assertStarted(trust: Trust): void {
  const step = trust.waitsFor()
  if (step !== null) throw new Starting(`${describeStep(step)} Try again in a moment.`)
}

/** Policies, clock, health and readiness, which both kinds of service have in common. */
export function reports(
  { settings, trust, now, policies = [] }: ServiceOptions,
  workers: () => PoolState,
): Pick<ValidationService, 'ownPolicies' | 'clock' | 'trustHistory' | 'health' | 'readiness'> {
  const build = readBuildInformation()
  const started = now()
  return {
    ownPolicies: policies.map(({ own }) => own),
    // The fixed clock of the settings applies only to validation; health and readiness have real times.
    clock: () => settings.clock ?? now(),
    trustHistory: () => trust.status(now()).history,
    health: () => reportHealth(build, started, now(), trust.current().summary.services + trust.instances.length),
    readiness: () => reportReadiness(trust, now(), workers(), settings.clock !== null),
  }
}
