import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'
import { isBuilt, needs } from '../../support/needs.js'
import { freePort, startService } from '../../support/run-service.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Answer {
  readonly status: number
  readonly connection: string | undefined
  readonly reused: boolean
}

describe('SIGTERM (build first)', needs({ 'a build': isBuilt }), () => {
  let folder: string
  const sockets: Socket[] = []
  beforeAll(() => {
    const pki = makeCapsulePki('P-256')
    folder = mkdtempSync(join(tmpdir(), 'stopping-'))
    mkdirSync(join(folder, 'authorities'))
    writeFileSync(join(folder, 'authorities', 'issuing.pem'), certificatePem(pki.issuing))
    writeFileSync(join(folder, 'server.pem'), certificatePem(pki.server, pki.issuing))
    writeFileSync(join(folder, 'server.key'), keyPem(pki.server))
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(settings: Readonly<Record<string, string>> = {}) {
    const [port, capsulePort, metricsPort] = [await freePort(), await freePort(), await freePort()]
    const service = await startService({
      root,
      env: {
        ALLKIRI_PORT: String(port),
        ALLKIRI_METRICS_PORT: String(metricsPort),
        ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'),
        ALLKIRI_CLOCK: '',
        ALLKIRI_SERVICES: 'validation,capsules',
        ALLKIRI_DATA: folder,
        ALLKIRI_CAPSULES_POST_PORT: String(capsulePort),
        ALLKIRI_CAPSULES_TLS_CERTIFICATE: join(folder, 'server.pem'),
        ALLKIRI_CAPSULES_TLS_KEY: join(folder, 'server.key'),
        ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: join(folder, 'authorities'),
        ...settings,
      },
    })
    let log = ''
    for (const stream of [service.process.stdout, service.process.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const ended = once(service.process, 'exit').then(([status, signal]: unknown[]) => ({ status, signal }))
    return { port, capsulePort, metricsPort, child: service.process, ended, logged: () => log }
  }

  /** Connected, and then silent for good, whatever the server does. */
  async function silent(port: number, sends: string | Buffer = ''): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(sends)
  }

  it('SIGTERM ends the process although clients stay connected and silent, before a request, in a handshake and in a body', async () => {
    const { port, capsulePort, metricsPort, child, ended, logged } = await start()
    const clientHello = Buffer.from('16030140000100', 'hex')
    for (let i = 0; i < 5; i++) {
      await silent(port)
      await silent(port, 'GET /monitoring/health HTTP/1.1\r\nHost: x\r\n\r\n')
      await silent(port, 'POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"document":')
      await silent(capsulePort)
      await silent(capsulePort, clientHello)
      await silent(metricsPort)
      await silent(metricsPort, 'GET /monitoring/metrics HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    child.kill('SIGTERM')
    expect(await ended).toEqual({ status: 0, signal: null })
    expect(logged()).not.toMatch(/"fault"|ThreadTermination/)
  })

  it('SIGTERM loses no request on a connection that is used again, and says that each answer is the last one', async () => {
    const { port, child, ended, logged } = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const body = JSON.stringify({
      document: readFileSync(join(root, 'fixtures/documents/lt.asice')).toString('base64'),
      filename: 'a.asice',
      documentType: 'BDOC',
    })
    const lost: unknown[] = []
    const answers: Answer[] = []
    let on = true
    const ask = () =>
      new Promise<void>((resolve) => {
        const sent = request(
          { host: '127.0.0.1', port, path: '/validate', method: 'POST', agent, headers: { 'content-type': 'application/json' } },
          (answer) => {
            answer.resume()
            answer.on('end', () => {
              answers.push({ status: answer.statusCode ?? 0, connection: answer.headers.connection, reused: sent.reusedSocket })
              resolve()
            })
          },
        )
        sent.on('error', (error: NodeJS.ErrnoException) => {
          // A new connection is not taken any more; a client asks another instance.
          if (sent.reusedSocket) lost.push(error)
          else on = false
          resolve()
        })
        sent.end(body)
      })
    const clients = Array.from({ length: 8 }, async () => {
      while (on) await ask()
    })
    await expect.poll(() => answers.length).toBeGreaterThan(40)
    const before = answers.length
    child.kill('SIGTERM')
    await Promise.all(clients)
    agent.destroy()
    expect(lost).toEqual([])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const last = answers.slice(before)
    expect(last.filter(({ connection }) => connection === 'close').length).toBeGreaterThanOrEqual(8)
    expect(await ended).toEqual({ status: 0, signal: null })
    expect(logged()).not.toMatch(/"fault"|ThreadTermination/)
  })

  it('SIGTERM first informs load balancers for the time of ALLKIRI_DRAIN_MS: readiness answers 503, and all requests are served', async () => {
    const { port, child, ended, logged } = await start({ ALLKIRI_DRAIN_MS: '60000' })
    const base = `http://127.0.0.1:${port}`
    await expect.poll(async () => (await fetch(`${base}/monitoring/readiness`)).status).toBe(200)
    child.kill('SIGTERM')
    await expect.poll(() => logged()).toContain('"drain":60000')
    const readiness = await fetch(`${base}/monitoring/readiness`)
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { ready: false, reasons: ['The service is being stopped.'] }])
    expect((await fetch(`${base}/monitoring/heartbeat`)).status).toBe(200)
    const document = readFileSync(join(root, 'fixtures/documents/lt.asice')).toString('base64')
    const body = JSON.stringify({ document, filename: 'lt.asice', documentType: 'BDOC' })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${base}/validate`, { method: 'POST', headers, body })).status).toBe(200)
    // Whoever cannot wait sends a second signal.
    child.kill('SIGTERM')
    expect(await ended).toEqual({ status: 0, signal: null })
  })
})
