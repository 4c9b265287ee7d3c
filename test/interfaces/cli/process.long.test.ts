import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { register } from '#model'
import type { Explanation } from '#writers/explanation'
import { isBuilt, needs } from '../../support/needs.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = join(root, 'dist/main.js')
const documents = join(root, 'fixtures/documents')
const trust = join(root, 'fixtures/trust/standard.json')
const at = '2026-06-01T12:00:00Z'

function start(args: readonly string[], environment: Record<string, string> = {}) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
  const child = spawn(process.execPath, [program, ...args], { env: { ...inherited, ...environment }, cwd: root })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const ended = once(child, 'close').then(([status, signal]: unknown[]) => ({ status, signal, out, err }))
  return { child, ended, out: () => out }
}
const run = (args: readonly string[], environment?: Record<string, string>) => start(args, environment).ended
const validate = (...args: string[]) => run(['validate', '--trust', trust, '--at', at, ...args])

describe('allkiri validate as a process (build first)', needs({ 'a build': isBuilt }), () => {
  const passing = join(documents, 'lt.asice')
  const failing = join(documents, 'data-file-changed.asice')

  it('allkiri validate stops quietly when the reader of its output has gone, as after `| head -1`', async () => {
    const list = join(mkdtempSync(join(tmpdir(), 'allkiri-pipe-')), 'list')
    writeFileSync(list, `${passing}\n`.repeat(20_000))
    const { child, ended } = start(['validate', '--trust', trust, '--at', at, '--files-from', list, '--json-lines'])
    child.stdout.once('data', () => child.stdout.destroy())
    const { status, signal, err, out } = await ended
    expect({ status, signal, err }).toEqual({ status: 2, signal: null, err: '' })
    expect(out.split('\n').length).toBeLessThan(2_000)
  })

  it('allkiri validate shows one block for each signature and ends with 0 when all pass', async () => {
    const { status, out, err } = await validate(passing)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(
      /1 of 1 signature passes[\s\S]*Signature 1: valid \(TOTAL-PASSED\)\n {4}signer {3}\S[\s\S]*time {5}\S+ \(proven\)[\s\S]*level /,
    )
  })

  it('allkiri validate ends with 1 when a signature does not pass, and when there are none', async () => {
    const failed = await validate(failing)
    expect(failed.status).toBe(1)
    expect(failed.out).toMatch(/TOTAL-FAILED HASH_FAILURE[\s\S]*cause/)
    expect((await validate(join(documents, 'no-signature.asice'))).status).toBe(1)
  })

  it('allkiri validate ends with 2 when a file cannot be read, and says why in one sentence', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-'))
    writeFileSync(join(folder, 'empty'), '')
    for (const file of [join(documents, 'cut-in-half.asice'), join(folder, 'empty'), join(folder, 'missing.asice'), folder]) {
      const { status, out } = await validate(file)
      expect(status).toBe(2)
      expect(out).toMatch(/: not validated\n {4}cause {4}[A-Z].*\.?\n$/)
    }
  })

  it('allkiri validate ends with 2 when the list of files cannot be read, and closes the array that it has begun', async () => {
    const { status, out, err } = await validate('--json', passing, '--files-from', join(documents, 'no-such-list'))
    expect({ status, err: err.trim() }).toEqual({
      status: 2,
      err: `allkiri: ${join(documents, 'no-such-list')} cannot be read: There is no such file.`,
    })
    expect(JSON.parse(out)).toMatchObject([{ file: passing }])
  })

  it('allkiri validate with --json prints one element for each file, in order, and ends with the highest status (decisions.md#command-line)', async () => {
    const missing = join(documents, 'no-such-file')
    const { status, out } = await validate('--json', passing, missing, failing)
    expect(status).toBe(2)
    const elements = JSON.parse(out) as {
      file: string
      report?: { signatures: { errors: { content: string; key: string }[] }[] }
      error?: { code: string }
    }[]
    expect(elements.map(({ file }) => file)).toEqual([passing, missing, failing])
    expect(elements.map((element) => Object.keys(element))).toEqual([
      ['file', 'report'],
      ['file', 'error'],
      ['file', 'report'],
    ])
    expect(elements[1]?.error?.code).toBe('FILE_MISSING')
    expect(elements[2]?.report?.signatures[0]?.errors[0]).toMatchObject({ content: expect.any(String), key: expect.any(String) })
  })

  it('allkiri validate with --explain=json adds facts, validation data and every check with its clause', async () => {
    const { status, out } = await validate('--explain=json', passing)
    expect(status).toBe(0)
    const [element] = JSON.parse(out) as [{ explanation: Explanation }]
    expect(element.explanation.policy).toBe('POLv1')
    const [signature] = element.explanation.signatures
    expect(signature?.facts?.references.length).toBeGreaterThan(0)
    expect(signature?.validationData?.paths.length).toBeGreaterThan(0)
    const checks = signature?.conclusion.blocks.flatMap((block) => [block, ...block.children]).flatMap((block) => block.checks) ?? []
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.every(({ key, clause }) => key in register && clause !== '')).toBe(true)
  })

  it('allkiri validate says that nothing is trusted, on the standard error', async () => {
    const { status, err } = await run(['validate', passing])
    expect(status).toBe(1)
    expect(err).toContain('--trust')
  })

  it('allkiri validate refuses a document of another type than is given', async () => {
    const { status, out } = await validate('--type', 'pdf', passing)
    expect(status).toBe(2)
    expect(out).toContain('PDF')
  })

  it(
    'allkiri validate ends with 2, not with that of a verdict, when the disk of its output is full',
    needs({ '/dev/full': existsSync('/dev/full') }),
    async () => {
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(process.execPath, [program, 'validate', '--trust', trust, '--at', at, passing], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      closeSync(full)
      expect({ status, stderr }).toEqual({ status: 2, stderr: 'allkiri: the output cannot be written (ENOSPC).\n' })
    },
  )

  it(
    'allkiri validate ends with the status of the verdicts when nobody takes what it writes beside them',
    needs({ '/dev/full': existsSync('/dev/full') }),
    () => {
      const full = openSync('/dev/full', 'w')
      const status = (...files: readonly string[]) =>
        spawnSync(process.execPath, [program, 'validate', '--trust', trust, '--at', at, ...files], { stdio: ['ignore', 'ignore', full] })
          .status
      expect([status(passing, passing), status(passing, join(documents, 'missing'))]).toEqual([0, 2])
      closeSync(full)
    },
  )

  it('allkiri validate survives a reader that stops early', async () => {
    const { child, ended } = start([
      'validate',
      '--explain=json',
      '--trust',
      trust,
      '--at',
      at,
      ...Array.from({ length: 30 }, () => passing),
    ])
    child.stdout.destroy()
    expect((await ended).err).toBe('')
  })
})

describe('allkiri serve as a process (build first)', needs({ 'a build': isBuilt }), () => {
  it('allkiri serve outlives a time in which it may open no further files', needs({ Linux: process.platform === 'linux' }), async () => {
    const service = await serve()
    const limit = (files: number | string) => execFileSync('prlimit', ['--pid', String(service.child.pid), `--nofile=${files}:`])
    const usual = execFileSync('prlimit', ['--pid', String(service.child.pid), '--nofile', '--raw', '--noheadings', '--output', 'SOFT'])
    limit(3)
    await delay(2_500)
    limit(usual.toString().trim())
    expect(service.child.exitCode).toBeNull()
    expect((await fetch(`${service.base}/monitoring/health`)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${service.base}/monitoring/readiness`)).status).toBe(200)
    service.child.kill('SIGTERM')
    expect((await service.ended).status).toBe(0)
  })

  async function serve(environment: Record<string, string> = {}) {
    const service = start(['serve'], { ALLKIRI_PORT: '0', ALLKIRI_TRUST: trust, ALLKIRI_CLOCK: at, ...environment })
    await expect.poll(service.out).toMatch(/listening at (http:\S+?)"/)
    const base = /listening at (http:\S+?)"/.exec(service.out())?.[1] ?? ''
    // It listens before its threads have started.
    await expect.poll(async () => (await fetch(`${base}/monitoring/readiness`)).status).toBe(200)
    return { ...service, base }
  }
  const post = (base: string) =>
    fetch(`${base}/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        document: readFileSync(join(documents, 'lt.asice')).toString('base64'),
        filename: 'a.asice',
        documentType: 'bdoc',
      }),
    })

  it('allkiri serve answers over HTTP as the command line does, and ends with 0 on SIGTERM', async () => {
    const { base, child, ended } = await serve()
    expect((await fetch(`${base}/monitoring/readiness`)).status).toBe(200)
    const overHttp = (await (await post(base)).json()) as Record<string, unknown>
    const [{ report }] = JSON.parse((await validate('--json', join(documents, 'lt.asice'))).out) as [{ report: Record<string, unknown> }]
    expect(overHttp).toEqual({ ...report, filename: 'a.asice', documentName: 'a.asice' })
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ status: 0, err: '' })
  })

  it('allkiri serves from the bundle what is loaded only when it is asked for', async () => {
    const { base, child, ended } = await serve({ ALLKIRI_SERVICES: 'validation' })
    const read = (name: string) => readFileSync(join(documents, name))
    const validation = (name: string, documentType: string, more: object = {}) =>
      JSON.stringify({ document: read(name).toString('base64'), filename: 'a', documentType, ...more })
    const sha256 = createHash('sha256').update(read('lt.asice')).digest('hex')
    const asked: readonly (readonly [path: string, type: RegExp, body?: string | Buffer])[] = [
      ['/', /^text\/html/],
      ['/page/script.js', /^text\/javascript/],
      ['/docs/', /^text\/html/],
      ['/docs/json', /^application\/json/],
      ['/docs/static/swagger-ui.css', /^text\/css/],
      ['/openapi.json', /^application\/json/],
      ['/monitoring/metrics', /^text\/plain/],
      ['/monitoring/health', /^application\/json/],
      ['/soap/validationWebService?wsdl', /^text\/xml/],
      ['/soap/dataFilesWebService?wsdl', /^text\/xml/],
      ['/validate', /^application\/xml/, validation('lt.asice', 'BDOC', { reportType: 'etsi' })],
      ['/validate', /^application\/json/, validation('lt.asice', 'BDOC', { reportType: 'detailed' })],
      ['/report', /^application\/pdf/, validation('lt.asice', 'BDOC', { language: 'et' })],
      ['/report', /^text\/html/, validation('lt.asice', 'BDOC', { format: 'html' })],
      ['/getDataFiles', /^application\/json/, validation('ddoc-1.3.ddoc', 'DDOC')],
      ['/page/validate', /^application\/json/, read('lt.asice')],
      [`/page/files?which=all&sha256=${sha256}`, /^application\/octet-stream/, read('lt.asice')],
    ]
    for (const [path, type, body] of asked) {
      const headers = { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' }
      const answer = await fetch(
        base + path,
        body === undefined ? {} : { method: 'POST', headers, body: typeof body === 'string' ? body : new Uint8Array(body) },
      )
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(type)])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ status: 0, err: '' })
  })

  it('allkiri serve logs no name, code, file name or byte of a document, whatever it is asked', async () => {
    const { base, child, ended, out } = await serve({ ALLKIRI_LOG_LEVEL: 'debug' })
    const document = readFileSync(join(documents, 'lt.asice')).toString('base64')
    const json = { 'content-type': 'application/json', 'x-authenticated-user': '47101010033' }
    const filename = 'Maasikas 48001010000.asice'
    const bodies = [
      { document, filename, documentType: 'BDOC' },
      { document: document.slice(0, 4_000), filename, documentType: 'BDOC' },
      { document, filename: `*${filename}`, documentType: 'Maasikas', signaturePolicy: 'Maasikas' },
    ]
    const texts = await Promise.all(
      bodies.map(async (body) => (await fetch(`${base}/validate`, { method: 'POST', headers: json, body: JSON.stringify(body) })).text()),
    )
    expect(texts[0]).toContain('47101010033')
    await fetch(`${base}/Maasikas/48001010000?name=Maasikas`)
    await fetch(`${base}/page/validate?name=Maasikas`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.from(document, 'base64')),
    })
    child.kill('SIGTERM')
    await ended
    const lines = out()
      .split('\n')
      .filter((line) => line.includes('"msg":"served"'))
    expect(lines.length).toBeGreaterThanOrEqual(5)
    expect(out()).not.toMatch(/Maasikas|MÄNNIK|48001010000|47101010033|leping/i)
    expect(out()).not.toContain(document.slice(0, 24))
  })

  it('allkiri serve answers the requests in progress before it ends, and accepts no new ones', async () => {
    const { base, child, ended } = await serve()
    await post(base)
    const answers = Array.from({ length: 20 }, () => post(base))
    // By then the others are on their way, or wait.
    await Promise.race(answers)
    child.kill('SIGINT')
    const statuses = (await Promise.allSettled(answers)).map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'cut'))
    expect(statuses.every((status) => status === 200 || status === 503 || status === 'cut')).toBe(true)
    expect(statuses).toContain(200)
    expect((await ended).status).toBe(0)
  })

  it('allkiri serve says what to do when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { status, err } = await run(['serve'], {
      ALLKIRI_TRUST_LISTS: 'none',
      ALLKIRI_PORT: String((other.address() as AddressInfo).port),
    })
    expect(status).toBe(1)
    expect(err).toMatch(/in use.*choose another ALLKIRI_HOST or ALLKIRI_PORT/)
    other.close()
  })

  it('allkiri serve does not start with wrong settings or trust', async () => {
    expect(await run(['serve'], { ALLKIRI_PORT: 'abc' })).toMatchObject({
      status: 64,
      err: expect.stringContaining('ALLKIRI_PORT must be'),
    })
    expect(await run(['serve'], { ALLKIRI_TRUST: '/nowhere' })).toMatchObject({ status: 64, err: expect.stringContaining('/nowhere') })
  })
})
