import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type AskOptions, send } from '../../../support/capsule-listeners.js'
import { certificatePem, keyPem, makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'
import { isBuilt, needs } from '../../../support/needs.js'
import { postgresCanRun } from '../../../support/postgres-can-run.js'
import { freePort, startService } from '../../../support/run-service.mjs'
import { startTestDatabase, type TestDatabase } from '../../../support/test-database.js'
import { type CorpusTarget, corpusAuthorities, corpusPresent, corpusSuite } from './corpus-suite.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A service as it is run: a process with ports of its own. */
interface Process {
  readonly base: string
  readonly post: CorpusTarget['post']
  readonly get: CorpusTarget['get']
  readonly logged: () => string
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

const pki = makeCapsulePki()
const owner = pki.client()
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: pointOf(pki.client().key.privateKey, 48).toString('base64'),
  capsule_type: 'ecc_secp384r1',
}

async function startProcess(folder: string, changes: Readonly<Record<string, string>>): Promise<Process> {
  const [port, postPort, getPort] = [await freePort(), await freePort(), await freePort()]
  const service = await startService({
    root,
    env: {
      ALLKIRI_SERVICES: 'capsules',
      ALLKIRI_PORT: String(port),
      ALLKIRI_CAPSULES_POST_PORT: String(postPort),
      ALLKIRI_CAPSULES_GET_PORT: String(getPort),
      ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.pem'),
      ALLKIRI_CAPSULES_TLS_KEY: join(folder, 'server.key'),
      ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'authorities'),
      ALLKIRI_CAPSULES_RATE_LIMIT: 'off',
      ALLKIRI_LOG_LEVEL: 'debug',
      ...changes,
    },
  })
  let log = ''
  for (const stream of [service.process.stdout, service.process.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ask = (to: number, path: string, options: AskOptions): Promise<Answer> => send(to, path, options, true, pki)
  return {
    base: service.base,
    post: (path, content, options = {}) =>
      ask(postPort, path, {
        method: 'POST',
        body: typeof content === 'string' ? content : JSON.stringify(content),
        ...options,
        headers: { 'content-type': 'application/json', ...options.headers },
      }),
    get: (path, options = {}) => ask(getPort, path, options),
    logged: () => log,
    kill: async () => {
      service.process.kill('SIGKILL')
      await service.stop()
    },
    stop: service.stop,
  }
}

/** A folder with the certificates that a process needs; it is its data folder, too. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-processes-'))
  mkdirSync(join(folder, 'authorities'))
  const authorities = corpusPresent ? corpusAuthorities() : new Map<string, string>()
  for (const [name, pem] of [...authorities, ['issuing.pem', certificatePem(pki.issuing)] as const])
    writeFileSync(join(folder, 'authorities', name), pem)
  writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
  writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
  return folder
}

describe('two processes on one PostgreSQL database (build first)', needs({ 'a build': isBuilt, PostgreSQL: postgresCanRun() }), () => {
  let folder: string
  let database: TestDatabase
  let processes: readonly [Process, Process]
  beforeAll(async () => {
    folder = newFolder()
    database = await startTestDatabase()
    // At the same moment, on a database without tables: one of them makes the tables, the other one waits for that.
    const settings = { ALLKIRI_CAPSULES_DATABASE: database.url, ALLKIRI_CAPSULES_DATABASE_CONNECTIONS: '4' }
    processes = await Promise.all([startProcess(folder, settings), startProcess(folder, settings)])
  })
  afterAll(async () => {
    for (const { stop } of processes) await stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('two processes that start at the same moment make the tables once', async () => {
    expect(await database.run(database.url, 'SELECT version FROM key_capsule_schema')).toEqual([{ version: 2 }])
    expect(await database.run(database.url, 'SELECT count(*)::int AS probes FROM key_capsule_probe')).toEqual([{ probes: 1 }])
  })

  describe.each([
    ['one takes and the other one hands out', 0, 1],
    ['the other one takes and the first one hands out', 1, 0],
  ] as const)('%s', (_what, taker, giver) => {
    describe(
      'every request of the published corpus',
      needs({ 'published corpus of requests beside the repository': corpusPresent }),
      () => {
        corpusSuite(() => ({
          post: processes[taker].post,
          get: processes[giver].get,
          clock: () => Date.now(),
          tolerance: 20_000,
          logged: () => processes[taker].logged() + processes[giver].logged(),
        }))
      },
    )

    it('two processes take an id that a caller chose once for both', async () => {
      const id = `ChosenIdentifier${taker}${giver}`
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => processes[i % 2 === 0 ? 0 : 1].post(`/key-capsules/${id}`, body)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
      expect(await processes[giver].get(`/key-capsules/${id}`, { as: owner })).toMatchObject({ status: 200, body: JSON.stringify(body) })
    })
  })

  it('two processes on one PostgreSQL database each show their store in health and its latency in readiness, and count what they did themselves', async () => {
    for (const { base, post } of processes) {
      const health = await fetch(`${base}/monitoring/health`)
      expect([health.status, await health.json()]).toMatchObject([200, { status: 'UP', link1: { status: 'UP', name: 'capsule store' } }])
      const readiness = (await (await fetch(`${base}/monitoring/readiness`)).json()) as {
        capsules: { store: { latencyMilliseconds: number } }
      }
      expect(readiness).toMatchObject({ ready: true, capsules: { store: { usable: true, kind: 'postgresql' } } })
      expect(readiness.capsules.store.latencyMilliseconds).toBeGreaterThan(0)
      const counts = async () => {
        const text = await (await fetch(`${base}/monitoring/metrics`)).text()
        return Object.fromEntries(
          [...text.matchAll(/^allkiri_capsules_(\w+)_total (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
        )
      }
      const before = await counts()
      await post('/key-capsules', body, { headers: { 'x-expiry-time': '2999-01-01T00:00:00Z' } })
      await post('/key-capsules', { ...body, capsule_type: 'x' })
      expect(await counts()).toEqual({
        ...before,
        stored: (before['stored'] ?? 0) + 1,
        adjusted: (before['adjusted'] ?? 0) + 1,
        refused: (before['refused'] ?? 0) + 1,
      })
    }
  })

  it('two processes on one PostgreSQL database answer with 503 under load while the database is down, lose no acknowledged capsule, and recover by themselves', async () => {
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const unclear: Answer[] = []
    let on = true
    const load = async (process: Process) => {
      while (on) {
        const answer = await process.post('/key-capsules', body)
        statuses.add(answer.status)
        if (answer.status === 201) acknowledged.push(String(answer.headers.location))
        else if (!(Number(answer.headers['retry-after']) > 0)) unclear.push(answer)
      }
    }
    const loads = processes.flatMap((process) => [load(process), load(process), load(process)])
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    await database.crash()
    // An answer about the store is kept for a while.
    await expect.poll(async () => (await fetch(`${processes[0].base}/monitoring/health`)).status).toBe(503)
    expect(await (await fetch(`${processes[0].base}/monitoring/health`)).json()).toMatchObject({
      status: 'DOWN',
      link1: { status: 'DOWN' },
    })
    await expect.poll(() => [...statuses]).toContain(503)
    const before = acknowledged.length
    await database.resume()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
    on = false
    await Promise.all(loads)
    expect(unclear).toEqual([])
    expect([...statuses].sort()).toEqual([201, 503])
    for (const location of acknowledged.slice(-100)) expect((await processes[1].get(location, { as: owner })).status).toBe(200)
    const [{ stored } = { stored: 0 }] = await database.run(database.url, 'SELECT count(*)::int AS stored FROM key_capsule')
    expect(Number(stored)).toBeGreaterThanOrEqual(acknowledged.length)
    for (const process of processes) expect((await process.post('/key-capsules', body)).status).toBe(201)
  })

  it('two processes on one PostgreSQL database are independent: one process returns what another one acknowledged before it was killed', async () => {
    const [first, second] = processes
    const location = String((await first.post('/key-capsules', body)).headers.location)
    await first.kill()
    expect(await second.get(location, { as: owner })).toMatchObject({ status: 200, body: JSON.stringify(body) })
    expect((await second.post('/key-capsules', body)).status).toBe(201)
  })
})

describe('one process with validation and capsules (build first)', needs({ 'a build': isBuilt }), () => {
  it('one process with validation and capsules serves each at its own listeners, and nothing of the other there', async () => {
    const folder = newFolder()
    const both = await startProcess(folder, { ALLKIRI_SERVICES: 'validation,capsules', ALLKIRI_DATA: folder, ALLKIRI_TRUST_LISTS: 'none' })
    try {
      const location = String((await both.post('/key-capsules', body)).headers.location)
      expect(await both.get(location, { as: owner })).toMatchObject({ status: 200, body: JSON.stringify(body) })
      const validate = { document: 'UEsDBA==', filename: 'a.asice', documentType: 'BDOC' }
      const ask = (path: string, content: unknown) =>
        fetch(both.base + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) })
      const refused = await ask('/validate', validate)
      expect([refused.status, await refused.json()]).toMatchObject([400, { requestErrors: [{ key: 'document' }] }])
      expect((await ask('/key-capsules', body)).status).toBe(404)
      expect((await both.post('/validate', validate)).status).toBe(404)
      expect((await both.get('/monitoring/health', { as: owner })).status).toBe(404)
      const health = (await (await fetch(`${both.base}/monitoring/health`)).json()) as Record<string, { name?: string }>
      expect(Object.values(health).map(({ name }) => name)).toContain('capsule store')
    } finally {
      await both.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
