import { Worker } from 'node:worker_threads'
import { StoreDamaged, type StoredCapsule, StoreUnavailable } from '#capsules/rules'
import type { Limits } from '#config'
import type { FileIdentities } from './database-files.js'
import { WatchedCapsules } from './watched-capsules.js'

const methods = [
  'addAll',
  'delete',
  'deleteExpired',
  'moveIn',
  'count',
  'readClock',
  'keepClock',
  'acceptClock',
  'probe',
  'copyInto',
  'close',
] as const
type Method = (typeof methods)[number]

/**
 * The writing connection of the embedded store: the `methods` of `WatchedCapsules`, made asynchronous. Each writing method is one durable transaction. They
 * reject with `StoreUnavailable` or `StoreDamaged`.
 */
export type Writer = {
  /** Identities of the files when the store was first opened. */
  readonly identities: FileIdentities
} & { readonly [M in Method]: (...values: Parameters<WatchedCapsules[M]>) => Promise<ReturnType<WatchedCapsules[M]>> }

/** What a thread gets when it starts. */
export interface WriterThreadData {
  readonly file: string
  readonly limits: Limits['capsules']
}

/** A call to the thread. */
export type WriterCall = { readonly [M in Method]: { readonly method: M; readonly values: Parameters<WatchedCapsules[M]> } }[Method]

export type WriterAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'unavailable' | 'damaged'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string }

/** Performs a call. `WriterCall` pairs each method with its arguments, but the compiler does not track this through the union. */
export function perform(capsules: WatchedCapsules, { method, values }: WriterCall): unknown {
  const named: Readonly<Record<Method, (...values: never) => unknown>> = capsules
  return Reflect.apply(named[method], capsules, values)
}

/** A writer that passes its calls to `call`, which must resolve with the result of the same method of `WatchedCapsules`. */
function writerOf(identities: FileIdentities, call: (request: WriterCall) => Promise<unknown>): Writer {
  const calls = methods.map((method) => [method, (...values: readonly unknown[]) => call({ method, values } as WriterCall)] as const)
  return { identities, ...Object.fromEntries(calls) } as Writer
}

/** A writer in this thread, which then waits for the disk. For the command line and for tests. */
export async function openWriterInThisThread(file: string, limits: Limits['capsules']): Promise<Writer> {
  const capsules = await WatchedCapsules.open(file, limits)
  return writerOf(capsules.identities, (request) => new Promise((resolve) => resolve(perform(capsules, request))))
}

interface PendingCall {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * A writer in a separate thread. Rejects when the database cannot be opened. When the thread ends by itself, every call from then on rejects with
 * `StoreUnavailable`, and the service must be restarted.
 *
 * @param onEnd called when the thread ends by itself
 */
export async function openWriterThread(
  threadFile: string,
  file: string,
  limits: Limits['capsules'],
  onEnd: (error: Error) => void,
): Promise<Writer> {
  const workerData: WriterThreadData = { file, limits }
  const thread = new WriterThread(new Worker(threadFile, { workerData, env: {}, argv: [], execArgv: [] }), onEnd)
  // The first answer of the thread.
  const identities = (await thread.opened) as FileIdentities
  return {
    ...writerOf(identities, (request) =>
      thread.call(request.method === 'addAll' ? { method: 'addAll', values: [request.values[0].map(ownBytes)] } : request),
    ),
    close: () => thread.close(),
  }
}

/** Copies the bytes: a small buffer is a slice of a pool of 8 KB, and the whole pool would be copied into the message. */
function ownBytes(capsule: StoredCapsule): StoredCapsule {
  return { ...capsule, recipient: new Uint8Array(capsule.recipient), keyMaterial: new Uint8Array(capsule.keyMaterial) }
}

/** A running thread. Its answers come in the order of the calls. */
class WriterThread {
  readonly #worker: Worker
  readonly #onEnd: (error: Error) => void
  readonly #pending: PendingCall[] = []
  readonly opened: Promise<unknown>
  #state: 'running' | 'closing' | 'ended' = 'running'

  constructor(worker: Worker, onEnd: (error: Error) => void) {
    this.#worker = worker
    this.#onEnd = onEnd
    this.opened = this.#next()
    worker.on('message', (answer: WriterAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new Error('the thread of the capsule store has ended')))
  }

  call(request: WriterCall): Promise<unknown> {
    if (this.#state === 'ended') return Promise.reject(threadEnded())
    this.#worker.postMessage(request)
    return this.#next()
  }

  async close(): Promise<void> {
    if (this.#state === 'running') {
      const closed = this.call({ method: 'close', values: [] })
      this.#state = 'closing'
      await closed
    }
    await this.#worker.terminate()
  }

  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }))
  }

  #settle(answer: WriterAnswer): void {
    const pending = this.#pending.shift()
    switch (answer.kind) {
      case 'done':
        pending?.resolve(answer.result)
        return
      case 'unavailable':
        pending?.reject(new StoreUnavailable(answer.message))
        return
      case 'damaged':
        pending?.reject(new StoreDamaged(answer.message))
        return
      case 'fault': {
        const fault = new Error(answer.message)
        fault.stack = answer.stack
        pending?.reject(fault)
      }
    }
  }

  #end(error: Error): void {
    const before = this.#state
    this.#state = 'ended'
    for (const { reject } of this.#pending.splice(0)) reject(threadEnded(error))
    if (before === 'running') this.#onEnd(error)
  }
}

/** Nothing is known of the calls in progress, so they must not be answered as stored or refused. */
function threadEnded(cause?: Error): StoreUnavailable {
  return new StoreUnavailable('The thread of the capsule store has ended; the service must be restarted.', { cause })
}
