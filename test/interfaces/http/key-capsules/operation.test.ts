import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { Agent } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { removeAbandonedSocket } from '../../../../src/interfaces/http/key-capsules/unix-socket.js'
import {
  type Answer,
  type AskOptions,
  type CapsulesUnderTest,
  capsulesUnderTest,
  day,
  startOfTests,
} from '../../../support/capsule-listeners.js'
import { certificatePem, keyPem, makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'

const pki = makeCapsulePki()
const owner = pki.client()
const body = {
  recipient_id: pointOf(owner.key.privateKey, 48).toString('base64'),
  ephemeral_key_material: pointOf(pki.client().key.privateKey, 48).toString('base64'),
  capsule_type: 'ecc_secp384r1',
}
const unknown = '/key-capsules/KC0123456789abcdef'

function keepAlive(as = owner): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, ca: certificatePem(pki.root), cert: certificatePem(as), key: keyPem(as) })
}

describe('counters', () => {
  let capsules: CapsulesUnderTest
  beforeAll(async () => {
    capsules = await capsulesUnderTest(undefined, pki)
  })
  afterAll(() => capsules.close())

  it('counters of capsules tell what was stored, adjusted and fetched', async () => {
    const before = capsules.service.counts()
    const location = String((await capsules.post('/key-capsules', body)).headers.location)
    await capsules.post('/key-capsules', body, { headers: { 'x-expiry-time': '2999-01-01T00:00:00Z' } })
    for (let i = 0; i < 3; i++) expect((await capsules.get(location, { as: owner })).status).toBe(200)
    expect(capsules.service.counts()).toEqual({ ...before, stored: before.stored + 2, adjusted: before.adjusted + 1, fetched: 3 })
  })

  it.each<[string, number, (on: CapsulesUnderTest) => Promise<Answer>]>([
    ['a field that is wrong', 400, (on) => on.post('/key-capsules', { ...body, capsule_type: 'x' })],
    ['an expiry that has passed', 400, (on) => on.post('/key-capsules', body, { headers: { 'x-expiry-time': '2020-01-01T00:00:00Z' } })],
    ['another media type', 415, (on) => on.post('/key-capsules', body, { headers: { 'content-type': 'text/plain' } })],
    ['a body that is too large', 413, (on) => on.post('/key-capsules', { ...body, x: 'x'.repeat(20_000) })],
    ['a path where nothing is', 404, (on) => on.post('/elsewhere', body)],
    ['a path that cannot be decoded', 400, (on) => on.post('/key-capsules/%zz', body)],
    ['another method', 405, (on) => on.get('/key-capsules', { as: owner, method: 'DELETE' })],
    ['an unknown capsule', 404, (on) => on.get(unknown, { as: owner })],
    ['an id that is none', 400, (on) => on.get('/key-capsules/short', { as: owner })],
    ['an answer that the client does not take', 406, (on) => on.get(unknown, { as: owner, headers: { accept: 'text/html' } })],
  ])('counters of capsules tell each refusal once: %s', async (_what, status, ask) => {
    const before = capsules.service.counts()
    expect((await ask(capsules)).status).toBe(status)
    expect(capsules.service.counts()).toEqual({ ...before, refused: before.refused + 1 })
  })

  it('counters of capsules tell an id that was taken as one refusal', async () => {
    expect((await capsules.post('/key-capsules/ChosenIdentifier01', body)).status).toBe(201)
    const before = capsules.service.counts()
    expect((await capsules.post('/key-capsules/ChosenIdentifier01', body)).status).toBe(409)
    expect(capsules.service.counts()).toEqual({ ...before, refused: before.refused + 1 })
  })

  it('counters of capsules tell a client that is turned away once for each request', async () => {
    const before = capsules.service.counts().refused
    expect((await capsules.get(unknown)).status).toBe(401)
    expect(capsules.service.counts().refused).toBe(before + 1)
    const agent = keepAlive(pki.client({ key: owner.key, notAfter: '2026-11-22T00:00:00Z' }))
    expect((await capsules.get(unknown, { agent })).status).toBe(404)
    capsules.setClock(startOfTests + day)
    expect((await capsules.get(unknown, { agent })).status).toBe(401)
    capsules.setClock(startOfTests)
    expect(capsules.service.counts().refused).toBe(before + 3)
    agent.destroy()
  })
})

describe('what is no TLS', () => {
  it.each(['GET / HTTP/1.1\r\nHost: x\r\n\r\n', '\0'.repeat(100), Buffer.from('16030100050100000100', 'hex')])(
    'what is no TLS ends its own connection only, and is logged',
    async (bytes) => {
      const capsules = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0 }), pki)
      try {
        for (const port of [capsules.postPort, capsules.getPort])
          await new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
            socket.on('error', () => undefined)
            socket.on('close', () => resolve())
            socket.resume()
          })
        const location = String((await capsules.post('/key-capsules', body)).headers.location)
        expect((await capsules.get(location, { as: owner })).status).toBe(200)
        expect(capsules.logged().match(/"code":"[A-Z0-9_]+","msg":"a connection failed"/g)).toHaveLength(2)
      } finally {
        await capsules.close()
      }
    },
  )
})

describe('limits of requests', () => {
  it('limits of capsule requests have Retry-After on either listener', async () => {
    const capsules = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0, requestsPerMinute: 1 }), pki)
    const asks: readonly (() => Promise<Answer>)[] = [
      () => capsules.post('/key-capsules', body),
      () => capsules.get(unknown, { as: owner }),
    ]
    try {
      for (const ask of asks) {
        expect((await ask()).status).not.toBe(429)
        const refused = await ask()
        expect(refused.status).toBe(429)
        const seconds = Number(refused.headers['retry-after'])
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThanOrEqual(60)
      }
    } finally {
      await capsules.close()
    }
  })
})

describe('certificate files that change', () => {
  afterEach(() => vi.useRealTimers())

  it('certificate files that change are read by themselves, and no open connection is dropped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const capsules = await capsulesUnderTest(undefined, pki)
    const agent = keepAlive()
    try {
      const location = String((await capsules.post('/key-capsules', body)).headers.location)
      const sockets = new Set<unknown>()
      agent.on('free', (socket) => sockets.add(socket))
      const fetched = async (options: AskOptions) => (await capsules.get(location, options)).status
      expect(await fetched({ agent })).toBe(200)
      const renewed = makeCapsulePki()
      writeFileSync(join(capsules.folder, 'server.pem'), certificatePem(renewed.server, renewed.issuing))
      writeFileSync(join(capsules.folder, 'server.key'), keyPem(renewed.server))
      expect(await fetched({ as: owner })).toBe(200)
      vi.advanceTimersByTime(limits.capsules.fileCheckMilliseconds)
      // New connections get the new certificate, which the old authority did not issue; the old connection is the one of the beginning.
      await expect(capsules.get(location, { as: owner })).rejects.toThrow(/certificate|issuer/)
      expect(await fetched({ agent })).toBe(200)
      expect(sockets.size).toBe(1)
      expect(capsules.logged()).toContain('certificate files were read again')
    } finally {
      agent.destroy()
      await capsules.close()
    }
  })
})

describe('the log', () => {
  it('the log of capsules has no certificate, token, id or byte of a capsule in any line', async () => {
    const capsules = await capsulesUnderTest(
      (settings) =>
        settings.clients.kind === 'mutual-tls'
          ? {
              ...settings,
              tls: null,
              clients: {
                ...settings.clients,
                kind: 'proxy',
                peers: { kind: 'addresses', addresses: ['127.0.0.1'] },
                header: 'client-cert',
                encoding: 'rfc9440',
              },
            }
          : settings,
      pki,
    )
    try {
      const der = owner.certificate.der.toString('base64')
      const secrets = { authorization: 'Bearer topsecrettoken', cookie: 'session=topsecrettoken', 'x-cdoc2-auth-token': 'topsecrettoken' }
      const location = String((await capsules.post('/key-capsules', body, { headers: secrets })).headers.location)
      await capsules.post('/key-capsules', { ...body, ephemeral_key_material: `${body.ephemeral_key_material}!` }, { headers: secrets })
      await capsules.post('/key-capsules?token=topsecrettoken', body)
      for (const certificate of [`:${der}:`, `:${der.slice(0, 400)}:`, der, `:${der.replace(/.{8}$/, 'AAAAAAAA')}:`])
        await capsules.get(location, { headers: { 'client-cert': certificate, ...secrets } })
      await capsules.get('/key-capsules/PNOEE48001010000PNOEE', { headers: { 'client-cert': `:${der}:` } })
      const log = capsules.logged()
      expect(log.match(/"msg":"served"/g)?.length).toBeGreaterThanOrEqual(8)
      expect(log).not.toMatch(/topsecrettoken|MAASIKAS|48001010|PNOEE|KC[0-9a-f]{32}/)
      for (const bytes of [der, body.recipient_id, body.ephemeral_key_material]) expect(log).not.toContain(bytes.slice(8, 48))
    } finally {
      await capsules.close()
    }
  })
})

describe('the socket of a proxy', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capsule-socket-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The file that a killed process leaves behind: a socket on which nobody listens. */
  async function abandon(path: string): Promise<void> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(`${path}.first`, resolve))
    renameSync(`${path}.first`, path)
    await new Promise((resolve) => server.close(resolve))
  }

  it('the socket of a proxy is taken over from a process that was killed', async () => {
    const path = join(folder, 'get.sock')
    await abandon(path)
    const capsules = await capsulesUnderTest(
      (settings) =>
        settings.clients.kind === 'mutual-tls'
          ? {
              ...settings,
              tls: null,
              clients: { ...settings.clients, kind: 'proxy', peers: { kind: 'socket', path }, header: 'client-cert', encoding: 'rfc9440' },
            }
          : settings,
      pki,
    )
    try {
      const headers = { 'client-cert': `:${owner.certificate.der.toString('base64')}:` }
      const status = await new Promise((resolve, reject) => {
        const sent = request({ socketPath: path, path: unknown, headers }, (answer) => resolve(answer.resume().statusCode))
        sent.on('error', reject).end()
      })
      expect(status).toBe(404)
    } finally {
      await capsules.close()
    }
  })

  it('the socket of a proxy is kept when it has a listener, or is not a socket', async () => {
    const path = join(folder, 'living.sock')
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(path, resolve))
    await removeAbandonedSocket(path)
    await new Promise<void>((resolve, reject) => {
      const again = createServer().on('error', () => resolve())
      again.listen(path, () => reject(new Error('the socket was taken from its owner')))
    })
    await new Promise((resolve) => server.close(resolve))
    const file = join(folder, 'file')
    writeFileSync(file, 'kept')
    await removeAbandonedSocket(file)
    await removeAbandonedSocket(join(folder, 'missing'))
    rmSync(file)
  })
})
