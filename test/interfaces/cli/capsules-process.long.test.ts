import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'
import { isBuilt, needs } from '../../support/needs.js'
import { freePort, startService } from '../../support/run-service.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pki = makeCapsulePki()
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capsules-process-'))
  for (const name of ['data', 'authorities']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'authorities/issuing.pem'), certificatePem(pki.issuing))
  writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
  writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
  environment = {
    ALLKIRI_SERVICES: 'capsules',
    ALLKIRI_PORT: String(await freePort()),
    ALLKIRI_DATA: join(folder, 'data'),
    ALLKIRI_CAPSULES_POST_PORT: String(await freePort()),
    ALLKIRI_CAPSULES_GET_PORT: String(await freePort()),
    ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.pem'),
    ALLKIRI_CAPSULES_TLS_KEY: join(folder, 'server.key'),
    ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'authorities'),
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The fingerprint of the certificate that the listener shows to a new connection. */
function shownCertificate(): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: environment['ALLKIRI_CAPSULES_POST_PORT'],
      path: '/',
      agent: false,
      rejectUnauthorized: false,
    })
    sent.on('response', (answer) => {
      const certificate = Reflect.get(answer.socket, 'getPeerX509Certificate') as () => { fingerprint256: string }
      resolve(certificate.call(answer.socket).fingerprint256)
      answer.resume()
    })
    sent.on('error', reject)
    sent.end()
  })
}

function runToEnd(changes: Record<string, string>): Promise<{ status: number | null; err: string }> {
  const { ALLKIRI_DATA: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'serve'], {
    env: { ...inherited, ...environment, ...changes },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, err })))
}

describe('allkiri serve with capsules (build first)', needs({ 'a build': isBuilt }), () => {
  it('allkiri serve with capsules reads its certificates again on SIGHUP, and ends on SIGTERM', async () => {
    const service = await startService({ root, env: environment })
    try {
      const before = await shownCertificate()
      const renewed = makeCapsulePki()
      writeFileSync(join(folder, 'server.pem'), certificatePem(renewed.server, renewed.issuing))
      writeFileSync(join(folder, 'server.key'), keyPem(renewed.server))
      service.process.kill('SIGHUP')
      await expect.poll(shownCertificate).not.toBe(before)
    } finally {
      await service.stop()
    }
    expect(service.process.exitCode).toBe(0)
  })

  it('allkiri serve with capsules says in the log and in health that the clock has stepped, until it is accepted', async () => {
    const port = String(await freePort())
    const settings = { ...environment, ALLKIRI_DATA: join(folder, 'stepped'), ALLKIRI_PORT: port }
    mkdirSync(join(folder, 'stepped'))
    await (await startService({ root, env: settings })).stop()
    const database = new Database(join(folder, 'stepped/key-capsules.db'))
    database.prepare('UPDATE key_capsule_clock SET seen = seen - ?').run(2 * 86_400_000)
    database.close()
    const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'serve'], {
      env: { PATH: process.env['PATH'], ALLKIRI_HOST: '127.0.0.1', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const health = () =>
      fetch(`http://127.0.0.1:${port}/monitoring/health`).then(
        (answer) => answer.text(),
        () => '',
      )
    try {
      await expect.poll(() => log).toMatch(/the clock is ahead of the time of the capsule store/)
      await expect.poll(health).toMatch(/"UP".*the clock has stepped.*accept-clock/)
      const accepted = spawnSync(process.execPath, [join(root, 'dist/main.js'), 'capsules', 'accept-clock'], {
        env: { PATH: process.env['PATH'], ALLKIRI_DATA: settings.ALLKIRI_DATA },
        encoding: 'utf8',
      })
      expect([accepted.status, accepted.stderr]).toEqual([0, ''])
      await expect.poll(() => log).toMatch(/the clock was accepted/)
      await expect.poll(health).not.toMatch(/stepped/)
    } finally {
      child.kill('SIGTERM')
    }
    await expect.poll(() => child.exitCode).toBe(0)
  })

  it(
    'allkiri serve with capsules loads the database clients only where capsules are',
    needs({ Linux: process.platform === 'linux' }),
    async () => {
      const mapped = async (env: Record<string, string>) => {
        const service = await startService({ root, env })
        const maps = readFileSync(`/proc/${service.process.pid}/maps`, 'latin1')
        await service.stop()
        return maps.includes('libsql')
      }
      expect(await mapped(environment)).toBe(true)
      expect(await mapped({ ALLKIRI_PORT: String(await freePort()), ALLKIRI_TRUST_LISTS: 'none' })).toBe(false)
    },
  )

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a folder that is missing', () => ({ ALLKIRI_DATA: join(folder, 'missing') }), /ALLKIRI_DATA: there is no folder/],
    [
      'a database that is damaged',
      () => {
        mkdirSync(join(folder, 'damaged'), { recursive: true })
        writeFileSync(join(folder, 'damaged/key-capsules.db'), Buffer.alloc(20_000, 7))
        return { ALLKIRI_DATA: join(folder, 'damaged') }
      },
      /^allkiri: ALLKIRI_DATA: the capsule store .*key-capsules\.db cannot be opened: .*SQLITE_NOTADB.*\n$/,
    ],
    [
      'a store that may not be written to',
      () => {
        // A folder in the place of a file that SQLite makes: rights do not stop the administrator.
        mkdirSync(join(folder, 'unwritable', 'key-capsules.db-journal'), { recursive: true })
        return { ALLKIRI_DATA: join(folder, 'unwritable') }
      },
      /^allkiri: ALLKIRI_DATA: the capsule store .*key-capsules\.db cannot be opened: .*SQLITE_CANTOPEN.* Let the user of the service read and write.*\n$/,
    ],
    [
      'a certificate that is missing',
      () => ({ ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'x.pem') }),
      /ALLKIRI_CAPSULES_TLS_CERTIFICATE: .*ENOENT/,
    ],
    [
      'a certificate that is none',
      () => ({ ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.key') }),
      /not a PEM file that can be used/,
    ],
    [
      'authorities that are none',
      () => ({ ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'data') }),
      /ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: /,
    ],
    [
      'the address of a database that has a slip',
      () => ({ ALLKIRI_CAPSULES_DATABASE: 'postgres://allkiri:topsecret@127.0.0.1:1/none?target_session_attr=primary' }),
      /^allkiri: ALLKIRI_CAPSULES_DATABASE has a parameter that is not one of host, .*\n$/,
    ],
  ])('allkiri serve with capsules does not start with %s, and gives the reason', async (_what, changes, message) => {
    const { status, err } = await runToEnd(changes())
    expect(err).toMatch(message)
    expect(err).not.toContain('topsecret')
    expect(status).toBe(64)
  })

  it('allkiri serve with capsules starts while its database is unreachable, reports it, and refuses capsules until it can be reached', async () => {
    const service = await startService({
      root,
      env: { ...environment, ALLKIRI_CAPSULES_DATABASE: `postgres://allkiri@127.0.0.1:${await freePort()}/none` },
    })
    try {
      const readiness = await fetch(`${service.base}/monitoring/readiness`)
      expect(readiness.status).toBe(503)
      expect(await readiness.json()).toMatchObject({
        ready: false,
        reasons: [expect.stringMatching(/capsule store/)],
        capsules: { store: { usable: false } },
      })
      expect((await fetch(`${service.base}/monitoring/health`)).status).toBe(503)
      expect((await fetch(`${service.base}/monitoring/heartbeat`)).status).toBe(200)
    } finally {
      await service.stop()
    }
    expect(service.process.exitCode).toBe(0)
  })
})
