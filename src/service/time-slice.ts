import { Buffer } from 'node:buffer'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { types } from 'node:util'
import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/** A task as it is sent to a thread. */
export interface SlicedTask<Task> {
  readonly task: Task
  /** Milliseconds after which the task is cut off; null when it runs until it ends. */
  readonly sliceMilliseconds: number | null
  /** Number of the run, for `DoubtfulFailure`. */
  readonly number: number
}

/**
 * Message of a thread: the task with this number failed in a thread in which another task had been cut off, or in which a module could not be loaded. The pool
 * ends the thread and restarts the task.
 */
export interface DoubtfulFailure {
  readonly doubtful: number
}

export type SlicedReply<Reply> = { readonly kind: 'ended'; readonly reply: Reply } | { readonly kind: 'cut-off' }

/**
 * Runs a task in this thread and cuts it off at the end of its slice. The thread stays in use: ending it and starting another would take 0.3 s of processor
 * time.
 *
 * V8 interrupts synchronous code at any point, and neither `catch` nor `finally` in it runs. So state that the task may have been changing must not be used any
 * more: `forget` must drop all state that is held between tasks. Work after the first `await` of a task is not cut off. An internal error in a thread that has
 * cut off a task before may be a consequence of that; it is reported as `DoubtfulFailure`, not thrown. So is a module that cannot be loaded: Node.js 20 does
 * not try again in the same thread.
 */
export async function runSliced<Task, Reply>(
  sliced: SlicedTask<Task>,
  run: (task: Task) => Reply | Promise<Reply>,
  forget: () => void,
): Promise<SlicedReply<Reply>> {
  try {
    return await runOnce(sliced, run, forget)
  } catch (error) {
    if (parentPort === null || !(hasCutOff || isOfDescriptorsOrModules(error))) throw error
    parentPort.postMessage({ doubtful: sliced.number } satisfies DoubtfulFailure)
    // The pool ends this thread.
    return new Promise(() => undefined)
  }
}

let hasCutOff = false

/** Whether a module could not be loaded, or too many files were open: then a module may be half loaded. */
function isOfDescriptorsOrModules(error: unknown): boolean {
  return (
    types.isNativeError(error) &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(?:EMFILE|ENFILE|(?:ERR_)?MODULE_NOT_FOUND|ERR_INVALID_PACKAGE_CONFIG)$/.test(error.code)
  )
}

async function runOnce<Task, Reply>(
  { task, sliceMilliseconds }: SlicedTask<Task>,
  run: (task: Task) => Reply | Promise<Reply>,
  forget: () => void,
): Promise<SlicedReply<Reply>> {
  // Without a slice, the pool ends the thread when the task takes too long.
  if (sliceMilliseconds === null || !canTime()) return { kind: 'ended', reply: await run(task) }
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
    // While Node.js allocates a buffer that is not filled with zeros, a flag turns off zero-filling. Allocating a buffer completely resets a flag that was left
    // set.
    Buffer.allocUnsafeSlow(1)
    return { kind: 'cut-off' }
  } finally {
    guarded.run = nothing
  }
  if (begun.running === undefined) throw new TypeError('the guarded task has not run')
  return { kind: 'ended', reply: await begun.running }
}

/** Descriptors for the timeout of a script, for which Node.js opens an event loop: five, and one in reserve. */
const descriptorsOfTimeout = 6

/** Whether a timeout can be set. Node.js ends the process when there are no descriptors for it. */
function canTime(): boolean {
  const opened: number[] = []
  try {
    while (opened.length < descriptorsOfTimeout) opened.push(openSync(devNull, 'r'))
    return true
  } catch (error) {
    if (!isOfDescriptorsOrModules(error)) throw error
    return false
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** Whether an error is the timeout of the slice. Not checked with `instanceof`: the error is created in the inner context, which has its own error classes. */
function isTimeout(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

const nothing = (): void => undefined
const guarded: { run: () => void } = { run: nothing }
/** The timeout of a script interrupts the thread, so it also interrupts the function that the script calls, which belongs to the outer context. */
const context = createContext(guarded)
const script = new Script('run()')
