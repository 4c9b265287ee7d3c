import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { RequestError } from '#model'
import { Abandoned, Overload, WorkerPool } from '#service'

interface Task {
  readonly act: 'echo' | 'hang' | 'wait' | 'hoard' | 'throw' | 'exit'
  readonly bytes?: Uint8Array
}

const open: WorkerPool<Task, unknown>[] = []
const faults: Error[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
  faults.length = 0
})

async function pool(options: { milliseconds?: number; maxThreads?: number; maxWaiting?: number; workerFile?: string } = {}) {
  const opened = await WorkerPool.open<Task, unknown>({
    workerFile: options.workerFile ?? fileURLToPath(new URL('hostile-worker.mjs', import.meta.url)),
    maxThreads: options.maxThreads ?? 1,
    maxWaiting: options.maxWaiting ?? 10,
    heapMegabytes: 32,
    youngMegabytes: 8,
    milliseconds: options.milliseconds ?? 10_000,
    idleMilliseconds: 100,
    onFault: (fault) => faults.push(fault),
  })
  open.push(opened)
  return opened
}

const problemOf = (error: unknown) => (error instanceof RequestError ? error.problems[0] : error)

describe('worker pool', () => {
  it('moves the bytes of a document into the thread, which sees nothing of the environment', async () => {
    const workers = await pool()
    const bytes = new Uint8Array(1_000)
    expect(await workers.run({ act: 'echo', bytes }, [bytes.buffer])).toEqual({ length: 1_000, environment: 0 })
    expect(bytes).toHaveLength(0)
  })

  it('ends a task that hangs when its time is used up, names the document, and serves the next', async () => {
    const workers = await pool({ milliseconds: 4_000 })
    await workers.run({ act: 'echo' }, [])
    const hung = workers.run({ act: 'hang' }, [])
    const next = workers.run({ act: 'echo' }, [])
    expect(problemOf(await hung.catch((error: unknown) => error))).toMatchObject({ field: 'document', code: 'VALIDATION_TIME_USED_UP' })
    expect(await next).toMatchObject({ length: 0 })
    expect(workers.state()).toMatchObject({ running: 0, waiting: 0, usable: true })
  })

  it('ends a task that fills its heap, names the document, and serves the next', async () => {
    const workers = await pool()
    const hoarding = workers.run({ act: 'hoard' }, [])
    const next = workers.run({ act: 'echo' }, [])
    expect(problemOf(await hoarding.catch((error: unknown) => error))).toMatchObject({
      field: 'document',
      code: 'VALIDATION_MEMORY_USED_UP',
    })
    expect(await next).toMatchObject({ length: 0 })
  })

  it('hostile tasks one after another leave the others alone', async () => {
    const workers = await pool({ maxThreads: 2, milliseconds: 4_000 })
    const acts = ['hang', 'echo', 'hoard', 'echo', 'throw', 'echo', 'exit', 'echo', 'hang', 'echo'] as const
    const results = await Promise.allSettled(acts.map((act) => workers.run({ act }, [])))
    expect(results.map(({ status }) => status)).toEqual(acts.map((act) => (act === 'echo' ? 'fulfilled' : 'rejected')))
  })

  it('passes on a fault of the worker as it is', async () => {
    await expect((await pool()).run({ act: 'throw' }, [])).rejects.toThrow('a fault of the worker')
  })

  it('refuses what does not fit the queue, and drops what nobody waits for', async () => {
    const workers = await pool({ maxWaiting: 2 })
    const gone = new AbortController()
    const first = workers.run({ act: 'wait' }, [])
    const second = workers.run({ act: 'wait' }, [], gone.signal)
    const third = workers.run({ act: 'wait' }, [])
    await expect(workers.run({ act: 'wait' }, [])).rejects.toBeInstanceOf(Overload)
    gone.abort()
    await expect(second).rejects.toBeInstanceOf(Abandoned)
    expect(await Promise.all([first, third])).toEqual(['waited', 'waited'])
  })

  it('does not count the time in the queue', async () => {
    const workers = await pool({ milliseconds: 1_000 })
    const tasks = Array.from({ length: 10 }, () => workers.run({ act: 'wait' }, []))
    expect((await Promise.allSettled(tasks)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('keeps one thread at rest', async () => {
    const workers = await pool({ maxThreads: 3 })
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => workers.run({ act: 'wait' }, [])))
    await expect.poll(() => workers.state().threads, { timeout: 5_000 }).toBe(1)
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
  })

  it('says at once, and in its state, that threads cannot be started', async () => {
    const workers = await pool({ workerFile: '/nowhere/worker.js', milliseconds: 5_000 })
    const started = performance.now()
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(3_000)
    await expect.poll(() => workers.state().usable).toBe(false)
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow(/Cannot find module/)
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(faults.length).toBeGreaterThan(0)
  })
})
