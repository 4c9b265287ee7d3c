import { EventEmitter } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '#model'
import { Abandoned, Overload, WorkerPool, type WorkerPoolOptions } from '#threads'

interface Task {
  readonly act: 'echo' | 'require' | 'hang' | 'stall' | 'wait' | 'hoard' | 'throw' | 'exit'
  readonly bytes?: Uint8Array
  /** Of `wait`. */
  readonly milliseconds?: number
}

const hostileWorker = fileURLToPath(new URL('hostile-worker.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'hostile-worker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: WorkerPool<Task, unknown>[] = []
const faults: Error[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
  faults.length = 0
})

function pool(options: Partial<WorkerPoolOptions> = {}) {
  const opened = new WorkerPool<Task, unknown>({
    workerFile: hostileWorker,
    workerData: { bound: 5 },
    threads: 1,
    maxWaiting: 10,
    maxWaitMilliseconds: 600_000,
    abandonMilliseconds: 100,
    restartMilliseconds: 60_000,
    heapMegabytes: 32,
    youngMegabytes: 8,
    milliseconds: 600_000,
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  opened.start()
  open.push(opened)
  return opened
}

/** A client that disconnects when the test says so. */
function clientThatGoes() {
  const gone = new EventEmitter()
  let isGone = false
  return {
    onDisconnect: (drop: () => void) => void (isGone ? drop() : gone.once('gone', drop)),
    goes: () => {
      isGone = true
      gone.emit('gone')
    },
  }
}

const problemOf = (error: unknown) => (error instanceof RequestError ? error.problems[0] : error)

describe('worker pool', () => {
  it('the worker pool moves the bytes of a document into the thread, which sees its bounds and nothing of the environment', async () => {
    const workers = pool()
    const bytes = new Uint8Array(1_000)
    expect(await workers.run({ act: 'echo', bytes }, [bytes.buffer])).toEqual({ length: 1_000, environment: 0, given: { bound: 5 } })
    expect(bytes).toHaveLength(0)
  })

  it('the worker pool is usable again, without a task, when threads can be started after all', async () => {
    const workerFile = join(folder, 'late-worker.mjs')
    const workers = pool({ workerFile, restartMilliseconds: 300 })
    await expect.poll(() => workers.state().usable).toBe(false)
    copyFileSync(hostileWorker, workerFile)
    await expect.poll(() => workers.state().usable).toBe(true)
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
  })

  it('the worker pool is usable again when the code for threads can be loaded after all', async () => {
    const tooManyFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    vi.spyOn(Module as unknown as { _load: () => unknown }, '_load').mockImplementationOnce(() => {
      throw tooManyFiles
    })
    const workers = pool({ restartMilliseconds: 300 })
    expect(workers.state().usable).toBe(false)
    expect(faults).toEqual([tooManyFiles])
    const waiting = workers.run({ act: 'echo' }, [])
    expect(await waiting).toMatchObject({ length: 0 })
    expect(workers.state().usable).toBe(true)
  })

  it('the worker pool reads no module by require in a thread, which would end the process when the thread is ended meanwhile', async () => {
    const workers = pool()
    await expect(workers.run({ act: 'require' }, [])).rejects.toThrow(/^require\(\) of ES Module/)
  })

  it('the worker pool ends a task that hangs when its time is used up, names the document, and serves the next', async () => {
    const workers = pool({ milliseconds: 4_000 })
    await workers.run({ act: 'echo' }, [])
    const hung = workers.run({ act: 'hang' }, [])
    const next = workers.run({ act: 'echo' }, [])
    expect(problemOf(await hung.catch((error: unknown) => error))).toMatchObject({ field: 'document', code: 'VALIDATION_TIME_USED_UP' })
    expect(await next).toMatchObject({ length: 0 })
    expect(workers.state()).toMatchObject({ running: 0, waiting: 0, usable: true })
  })

  it('the worker pool ends a task that fills its heap, names the document, and serves the next', async () => {
    const workers = pool()
    const hoarding = workers.run({ act: 'hoard' }, [])
    const next = workers.run({ act: 'echo' }, [])
    expect(problemOf(await hoarding.catch((error: unknown) => error))).toMatchObject({
      field: 'document',
      code: 'VALIDATION_MEMORY_USED_UP',
    })
    expect(await next).toMatchObject({ length: 0 })
  })

  it('hostile tasks in sequence do not affect the other tasks of the pool', async () => {
    const workers = pool({ threads: 2, milliseconds: 4_000 })
    const acts = ['hang', 'echo', 'hoard', 'echo', 'throw', 'echo', 'exit', 'echo', 'hang', 'echo'] as const
    const results = await Promise.allSettled(acts.map((act) => workers.run({ act }, [])))
    expect(results.map(({ status }) => status)).toEqual(acts.map((act) => (act === 'echo' ? 'fulfilled' : 'rejected')))
  })

  it('the worker pool passes on a fault of the worker as it is', async () => {
    await expect(pool().run({ act: 'throw' }, [])).rejects.toThrow('a fault of the worker')
  })

  it('the worker pool refuses tasks above the length of the queue, and drops tasks whose client has gone', async () => {
    const workers = pool({ maxWaiting: 2 })
    const gone = clientThatGoes()
    const first = workers.run({ act: 'wait' }, [])
    const second = workers.run({ act: 'wait' }, [], { onDisconnect: gone.onDisconnect })
    expect(workers.hasRoomFor('')).toBe(true)
    const third = workers.run({ act: 'wait' }, [])
    expect(workers.hasRoomFor('')).toBe(false)
    await expect(workers.run({ act: 'wait' }, [])).rejects.toBeInstanceOf(Overload)
    gone.goes()
    await expect(second).rejects.toBeInstanceOf(Abandoned)
    expect(await Promise.all([first, third])).toEqual(['waited', 'waited'])
  })

  it('the worker pool does not count the time in the queue', async () => {
    const workers = pool({ milliseconds: 4_000 })
    const tasks = Array.from({ length: 10 }, () => workers.run({ act: 'wait', milliseconds: 500 }, []))
    expect((await Promise.allSettled(tasks)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('the worker pool starts its threads before there is work, and a new one for each that ends', async () => {
    const workers = pool({ threads: 2, milliseconds: 4_000 })
    await expect.poll(() => workers.state().threads).toBe(2)
    await expect(workers.run({ act: 'hang' }, [])).rejects.toBeInstanceOf(RequestError)
    await expect.poll(() => workers.state()).toMatchObject({ threads: 2, running: 0 })
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
  })

  it('the worker pool says at once, and in its state, that threads cannot be started', async () => {
    const workers = pool({ workerFile: '/nowhere/worker.js', milliseconds: 500_000 })
    const started = performance.now()
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(250_000)
    await expect.poll(() => workers.state().usable).toBe(false)
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow(/Cannot find module/)
    expect(performance.now() - started).toBeLessThan(250_000)
    expect(faults.length).toBeGreaterThan(0)
  })
})

describe('a queue that is fair', () => {
  /** Names of tasks in the order in which they end. */
  function recorder(workers: WorkerPool<Task, unknown>) {
    const ended: string[] = []
    const all: Promise<unknown>[] = []
    return {
      ended,
      run: (name: string, task: Task = { act: 'wait' }) => {
        const running = workers.run(task, [], { client: name.slice(0, 1) })
        all.push(running.then(() => ended.push(name)).catch((error: Error) => ended.push(`${name}: ${error.name}`)))
        return running.catch((error: unknown) => error)
      },
      settled: () => Promise.all(all),
    }
  }

  it('a fair queue serves clients in turn, however many documents one of them has sent', async () => {
    const { run, ended, settled } = recorder(pool({ maxWaiting: 100 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void run(name)
    await settled()
    expect(ended).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
  })

  it('a fair queue leaves one thread to the other clients that wait, when one client could fill all', async () => {
    const workers = pool({ threads: 3, maxWaiting: 100 })
    await expect.poll(() => workers.state().threads).toBe(3)
    const gone = clientThatGoes()
    const long = ['a1', 'a2'].map(() =>
      workers.run({ act: 'hang' }, [], { client: 'a', onDisconnect: gone.onDisconnect }).catch((error: unknown) => error),
    )
    const { run, ended, settled } = recorder(workers)
    for (const name of ['b1', 'a3', 'a4', 'b2', 'b3']) void run(name)
    await settled()
    expect(ended.slice(0, 3)).toEqual(['b1', 'b2', 'b3'])
    gone.goes()
    expect(await Promise.all(long)).toEqual([expect.any(Abandoned), expect.any(Abandoned)])
  })

  it('a fair queue refuses, when the queue is full, the newest document of the client with the most, and among equals that of the newcomer', async () => {
    const { run, ended, settled } = recorder(pool({ maxWaiting: 3 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1']) void run(name)
    await settled()
    expect(ended.filter((name) => name.includes(':')).sort()).toEqual(['a3: Overload', 'a4: Overload', 'd1: Overload', 'e1: Overload'])
  })

  it('a fair queue refuses what has waited too long', async () => {
    const { run, ended, settled } = recorder(pool({ maxWaitMilliseconds: 300 }))
    void run('a1', { act: 'wait', milliseconds: 1_500 })
    const late = await run('b1')
    expect(late).toBeInstanceOf(Overload)
    expect((late as Overload).message).toContain('waited longer than 0.3 seconds')
    await settled()
    expect(ended).toEqual(['b1: Overload', 'a1'])
  })
})

describe('a task whose caller has gone', () => {
  it('a task whose caller has gone is stopped soon, also while it runs, and its thread is there for the next', async () => {
    const workers = pool({ milliseconds: 600_000 })
    const gone = clientThatGoes()
    const hung = workers.run({ act: 'hang' }, [], { onDisconnect: gone.onDisconnect }).catch((error: unknown) => error)
    const waiting = workers.run({ act: 'hang' }, [], { onDisconnect: gone.onDisconnect }).catch((error: unknown) => error)
    gone.goes()
    expect(await waiting).toBeInstanceOf(Abandoned)
    expect(await hung).toBeInstanceOf(Abandoned)
    expect(workers.state()).toMatchObject({ running: 0, waiting: 0 })
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
    const late = workers.run({ act: 'hang' }, [], { onDisconnect: gone.onDisconnect })
    await expect(late).rejects.toBeInstanceOf(Abandoned)
  })

  it('a task whose caller has gone may end by itself in the time that it is given', async () => {
    const workers = pool({ abandonMilliseconds: 60_000 })
    const gone = clientThatGoes()
    const running = workers.run({ act: 'wait' }, [], { onDisconnect: gone.onDisconnect })
    gone.goes()
    expect(await running).toBe('waited')
  })
})

describe('a pool that is closed', () => {
  it('a pool that is closed rejects running and waiting tasks, and reports no internal error', async () => {
    const workers = pool()
    const running = workers.run({ act: 'hang' }, []).catch((error: unknown) => error)
    const waiting = workers.run({ act: 'echo' }, []).catch((error: unknown) => error)
    await expect.poll(() => workers.state().threads).toBe(1)
    await workers.close()
    expect([await running, await waiting]).toEqual([expect.any(Abandoned), expect.any(Abandoned)])
    await expect(workers.run({ act: 'echo' }, [])).rejects.toBeInstanceOf(Abandoned)
    expect(faults).toEqual([])
  })
})
