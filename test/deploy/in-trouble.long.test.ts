import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCapsulePki, pointOf } from '../support/capsule-pki.js'
import { isBuilt, needs } from '../support/needs.js'
import { freePort } from '../support/run-service.mjs'
import { validationRequest } from '../support/validation-request.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/main.js')
const trust = join(root, 'fixtures/trust/standard.json')

interface Readiness {
  readonly status: number
  readonly ready: boolean
  readonly reasons: readonly string[]
  readonly trust: { readonly warnings: readonly string[]; readonly failures: readonly string[]; readonly nextTry: string }
}

/** A namespace of mounts of its own lets a test have a small disk, or a read-only one, without touching the machine. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    execFileSync('nsenter', ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if (error instanceof Error && ('code' in error || 'status' in error)) return false
    throw error
  }
}

describe('a process in trouble (build first)', needs({ 'a build': isBuilt }), () => {
  let folder: string
  let child: ChildProcess | null = null
  let logged = ''
  let base = ''
  const others: Server[] = []

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'in-trouble-'))
  })
  afterEach(async () => {
    await end('SIGKILL')
    for (const server of others.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve))
    running.kill(signal)
    return ended
  }

  /** @param before what runs the program, in a namespace of its own for example; it becomes the program itself */
  async function serve(settings: Readonly<Record<string, string>>, before: readonly string[] = []) {
    const port = await freePort()
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
    const [command = '', ...args] = [...before, process.execPath, program, 'serve']
    const ours = { ALLKIRI_PORT: String(port), ALLKIRI_WORKERS: '1', ALLKIRI_TRUST_STORE: 'none' }
    const started = spawn(command, args, { env: { ...inherited, ...ours, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    logged = ''
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        logged += chunk.toString('utf8')
      })
    base = `http://127.0.0.1:${port}`
    // Later than the exit: then everything that it wrote has been read.
    const closed = new Promise((resolve) => started.once('close', resolve))
    while (started.exitCode === null && started.signalCode === null) {
      const status = await fetch(`${base}/monitoring/heartbeat`).then(
        (answer) => answer.status,
        () => null,
      )
      if (status === 200) return
      await new Promise((done) => setTimeout(done, 50))
    }
    await closed
    throw new Error(`the service did not start:\n${logged}`)
  }
  async function readiness(): Promise<Readiness> {
    const answer = await fetch(`${base}/monitoring/readiness`)
    return { ...((await answer.json()) as Omit<Readiness, 'status'>), status: answer.status }
  }
  async function post(path: string, body: string, to = base) {
    const answer = await fetch(to + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await answer.text()
    const location = answer.headers.get('location') ?? ''
    return {
      status: answer.status,
      location,
      retryAfter: Number(answer.headers.get('retry-after')),
      code: /"code":"(\w+)"/.exec(text)?.[1],
      text,
    }
  }
  const validate = () => post('/validate', validationRequest)

  /** Settings for a list of lists that this server has, or has not. */
  async function listsOf(answer: RequestListener): Promise<Readonly<Record<string, string>>> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    others.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    const location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lotl.xml`
    const file = join(mkdtempSync(join(folder, 'lists-')), 'lists.json')
    writeFileSync(file, JSON.stringify({ sources: [{ name: 'mirror', anchors: 'eu', location }] }))
    return { ALLKIRI_TRUST_LISTS: file, ALLKIRI_TRUST_PRIVATE_ADDRESSES: 'true' }
  }

  describe('whose lists never come', () => {
    it('a process whose lists never come reports the wait for hanging downloads, refuses with Retry-After, and ends on a signal', async () => {
      const asked: string[] = []
      await serve(
        await listsOf(({ url = '' }) => {
          asked.push(url)
        }),
      )
      await expect.poll(() => asked).toEqual(['/lotl.xml'])
      expect(await readiness()).toMatchObject({
        status: 503,
        ready: false,
        reasons: [expect.stringContaining('being fetched for the first time')],
      })
      expect(await validate()).toMatchObject({
        status: 503,
        code: 'SERVICE_STARTING',
        retryAfter: expect.toSatisfy((seconds: number) => seconds > 0) as number,
      })
      expect((await fetch(`${base}/monitoring/health`)).status).toBe(503)
      expect(await end('SIGTERM')).toBe(0)
    })

    it.each<[string, RequestListener, RegExp]>([
      ['an empty answer', (_request, answer) => answer.end(), /.+/],
      ['a page', (_request, answer) => answer.end('<html>Maintenance</html>'), /.+/],
      ['a failure', (_request, answer) => answer.writeHead(500).end(), /status 500/],
      ['a connection that is cut', ({ socket }) => socket.destroy(), /.+/],
    ])(
      'a process whose lists never come runs without trust after %s, reports the reason, and tries again',
      async (_what, answer, failure) => {
        await serve(await listsOf(answer))
        await expect
          .poll(async () => (await readiness()).reasons)
          .toEqual([expect.stringContaining('No trusted list (mirror) is available')])
        const { status, trust: told } = await readiness()
        expect(status).toBe(503)
        expect(told.nextTry).toMatch(/^\d{4}-/)
        expect(JSON.stringify(told)).toMatch(failure)
        const answered = await validate()
        expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('NO_CERTIFICATE_CHAIN_FOUND')])
        expect(await end('SIGTERM')).toBe(0)
      },
    )
  })

  describe('that may open few files', () => {
    const few = 100

    it('a process that may open few files outlives clients that open more connections than files are left, and serves each interface for the first time after them', async () => {
      await serve({ ALLKIRI_TRUST: trust, ALLKIRI_CLOCK: '2026-06-01T12:00:00Z' }, ['sh', '-c', `ulimit -n ${few}; exec "$@"`, 'sh'])
      await expect.poll(async () => (await readiness()).status).toBe(200)
      expect(logged).toMatch(/the limit of open files of this process is low/)
      const silent = Array.from({ length: 2 * few }, () => {
        const socket = connect(Number(new URL(base).port), '127.0.0.1')
        socket.on('error', () => undefined)
        return socket
      })
      await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
      // Who fills the connections keeps others out until they are closed; they never take the last files.
      for (const socket of silent) socket.destroy()
      await expect.poll(async () => (await readiness().catch(() => ({ status: 0 }))).status).toBe(200)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, validate),
        post('/report', validationRequest),
        ...['/soap/validationWebService?wsdl', '/openapi.json', '/docs'].map((path) => fetch(base + path)),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(await end('SIGTERM')).toBe(0)
    })
  })

  describe('whose disk fails (needs the right to mount)', needs({ 'right to mount': canMount() }), () => {
    const pki = makeCapsulePki()
    const point = () => pointOf(pki.client().key.privateKey, 48).toString('base64')
    const capsule = JSON.stringify({ recipient_id: point(), ephemeral_key_material: point(), capsule_type: 'ecc_secp384r1' })
    let mounted: string
    let capsules = ''
    /** Runs the rest in a namespace where `mounted` is a disk of its own. */
    const onDisk = (options: string) => [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o ${options} none '${mounted}' && exec "$@"`,
      'sh',
    ]
    const inside = (...command: readonly string[]) =>
      execFileSync('nsenter', ['--target', String(child?.pid), '--mount', ...command], { stdio: 'pipe' })
    async function serveCapsules(disk: string) {
      await serve(
        {
          ALLKIRI_TRUST: trust,
          ALLKIRI_SERVICES: 'validation,capsules',
          ALLKIRI_DATA: mounted,
          ALLKIRI_CAPSULES_SANDBOX: 'true',
          ALLKIRI_CAPSULES_POST_PORT: String(await freePort()),
        },
        onDisk(disk),
      )
      await expect.poll(() => logged).toMatch(/"capsules: http/)
      capsules = /"capsules: (http:[^"]+)"/.exec(logged)?.[1] ?? ''
    }
    const store = () => post('/key-capsules', capsule, capsules)
    const untilReadiness = (status: number) => expect.poll(async () => (await readiness()).status).toBe(status)
    /** What goes on while nothing can be stored. */
    async function expectRefusal(location: string) {
      expect(await store()).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE', retryAfter: expect.any(Number) as number })
      await untilReadiness(503)
      expect((await readiness()).reasons).toEqual([expect.stringContaining('The capsule store cannot be written to')])
      expect((await fetch(`${base}/monitoring/health`)).status).toBe(503)
      expect((await fetch(capsules + location)).status).toBe(200)
      expect((await validate()).status).toBe(200)
    }
    async function expectRecovery() {
      await untilReadiness(200)
      expect((await store()).status).toBe(201)
    }
    beforeAll(() => {
      mounted = join(folder, 'mounted')
      mkdirSync(mounted)
    })

    it('a process whose disk fails refuses capsules while the disk is full, still returns capsules and validates, and recovers by itself', async () => {
      await serveCapsules('size=48m')
      const { status, location } = await store()
      expect(status).toBe(201)
      expect(() => inside('dd', 'if=/dev/zero', `of=${mounted}/ballast`, 'bs=64k')).toThrow(/No space left/)
      await expectRefusal(location)
      inside('rm', `${mounted}/ballast`)
      await expectRecovery()
      // The log comes through a pipe, perhaps after the answer.
      await expect.poll(() => logged).toMatch(/the capsule store is not usable.*the capsule store is usable again/s)
      expect(await end('SIGTERM')).toBe(0)
    })

    it('a process whose disk fails does not start on a read-only disk that has no store yet, and says why', async () => {
      await expect(serveCapsules('ro')).rejects.toThrow(/allkiri: ALLKIRI_DATA: .*\n$/)
      expect(child?.exitCode).toBe(64)
    })

    it.each(['ro', 'size=4k'])(
      'a process whose disk fails is ready and validates where the trust store is on a disk that is %s',
      async (options) => {
        const lists = await listsOf((_request, answer) => answer.end('<html/>'))
        await serve({ ...lists, ALLKIRI_TRUST_STORE: join(mounted, 'trust'), ALLKIRI_TRUST: trust }, onDisk(options))
        await expect
          .poll(async () => (await readiness()).trust.failures.length + (await readiness()).trust.warnings.length)
          .toBeGreaterThan(0)
        expect(await readiness()).toMatchObject({ status: 200, ready: true })
        expect((await validate()).status).toBe(200)
      },
    )
  })
})
