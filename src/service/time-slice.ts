import { Buffer } from 'node:buffer'
import { types } from 'node:util'
import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/** A task as it travels to a thread. */
export interface SlicedTask<Task> {
  readonly task: Task
  /** The time that it has; null where it runs until it ends. */
  readonly sliceMilliseconds: number | null
  /** By which the thread speaks of it. */
  readonly number: number
}

/** Said of a task that failed in a thread in which another one was cut off before: its thread is to be ended, and it is to begin anew in a fresh one. */
export interface DoubtfulFailure {
  readonly doubtful: number
}

export type SlicedReply<Reply> = { readonly kind: 'ended'; readonly reply: Reply } | { readonly kind: 'cut-off' }

/**
 * Runs a task in this thread, for as long as its slice lasts. What is cut off leaves the thread in use, which costs nothing, while a thread that is ended
 * takes a third of a second of processor time until it serves again.
 *
 * The platform cuts synchronous code off between any two steps of it, and neither `catch` nor `finally` of that code sees it. So whatever it may have been
 * changing must not be used any more: `forget` drops everything that is kept from one task to the next. What a task does after its first `await` is not cut off.
 * An error of ours in a thread that has cut something off is not believed.
 */
export async function runSliced<Task, Reply>(
  sliced: SlicedTask<Task>,
  run: (task: Task) => Reply | Promise<Reply>,
  forget: () => void,
): Promise<SlicedReply<Reply>> {
  try {
    return await runOnce(sliced, run, forget)
  } catch (error) {
    if (!hasCutOff || parentPort === null) throw error
    parentPort.postMessage({ doubtful: sliced.number } satisfies DoubtfulFailure)
    // The pool ends this thread.
    return new Promise(() => undefined)
  }
}

let hasCutOff = false

async function runOnce<Task, Reply>(
  { task, sliceMilliseconds }: SlicedTask<Task>,
  run: (task: Task) => Reply | Promise<Reply>,
  forget: () => void,
): Promise<SlicedReply<Reply>> {
  if (sliceMilliseconds === null) return { kind: 'ended', reply: await run(task) }
  const begun: { running?: Reply | Promise<Reply> } = {}
  try {
    guarded.run = () => {
      begun.running = run(task)
    }
    script.runInContext(context, { timeout: sliceMilliseconds })
  } catch (error) {
    if (!isTimeout(error)) throw error
    hasCutOff = true
    forget()
    // The platform marks, while it makes a buffer that need not be empty, that no memory is: making one to its end takes a mark back that was left behind.
    Buffer.allocUnsafeSlow(1)
    return { kind: 'cut-off' }
  } finally {
    guarded.run = nothing
  }
  if (begun.running === undefined) throw new TypeError('the guarded task has not run')
  return { kind: 'ended', reply: await begun.running }
}

/** It is made in the inner context, whose classes of errors are others. */
function isTimeout(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

const nothing = (): void => undefined
const guarded: { run: () => void } = { run: nothing }
/** The timeout is that of the thread: it cuts off the function as well, which belongs to the outer context. */
const context = createContext(guarded)
const script = new Script('run()')
