import { Worker } from 'node:worker_threads'
import {
  type CapsuleRecord,
  type Deletion,
  type KeptClock,
  type MoveResult,
  StoreDamaged,
  type StoredCapsule,
  StoreUnavailable,
} from '#capsule'
import type { Instant } from '#model'
import type { FileIdentities } from './database-file-watch.js'
import { WatchedCapsules } from './watched-capsules.js'

/** The writing connection of the embedded store. Every method that writes is one durable transaction. Rejects with `StoreUnavailable` or `StoreDamaged`. */
export interface Writer {
  /** Identities of the files, as they were opened first. */
  readonly identities: FileIdentities
  addAll(capsules: readonly StoredCapsule[]): Promise<readonly ('added' | 'taken')[]>
  delete(id: string): Promise<Deletion>
  deleteExpired(before: Instant, limit: number): Promise<number>
  moveIn(records: readonly CapsuleRecord[]): Promise<readonly MoveResult[]>
  count(): Promise<number>
  readClock(): Promise<KeptClock>
  keepClock(clock: KeptClock): Promise<void>
  acceptClock(wall: Instant): Promise<void>
  probe(): Promise<void>
  /** Checks without writing that a restart would find what was written; rejects otherwise. */
  look(): Promise<void>
  /** Copies the database, as of one moment, into another file, which must be empty or missing. */
  copyInto(file: string): Promise<void>
  close(): Promise<void>
}

/** A call to the thread. The names are the methods of `WatchedCapsules`. */
export type WriterCall =
  | { readonly method: 'addAll'; readonly values: readonly [readonly StoredCapsule[]] }
  | { readonly method: 'delete'; readonly values: readonly [string] }
  | { readonly method: 'deleteExpired'; readonly values: readonly [Instant, number] }
  | { readonly method: 'moveIn'; readonly values: readonly [readonly CapsuleRecord[]] }
  | { readonly method: 'count'; readonly values: readonly [] }
  | { readonly method: 'readClock'; readonly values: readonly [] }
  | { readonly method: 'keepClock'; readonly values: readonly [KeptClock] }
  | { readonly method: 'acceptClock'; readonly values: readonly [Instant] }
  | { readonly method: 'probe'; readonly values: readonly [] }
  | { readonly method: 'look'; readonly values: readonly [] }
  | { readonly method: 'copyInto'; readonly values: readonly [string] }
  | { readonly method: 'close'; readonly values: readonly [] }

export type WriterAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'unavailable' | 'damaged'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string }

/** What a thread opens. */
export interface WriterFiles {
  readonly file: string
  readonly known: FileIdentities | null
}

/** A writer in this thread, which then waits for the disk: for the command line and for tests. */
export async function openWriterInThisThread(file: string): Promise<Writer> {
  const capsules = await WatchedCapsules.open(file, null)
  const later = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()))
  return {
    identities: capsules.identities,
    addAll: (added) => later(() => capsules.addAll(added)),
    delete: (id) => later(() => capsules.delete(id)),
    deleteExpired: (before, limit) => later(() => capsules.deleteExpired(before, limit)),
    moveIn: (records) => later(() => capsules.moveIn(records)),
    count: () => later(() => capsules.count()),
    readClock: () => later(() => capsules.readClock()),
    keepClock: (clock) => later(() => capsules.keepClock(clock)),
    acceptClock: (wall) => later(() => capsules.acceptClock(wall)),
    probe: () => later(() => capsules.probe()),
    look: () => later(() => capsules.look()),
    copyInto: (copy) => later(() => capsules.copyInto(copy)),
    close: () => later(() => capsules.close()),
  }
}

interface PendingCall {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** A writer in a thread of its own. Rejects when the database cannot be opened. When the thread dies, pending calls reject and the next call starts a new thread. */
export async function openWriterThread(threadFile: string, file: string): Promise<Writer> {
  let thread = WriterThread.start(threadFile, { file, known: null })
  const { identities } = await thread
  const call = async (request: WriterCall): Promise<unknown> => {
    const asked = thread
    const usable = await asked.then(
      (started) => !started.dead,
      () => false,
    )
    // The first of several calls that find the thread dead starts a new one.
    if (!usable && asked === thread) thread = WriterThread.start(threadFile, { file, known: identities })
    return (await thread).call(request)
  }
  const callForNothing = async (request: WriterCall): Promise<void> => {
    await call(request)
  }
  return {
    identities,
    // The thread answers with what `WatchedCapsules` returned for the same method.
    addAll: async (capsules) => (await call({ method: 'addAll', values: [capsules.map(ownBytes)] })) as readonly ('added' | 'taken')[],
    delete: async (id) => (await call({ method: 'delete', values: [id] })) as Deletion,
    deleteExpired: async (before, limit) => (await call({ method: 'deleteExpired', values: [before, limit] })) as number,
    moveIn: async (records) => (await call({ method: 'moveIn', values: [records] })) as readonly MoveResult[],
    count: async () => (await call({ method: 'count', values: [] })) as number,
    readClock: async () => (await call({ method: 'readClock', values: [] })) as KeptClock,
    keepClock: (clock) => callForNothing({ method: 'keepClock', values: [clock] }),
    acceptClock: (wall) => callForNothing({ method: 'acceptClock', values: [wall] }),
    probe: () => callForNothing({ method: 'probe', values: [] }),
    look: () => callForNothing({ method: 'look', values: [] }),
    copyInto: (copy) => callForNothing({ method: 'copyInto', values: [copy] }),
    close: async () => (await thread).close(),
  }
}

/** Copies the bytes: small buffers are slices of a pool of 8 KB, all of which would be copied into the message. */
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
