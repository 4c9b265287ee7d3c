import { Worker } from 'node:worker_threads'
import { StoreDamaged, type StoredCapsule, StoreUnavailable } from '#capsule'
import type { FileIdentities } from './database-file-watch.js'
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
  'look',
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

/** A call to the thread. */
export type WriterCall = { readonly [M in Method]: { readonly method: M; readonly values: Parameters<WatchedCapsules[M]> } }[Method]

export type WriterAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'unavailable' | 'damaged'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string }

/** The files that a writer thread opens. */
export interface WriterFiles {
  readonly file: string
  readonly known: FileIdentities | null
}

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
export async function openWriterInThisThread(file: string): Promise<Writer> {
  const capsules = await WatchedCapsules.open(file, null)
  return writerOf(capsules.identities, (request) => new Promise((resolve) => resolve(perform(capsules, request))))
}

interface PendingCall {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * A writer in a separate thread. Rejects when the database cannot be opened. When the thread dies, pending calls reject and the next call starts a new thread.
 */
export async function openWriterThread(threadFile: string, file: string): Promise<Writer> {
  let thread = WriterThread.start(threadFile, { file, known: null })
  const { identities } = await thread
  const call = async (request: WriterCall): Promise<unknown> => {
    const current = thread
    const usable = await current.then(
      (started) => !started.dead,
      () => false,
    )
    // The first of several calls that find the thread dead starts a new one.
    if (!usable && current === thread) thread = WriterThread.start(threadFile, { file, known: identities })
    return (await thread).call(request)
  }
  return {
    ...writerOf(identities, (request) =>
      call(request.method === 'addAll' ? { method: 'addAll', values: [request.values[0].map(ownBytes)] } : request),
    ),
    close: async () => (await thread).close(),
  }
}

/** Copies the bytes: a small buffer is a slice of a pool of 8 KB, and the whole pool would be copied into the message. */
function ownBytes(capsule: StoredCapsule): StoredCapsule {
  return { ...capsule, recipient: new Uint8Array(capsule.recipient), keyMaterial: new Uint8Array(capsule.keyMaterial) }
}

/** A running thread. Its answers come in the order of the calls. */
class WriterThread {
  readonly #worker: Worker
  readonly #pending: PendingCall[] = []
  dead = false
  identities: FileIdentities = []

  static async start(threadFile: string, files: WriterFiles): Promise<WriterThread> {
    const thread = new WriterThread(new Worker(threadFile, { workerData: files, env: {}, argv: [], execArgv: [] }))
    // The first answer of the thread.
    thread.identities = (await thread.#next()) as FileIdentities
    return thread
  }

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: WriterAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#die(error))
    worker.on('exit', () => this.#die(new Error('the thread of the capsule store has ended')))
  }

  call(request: WriterCall): Promise<unknown> {
    this.#worker.postMessage(request)
    return this.#next()
  }

  async close(): Promise<void> {
    if (!this.dead) await this.call({ method: 'close', values: [] })
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

  #die(error: Error): void {
    this.dead = true
    for (const { reject } of this.#pending.splice(0)) reject(error)
  }
}
