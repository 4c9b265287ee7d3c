import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import typescript from 'typescript'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '#model'
import { Abandoned, Overload } from '#service'
import { WorkerPool, type WorkerPoolOptions } from '../../src/service/worker-pool.js'

interface Task {
  readonly act: 'echo' | 'require' | 'load' | 'kept' | 'fail-if-cut-off' | 'hang' | 'stall' | 'wait' | 'hoard' | 'throw' | 'exit'
  readonly bytes?: Uint8Array
  /** Of `wait`. */
  readonly milliseconds?: number
}

/** The worker with the module that it needs, which threads of the platform can read only as JavaScript. */
const folder = mkdtempSync(join(tmpdir(), 'hostile-worker-'))
const here = new URL('.', import.meta.url).pathname
copyFileSync(join(here, 'hostile-worker.mjs'), join(folder, 'hostile-worker.mjs'))
writeFileSync(
  join(folder, 'time-slice.mjs'),
  typescript.transpileModule(readFileSync(join(here, '../../src/service/time-slice.ts'), 'utf8'), {
    compilerOptions: { target: typescript.ScriptTarget.ES2023, module: typescript.ModuleKind.ES2022 },
  }).outputText,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: WorkerPool<Task, unknown>[] = []
const faults: Error[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
  faults.length = 0
})

async function pool(options: Partial<WorkerPoolOptions> = {}) {
  const opened = new WorkerPool<Task, unknown>({
    workerFile: join(folder, 'hostile-worker.mjs'),
    maxThreads: 1,
    spareThreads: 0,
    busyMilliseconds: 100,
    firstSliceMilliseconds: 5_000,
    secondSliceMilliseconds: 10_000,
    overdueMilliseconds: 60_000,
    millisecondsPerMegabyte: 100,
    maxWaiting: 10,
    maxWaitMilliseconds: 60_000,
    abandonMilliseconds: 100,
    restartMilliseconds: 60_000,
    useHalfLifeMilliseconds: 30_000,
    seniorityPeriodMilliseconds: 10_000,
    maxSeniorityPeriods: 31,
    maxKnownClients: 10_000,
    heapMegabytes: 32,
    youngMegabytes: 8,
    milliseconds: 10_000,
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  opened.start()
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

  it('is usable again, without a task, when threads can be started after all', async () => {
    const workerFile = join(folder, 'late-worker.mjs')
    const workers = await pool({ workerFile, restartMilliseconds: 300 })
    await expect.poll(() => workers.state().usable, { timeout: 10_000 }).toBe(false)
    copyFileSync(join(folder, 'hostile-worker.mjs'), workerFile)
    await expect.poll(() => workers.state().usable, { timeout: 10_000 }).toBe(true)
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
  })

  it('is usable again when the code for threads can be loaded after all', async () => {
    const tooManyFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    vi.spyOn(Module as unknown as { _load: () => unknown }, '_load').mockImplementationOnce(() => {
      throw tooManyFiles
    })
    const workers = await pool({ restartMilliseconds: 300 })
    expect(workers.state().usable).toBe(false)
    expect(faults).toEqual([tooManyFiles])
    const waiting = workers.run({ act: 'echo' }, [])
    expect(await waiting).toMatchObject({ length: 0 })
    expect(workers.state().usable).toBe(true)
  })

  it('loads a module after all that could not be loaded in a thread: the thread is ended, because Node.js 20 would not try again in it', async () => {
    writeFileSync(join(folder, 'late-module.mjs'), "export { loaded } from './late-part.mjs'")
    const workers = await pool()
    const impossible = workers.run({ act: 'load' }, [])
    await expect(impossible).rejects.toThrow()
    writeFileSync(join(folder, 'late-part.mjs'), "export const loaded = 'after all'")
    expect(await workers.run({ act: 'load' }, [])).toBe('after all')
    expect(workers.state()).toMatchObject({ running: 0, waiting: 0, usable: true })
  })

  it('reads no module by require in a thread, which would end the process when the thread is ended meanwhile', async () => {
    const workers = await pool()
    await expect(workers.run({ act: 'require' }, [])).rejects.toThrow(/^require\(\) of ES Module/)
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

  it('hostile tasks in sequence do not affect the others', async () => {
    const workers = await pool({ maxThreads: 2, milliseconds: 4_000 })
    const acts = ['hang', 'echo', 'hoard', 'echo', 'throw', 'echo', 'exit', 'echo', 'hang', 'echo'] as const
    const results = await Promise.allSettled(acts.map((act) => workers.run({ act }, [])))
    expect(results.map(({ status }) => status)).toEqual(acts.map((act) => (act === 'echo' ? 'fulfilled' : 'rejected')))
  })

  it('passes on a fault of the worker as it is', async () => {
    await expect((await pool()).run({ act: 'throw' }, [])).rejects.toThrow('a fault of the worker')
  })

  it('refuses tasks above the length of the queue, and drops tasks whose client has gone', async () => {
    const workers = await pool({ maxWaiting: 2 })
    const gone = new AbortController()
    const first = workers.run({ act: 'wait' }, [])
    const second = workers.run({ act: 'wait' }, [], { signal: gone.signal })
    expect(workers.hasRoomFor('')).toBe(true)
    const third = workers.run({ act: 'wait' }, [])
    expect(workers.hasRoomFor('')).toBe(false)
    await expect(workers.run({ act: 'wait' }, [])).rejects.toBeInstanceOf(Overload)
    gone.abort()
    await expect(second).rejects.toBeInstanceOf(Abandoned)
    expect(await Promise.all([first, third])).toEqual(['waited', 'waited'])
  })

  it('does not count the time in the queue', async () => {
    const workers = await pool({ milliseconds: 4_000 })
    const tasks = Array.from({ length: 10 }, () => workers.run({ act: 'wait', milliseconds: 500 }, []))
    expect((await Promise.allSettled(tasks)).filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('starts its threads before there is work, and a new one for each that ends', async () => {
    const workers = await pool({ maxThreads: 2, spareThreads: 2, milliseconds: 4_000 })
    await expect.poll(() => workers.state().threads, { timeout: 20_000 }).toBe(4)
    await expect(workers.run({ act: 'hang' }, [])).rejects.toBeInstanceOf(RequestError)
    await expect.poll(() => workers.state(), { timeout: 20_000 }).toMatchObject({ threads: 4, running: 0 })
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
  })

  it('says at once, and in its state, that threads cannot be started', async () => {
    const workers = await pool({ workerFile: '/nowhere/worker.js', milliseconds: 60_000 })
    const started = performance.now()
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(30_000)
    await expect.poll(() => workers.state().usable).toBe(false)
    await expect(workers.run({ act: 'echo' }, [])).rejects.toThrow(/Cannot find module/)
    expect(performance.now() - started).toBeLessThan(30_000)
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

  it('serves clients in turn, however many documents one of them has sent', async () => {
    const { run, ended, settled } = recorder(await pool({ maxWaiting: 100 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void run(name)
    await settled()
    expect(ended.slice(0, 3).sort()).toEqual(['a1', 'b1', 'c1'])
    // By the time used: b2 would come after a4 only if b1 had taken longer than a1 to a4 together.
    expect(ended.indexOf('b2')).toBeLessThan(ended.indexOf('a5'))
  })

  it('serves clients that have used less before clients that have used more', async () => {
    const { run, ended, settled } = recorder(await pool({ maxWaiting: 100 }))
    await run('a1', { act: 'wait', milliseconds: 2_000 })
    for (const name of ['x1', 'a2', 'b1', 'b2', 'b3']) void run(name)
    await settled()
    expect(ended).toEqual(['a1', 'x1', 'b1', 'b2', 'b3', 'a2'])
  })

  it('drops, when the queue is full, the newest document of the client with the most, and among equals of the one that has used the most', async () => {
    const { run, ended, settled } = recorder(await pool({ maxWaiting: 3 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1']) void run(name)
    await settled()
    expect(ended.filter((name) => name.includes(':')).sort()).toEqual(['a2: Overload', 'a3: Overload', 'a4: Overload', 'e1: Overload'])
  })

  it('refuses what has waited too long', async () => {
    const { run, ended, settled } = recorder(await pool({ maxWaitMilliseconds: 300 }))
    void run('a1', { act: 'wait', milliseconds: 1_500 })
    const late = await run('b1')
    expect(late).toBeInstanceOf(Overload)
    expect((late as Overload).message).toContain('waited longer than 0.3 seconds')
    await settled()
    expect(ended).toEqual(['b1: Overload', 'a1'])
  })
})

describe('short tasks next to long ones', () => {
  it('are done while every other thread is busy', async () => {
    const workers = await pool({ spareThreads: 1, milliseconds: 600_000 })
    const gone = new AbortController()
    const long = workers.run({ act: 'hang' }, [], { client: 'a', signal: gone.signal }).catch((error: unknown) => error)
    expect(await workers.run({ act: 'echo' }, [], { client: 'b' })).toMatchObject({ length: 0 })
    expect(workers.state().running).toBe(1)
    gone.abort()
    expect(await long).toBeInstanceOf(Abandoned)
  })

  it('follow long ones that are cut off, whose thread stays and keeps nothing, and which begin anew with the bytes that they had', async () => {
    const workers = await pool({
      spareThreads: 1,
      busyMilliseconds: 50,
      firstSliceMilliseconds: 300,
      secondSliceMilliseconds: 600,
      milliseconds: 6_000,
      maxWaitMilliseconds: 600_000,
    })
    const ended: string[] = []
    const bytes = new Uint8Array(1_000)
    await expect.poll(() => workers.state().threads, { timeout: 20_000 }).toBe(2)
    const hung = workers.run({ act: 'hang' }, [], { client: 'a' }).catch(() => ended.push('hung'))
    const long = workers.run({ act: 'wait', milliseconds: 2_000, bytes }, [bytes.buffer], { client: 'b' }).then((reply) => {
      expect(reply).toEqual({ length: 1_000 })
      ended.push('long')
    })
    await expect.poll(() => workers.state().running, { timeout: 10_000, interval: 5 }).toBe(2)
    const short = workers.run({ act: 'kept' }, [], { client: 'c' }).then((kept) => {
      expect(kept).toBe('nothing')
      ended.push('short')
    })
    await Promise.all([hung, long, short])
    expect(ended).toEqual(['short', 'hung', 'long'])
    expect(faults).toEqual([])
  })

  it('follow long ones that do not leave their thread in time, and cost it', async () => {
    const workers = await pool({ spareThreads: 1, firstSliceMilliseconds: 500, overdueMilliseconds: 500, milliseconds: 600_000 })
    const gone = new AbortController()
    for (const [client, act] of [
      ['a', 'hang'],
      ['b', 'stall'],
    ] as const)
      workers.run({ act }, [], { client, signal: gone.signal }).catch(() => undefined)
    await expect.poll(() => workers.state(), { timeout: 10_000 }).toMatchObject({ running: 2, waiting: 0 })
    expect(await workers.run({ act: 'kept' }, [], { client: 'c' })).toBe('what was kept')
    gone.abort()
  })

  it('are repeated in a new thread when they fail in a thread in which another task was cut off; that thread is ended', async () => {
    const workers = await pool({
      spareThreads: 1,
      busyMilliseconds: 50,
      firstSliceMilliseconds: 300,
      secondSliceMilliseconds: 600,
      milliseconds: 600_000,
    })
    const gone = new AbortController()
    await expect.poll(() => workers.state().threads, { timeout: 20_000 }).toBe(2)
    workers.run({ act: 'hang' }, [], { client: 'a', signal: gone.signal }).catch(() => undefined)
    workers.run({ act: 'hang' }, [], { client: 'b', signal: gone.signal }).catch(() => undefined)
    await expect.poll(() => workers.state().running, { timeout: 10_000, interval: 5 }).toBe(2)
    expect(await workers.run({ act: 'kept' }, [], { client: 'c' })).toBe('nothing')
    expect(await workers.run({ act: 'fail-if-cut-off' }, [], { client: 'c' })).toBe('sound')
    expect(faults).toEqual([])
    gone.abort()
  })

  it('are tried before larger ones that came first', async () => {
    // All four wait before the spare thread takes one: nothing slow is done between the first task and the last, and a second is left for it.
    const large = ['b', 'c', 'd'].map((client) => ({ client, bytes: new Uint8Array(5_000_000) }))
    const workers = await pool({ spareThreads: 1, busyMilliseconds: 1_000, milliseconds: 600_000, millisecondsPerMegabyte: 10 })
    const gone = new AbortController()
    const ended: string[] = []
    workers.run({ act: 'hang' }, [], { client: 'a', signal: gone.signal }).catch(() => undefined)
    const all = large.map(({ client, bytes }) => {
      return workers.run({ act: 'wait', bytes }, [bytes.buffer], { client }).then(() => ended.push(client))
    })
    all.push(workers.run({ act: 'echo' }, [], { client: 'e' }).then(() => ended.push('e')))
    await Promise.all(all)
    expect(ended[0]).toBe('e')
    gone.abort()
  })
})

describe('a task whose caller has gone', () => {
  it('is stopped soon, also while it runs, and its thread is there for the next', async () => {
    const workers = await pool({ milliseconds: 600_000 })
    const gone = new AbortController()
    const hung = workers.run({ act: 'hang' }, [], { signal: gone.signal }).catch((error: unknown) => error)
    const waiting = workers.run({ act: 'hang' }, [], { signal: gone.signal }).catch((error: unknown) => error)
    gone.abort()
    expect(await waiting).toBeInstanceOf(Abandoned)
    expect(await hung).toBeInstanceOf(Abandoned)
    expect(workers.state()).toMatchObject({ running: 0, waiting: 0 })
    expect(await workers.run({ act: 'echo' }, [])).toMatchObject({ length: 0 })
    const late = workers.run({ act: 'hang' }, [], { signal: gone.signal })
    await expect(late).rejects.toBeInstanceOf(Abandoned)
  })

  it('may end by itself in the time that it is given', async () => {
    const workers = await pool({ abandonMilliseconds: 60_000 })
    const gone = new AbortController()
    const running = workers.run({ act: 'wait' }, [], { signal: gone.signal })
    gone.abort()
    expect(await running).toBe('waited')
  })
})

describe('a pool that is closed', () => {
  it('rejects running and waiting tasks, and reports no internal error', async () => {
    const workers = await pool()
    const running = workers.run({ act: 'hang' }, []).catch((error: unknown) => error)
    const waiting = workers.run({ act: 'echo' }, []).catch((error: unknown) => error)
    await expect.poll(() => workers.state().threads).toBe(1)
    await workers.close()
    expect([await running, await waiting]).toEqual([expect.any(Abandoned), expect.any(Abandoned)])
    await expect(workers.run({ act: 'echo' }, [])).rejects.toBeInstanceOf(Abandoned)
    expect(faults).toEqual([])
  })
})
