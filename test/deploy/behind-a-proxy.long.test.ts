import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPseudonyms } from '../../src/interfaces/http/pseudonym.js'
import { certificatePem, freshKey, keyPem, makeCapsulePki, writeCapsuleFiles } from '../support/capsule-pki.js'
import { isBuilt, needs } from '../support/needs.js'
import { freePort, startService } from '../support/run-service.mjs'
import { isInstalled, type ProxyKind, type SampleProxy, startSampleProxy } from '../support/sample-proxy.js'
import { validationRequest } from '../support/validation-request.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pki = makeCapsulePki()
const client = pki.client({ key: freshKey('client', 'P-384') })
const pseudonymKey = 'k'.repeat(32)
const pseudonym = openPseudonyms(pseudonymKey)
const validation = { ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'), ALLKIRI_WORKERS: '1', ALLKIRI_TRUSTED_PROXIES: '127.0.0.1' }

interface Asked {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Loopback address that the client has. */
  readonly from?: string
  readonly agent?: Agent
  readonly certificate?: boolean
}

interface Answered {
  readonly status: number | string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

function ask(
  port: number,
  { path, method = 'GET', headers = {}, body: sent, from = '127.0.0.1', agent, certificate }: Asked,
): Promise<Answered> {
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      localAddress: from,
      agent: agent ?? false,
      ca: certificatePem(pki.root),
      servername: 'localhost',
      ...(certificate === true ? { cert: certificatePem(client, pki.issuing), key: keyPem(client) } : {}),
    })
    const failed = (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.message, headers: {}, text: '' })
    asked.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', failed)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    asked.on('error', failed)
    asked.end(sent)
  })
}

const validate = (port: number, more: Partial<Asked> = {}) =>
  ask(port, { path: '/validate', method: 'POST', headers: { 'content-type': 'application/json' }, body: validationRequest, ...more })

const ends: (() => void | Promise<void>)[] = []
const atTheEnd = (end: () => void | Promise<void>) => ends.unshift(end)
async function endAll() {
  for (const end of ends.splice(0)) await end()
}

describe.each<ProxyKind>(['nginx', 'haproxy'])('behind %s with its sample (build first, and install it)', (kind) => {
  afterAll(endAll)

  describe('a client that lies about itself', needs({ 'a build': isBuilt, [kind]: isInstalled(kind) }), () => {
    let proxy: SampleProxy
    let logged = ''

    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'behind-a-proxy-'))
      atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
      const { env } = writeCapsuleFiles(folder, pki, client)
      const port = await freePort()
      const service = await startService({
        root,
        env: {
          ...validation,
          ALLKIRI_SERVICES: 'validation,capsules',
          ALLKIRI_PORT: String(port),
          ALLKIRI_LOG_PSEUDONYM_KEY: pseudonymKey,
          ALLKIRI_DATA: join(folder, 'data'),
          ALLKIRI_CAPSULES_POST_PORT: String(port),
          ALLKIRI_CAPSULES_PROXY: '127.0.0.1',
          ALLKIRI_CAPSULES_PROXY_ENCODING: 'pem',
          ALLKIRI_CAPSULES_CLIENT_AUTHORITIES: env.ALLKIRI_CAPSULES_CLIENT_AUTHORITIES,
        },
      })
      atTheEnd(service.stop)
      service.process.stdout?.on('data', (chunk: Buffer) => {
        logged += chunk.toString('utf8')
      })
      proxy = await startSampleProxy(kind, { instances: [port, await freePort()], pki })
      atTheEnd(proxy.stop)
    })

    /** The lines of one request, once they are written. */
    const linesOf = async (id: unknown, message: string) => {
      const lines = () =>
        logged
          .split('\n')
          .filter((line) => line.includes(`"id":"${String(id)}"`) && line.includes(`"msg":"${message}"`))
          .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      await expect.poll(() => lines().length).toBe(1)
      return lines()[0]
    }

    it.each<[string, Readonly<Record<string, string>>]>([
      ['nothing', {}],
      ['X-Forwarded-For', { 'x-forwarded-for': '192.0.2.1' }],
      ['X-Forwarded-For, as if through proxies', { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' }],
      ['Forwarded', { forwarded: 'for=192.0.2.1' }],
      ['both', { forwarded: 'for=192.0.2.1;proto=http;host=evil.example', 'x-forwarded-for': '192.0.2.1' }],
    ])('a client behind a proxy that lies about itself counts by the address that it has, whatever it says: %s', async (_what, headers) => {
      const answer = await ask(proxy.port, { path: '/key-capsules/KC0123456789abcdef0123456789abcdef', headers, from: '127.0.0.77' })
      expect(answer.status).toBe(401)
      expect(await linesOf(answer.headers['x-request-id'], 'audit')).toMatchObject({ network: pseudonym('network 127.0.0.77') })
    })

    it('a client behind a proxy that lies about itself has no certificate by writing one into a header', async () => {
      const forged = encodeURIComponent(certificatePem(client))
      for (const name of ['client-cert', 'Client-Cert', 'CLIENT-CERT'])
        expect(
          (await ask(proxy.port, { path: '/key-capsules/KC0123456789abcdef0123456789abcdef', headers: { [name]: forged } })).status,
        ).toBe(401)
    })

    it('a client behind a proxy that lies about itself names no other address in the WSDL', async () => {
      const headers = {
        host: 'signatures.example:8443',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-forwarded-port': '81',
        'x-forwarded-prefix': '/evil',
        forwarded: 'host=evil.example;proto=http',
      }
      const { status, text } = await ask(proxy.port, { path: '/soap/validationWebService?wsdl', headers })
      expect(status).toBe(200)
      expect(/<soap:address location="([^"]+)"/.exec(text)?.[1]).toBe('https://signatures.example:8443/soap/validationWebService')
      expect(text).not.toContain('evil')
    })

    it('a client behind a proxy that lies about itself does not choose the id of its request, and does not see what is for the operator', async () => {
      const answer = await validate(proxy.port, { headers: { 'content-type': 'application/json', 'x-request-id': 'chosen-by-the-client' } })
      expect([answer.status, (JSON.parse(answer.text) as { signaturesCount: number }).signaturesCount]).toEqual([200, 1])
      expect(answer.headers['x-request-id']).not.toBe('chosen-by-the-client')
      expect(await linesOf(answer.headers['x-request-id'], 'served')).toMatchObject({ route: '/validate', status: 200 })
      for (const path of [
        '/monitoring/metrics',
        '/monitoring/readiness',
        '/monitoring/heartbeat',
        '/monitoring/../monitoring/metrics',
        '//monitoring/metrics',
      ])
        expect([path, (await ask(proxy.port, { path })).status]).toEqual([path, 404])
      expect((await ask(proxy.port, { path: '/monitoring/health' })).status).toBe(200)
    })

    it('a client behind a proxy that lies about itself gets 413 for a body that is too large', async () => {
      const answer = await validate(proxy.port, { body: Buffer.alloc(28_000_001, 0x20) })
      // The proxy may close the connection before the client has sent everything.
      expect([413, 'EPIPE', 'ECONNRESET']).toContain(answer.status)
    })

    if (kind === 'nginx') {
      it('a client behind a proxy that lies about itself is who its certificate says, where the proxy has asked for it', async () => {
        const asked = { path: '/key-capsules/KC0123456789abcdef0123456789abcdef', from: '127.0.0.77', certificate: true }
        for (const headers of [{}, { 'client-cert': encodeURIComponent(certificatePem(pki.issuing)), 'x-forwarded-for': '192.0.2.1' }]) {
          const answer = await ask(proxy.port, { ...asked, headers })
          expect(answer.status).toBe(404)
          const line = await linesOf(answer.headers['x-request-id'], 'audit')
          expect(line).toMatchObject({ network: pseudonym('network 127.0.0.77'), client: expect.stringMatching(/^[\w-]{22}$/) })
        }
        // Elsewhere it counts for nothing, and does no harm.
        expect((await validate(proxy.port, { certificate: true })).status).toBe(200)
      })
    }
  })

  describe('a rolling restart of two instances under load', needs({ 'a build': isBuilt, [kind]: isInstalled(kind) }), () => {
    it('a rolling restart of two instances under load loses no request', async () => {
      const ports = [await freePort(), await freePort()] as const
      // HAProxy asks for readiness every two seconds, and believes the second no; the rest is for a machine that stands still for seconds.
      const start = (port: number) => startService({ root, env: { ...validation, ALLKIRI_PORT: String(port), ALLKIRI_DRAIN_MS: '12000' } })
      const [first, second] = [await start(ports[0]), await start(ports[1])]
      const instances = [first, second]
      atTheEnd(() => Promise.all(instances.map(({ stop }) => stop())).then(() => undefined))
      const proxy = await startSampleProxy(kind, { instances: ports, pki })
      atTheEnd(proxy.stop)
      const load = putUnderLoad(proxy.port)
      atTheEnd(load.stop)
      for (const [at, port] of ports.entries()) {
        await load.served(20)
        const instance = instances[at]
        await instance?.stop()
        expect(instance?.process.exitCode).toBe(0)
        const again = await start(port)
        instances[at] = again
        // nginx leaves out for 5 s what has refused it.
        await new Promise((done) => setTimeout(done, 8_000))
        await expect.poll(() => documentsOf(again.base)).toBeGreaterThan(5)
      }
      await load.served(20)
      await load.stop()
      // On a machine that stands still for seconds the service refuses what has waited: that is an answer, and no loss by the restart.
      const { SERVICE_OVERLOADED: _standstill, ...others } = load.answers
      expect(Object.keys(others)).toEqual(['200'])
    })
  })
})

/** How many documents the proxy has had validated at an instance. */
async function documentsOf(base: string): Promise<number> {
  const text = await (await fetch(`${base}/monitoring/metrics`)).text()
  return [...text.matchAll(/^allkiri_validations_total\{[^}]*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Four clients: two that keep their connection, one that makes a new one for each document, one that only asks for health. Each waits for its answer. */
function putUnderLoad(port: number) {
  const answers: Record<string, number> = {}
  let isOver = false
  const kept = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })]
  const note = ({ status, text }: Answered) => {
    const code = status === 503 ? /"code":"(\w+)"/.exec(text)?.[1] : undefined
    const what = code ?? String(status)
    answers[what] = (answers[what] ?? 0) + 1
  }
  const repeat = async (once: () => Promise<Answered>) => {
    while (!isOver) note(await once())
  }
  const clients = [
    ...kept.map((agent) => repeat(() => validate(port, { agent }))),
    repeat(() => validate(port)),
    repeat(() => ask(port, { path: '/monitoring/health' })),
  ]
  return {
    answers,
    /** Resolves after so many further answers. */
    served: async (more: number) => {
      const count = () => Object.values(answers).reduce((sum, each) => sum + each, 0)
      const wanted = count() + more
      await expect.poll(count).toBeGreaterThanOrEqual(wanted)
    },
    stop: async () => {
      isOver = true
      await Promise.all(clients)
      for (const agent of kept) agent.destroy()
    },
  }
}
