import dns from 'node:dns'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { TrustedProxies } from '../../../src/interfaces/http/connections/trusted-proxies.js'
import { listenAt } from '../../../src/interfaces/http/listen-at.js'
import { createListener, type ListenerBounds } from '../../../src/interfaces/http/listener.js'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'
import { report, serverUnderTest, validRequest } from './server-under-test.js'

const pki = makeCapsulePki('P-256')
const tls = { context: { cert: certificatePem(pki.server, pki.issuing), key: keyPem(pki.server) }, requestsCertificate: true }
const clients: Socket[] = []
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const close of closing.splice(0)) await close()
})

interface Options {
  readonly bounds?: Partial<ListenerBounds>
  readonly handshakeMilliseconds?: number
  readonly answer?: () => Promise<unknown>
}

/** A listener without routes, which does not listen yet. */
function unbound({ bounds = {}, handshakeMilliseconds }: Options = {}, lines: string[] = []) {
  const app = createListener({
    bounds: { ...limits.http, checkMilliseconds: 50, maxBodyBytes: 1_000_000, ...bounds },
    tls: handshakeMilliseconds === undefined ? null : { ...tls, handshakeMilliseconds },
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    log: null,
    metrics: null,
    ignoreTrailingSlash: false,
    proxies: new TrustedProxies([]),
    strict: false,
    onUnreadableAddress: (_request, reply) => void reply.code(400).send(),
  })
  closing.push(() => app.close())
  return app
}

/** A listener with one route, which reads a body of any type. */
async function listen(options: Options = {}) {
  const { answer = () => Promise.resolve('served') } = options
  const lines: string[] = []
  const app = unbound(options, lines)
  let served = 0
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: () => {
      served += 1
      return answer()
    },
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return { app, port: Number(port), served: () => served, lines }
}

/** A client that never hangs up by itself, also when the server has; with what it has received. */
function open(
  port: number,
  sent = '',
): Promise<{ readonly socket: Socket; readonly text: () => string; readonly isClosed: () => boolean }> {
  return new Promise((resolve) => {
    let text = ''
    let closed = false
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => {
      socket.write(sent)
      resolve({ socket, text: () => text, isClosed: () => closed })
    })
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('end', () => (closed = true))
    socket.on('close', () => (closed = true))
    clients.push(socket)
  })
}

const ask = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).text()
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
const soon = { timeout: 60_000 }

describe('a host name with several addresses', () => {
  /** `localhost` has the address ::1 besides on most machines; here it has two that every machine has. */
  function twoAddresses() {
    const lookup = dns.lookup as (...given: readonly unknown[]) => void
    const both = (host: string, options: unknown, done: (error: null, found: unknown) => void) => {
      const isForAll = typeof options === 'object' && options !== null && 'all' in options && options.all === true
      if (host !== 'localhost' || !isForAll) return lookup(host, options, done)
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ])
    }
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(both as never)
    closing.push(() => Promise.resolve(spy.mockRestore()))
  }

  it('a host name with several addresses is listened to at one of them: a second server would not have the bounds of connections', async () => {
    twoAddresses()
    const [free, bounded] = [unbound(), unbound()]
    await free.listen({ host: 'localhost', port: 0 })
    expect(free.addresses()).toHaveLength(2)
    await listenAt(bounded, { host: 'localhost', port: 0 })
    expect(bounded.addresses()).toEqual([bounded.server.address()])
  })

  it('a host that is an address is listened to as it is', async () => {
    const app = unbound()
    expect(await listenAt(app, { host: '127.0.0.1', port: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

describe('a TLS handshake that is never finished', () => {
  it('a TLS handshake that is never finished ends when its time is over, also when an octet comes now and then', async () => {
    const { port, lines } = await listen({ handshakeMilliseconds: 300 })
    const silent = await open(port)
    const dripping = await open(port, '\x16\x03\x01\x40\x00\x01\x00')
    const drip = setInterval(() => dripping.socket.write('\0'), 50)
    await expect.poll(() => [silent.isClosed(), dripping.isClosed()], soon).toEqual([true, true])
    clearInterval(drip)
    expect(lines.join('')).toContain('ERR_TLS_HANDSHAKE_TIMEOUT')
  })

  it('a TLS handshake that is never finished ends at once when what comes is no TLS', async () => {
    const { port } = await listen({ handshakeMilliseconds: 60_000 })
    const { isClosed } = await open(port, get)
    await expect.poll(isClosed, soon).toBe(true)
  })

  it('a TLS handshake that is never finished ends with the time for last requests when the listener closes, and so does a connection that has sent no request', async () => {
    const { app, port } = await listen({ handshakeMilliseconds: 60_000 })
    const silent = await open(port)
    const secured = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
    secured.on('error', () => undefined)
    await once(secured, 'secureConnect')
    await app.close()
    await expect.poll(() => [silent.isClosed(), secured.destroyed], soon).toEqual([true, true])
  })
})

describe('a request that takes too long', () => {
  it.each(['', 'POST / HTTP/1.1\r\nHost: x\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'])(
    'a request that takes too long is answered with 408, and the connection ends although the client stays: %j',
    async (sent) => {
      const { port, served } = await listen({ bounds: { headersMilliseconds: 200, requestMilliseconds: 300 } })
      const { text, isClosed } = await open(port, sent)
      await expect.poll(text, soon).toMatch(/^HTTP\/1.1 408 [\s\S]*Connection: close[\s\S]*REQUEST_TOO_SLOW/)
      await expect.poll(isClosed, soon).toBe(true)
      expect(served()).toBe(0)
    },
  )
})

describe('an answer that the client does not take', () => {
  it('an answer that the client does not take ends with its connection when nothing moves any longer', async () => {
    const { app, port } = await listen({ bounds: { stalledMilliseconds: 400 }, answer: () => Promise.resolve(Buffer.alloc(40_000_000)) })
    const { socket } = await open(port)
    socket.pause()
    socket.write(get)
    const count = () => new Promise((resolve) => app.server.getConnections((_error, all) => resolve(all)))
    await expect.poll(count, soon).toBe(0)
  })
})

describe('pipelined requests', () => {
  it('pipelined requests are answered in their order, as many as may be sent without waiting', async () => {
    const { port } = await listen({ bounds: { maxPipelinedRequests: 10 } })
    const { text } = await open(port, get.repeat(10))
    await expect.poll(() => statusesOf(text()), soon).toEqual(Array.from({ length: 10 }, () => 200))
  })

  it('pipelined requests close the connection when there are more', async () => {
    const { port, served } = await listen({ bounds: { maxPipelinedRequests: 10 }, answer: () => new Promise(() => undefined) })
    const { isClosed } = await open(port, get.repeat(500))
    await expect.poll(isClosed, soon).toBe(true)
    expect(served()).toBeLessThanOrEqual(10)
  })
})

const body = JSON.stringify(validRequest)
const validation = `POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunked = 'POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'

/** What the service answers on one connection until it closes it. `later` is sent when the first answer has come. */
async function answersTo(sent: string, later = ''): Promise<string> {
  const { app } = await serverUnderTest({
    validate: () => new Promise((done) => setTimeout(done, 50, report)),
  })
  closing.push(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const { socket, text, isClosed } = await open(Number(port), sent)
  socket.once('data', () => socket.write(later))
  await expect.poll(isClosed, soon).toBe(true)
  return text()
}

describe('what is no well-formed request', () => {
  it.each([
    ['no HTTP', 'garbage\r\n\r\n', 400],
    ['two statements of its length', `${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', 'POST /validate HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', 400],
    ['a chunk whose length is no number', `${chunked}\r\n5x\r\n{"doc\r\n`, 400],
    ['a transfer coding that is not chunked', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n', 400],
    ['a line that is folded', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n', 400],
    ['white space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n', 400],
    ['headers above the bound', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(2 * limits.http.maxHeaderBytes)}\r\n\r\n`, 431],
    ['a body that breaks off into something else', `${chunked}\r\n5\r\n{"doc\r\nzz\r\n`, 400],
  ])('what is no well-formed request is refused in JSON, and the connection ends: %s', async (_name, sent, status) => {
    const answers = await answersTo(sent)
    expect(statusesOf(answers)).toEqual([status])
    expect(JSON.parse(answers.slice(answers.indexOf('\r\n\r\n')))).toMatchObject({ requestErrors: [{ key: 'request' }] })
  })

  it('what is no well-formed request has no answer that could be taken for that of an earlier request', async () => {
    for (const refused of ['garbage\r\n\r\n', `${chunked}\r\n5\r\n{"doc\r\nzz\r\n`, 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'])
      expect(statusesOf(await answersTo(`${validation}${refused}`)).filter((status) => status !== 200)).toEqual([])
  })

  it.each([
    ['a path that does not exist', '/nothing', 404],
    ['a route that takes no body', '/monitoring/health', 405],
  ])('what is no well-formed request has one answer when its body breaks off after an early one: %s', async (_name, path, status) => {
    const answers = await answersTo(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"doc\r\n`, 'zz\r\n')
    expect(statusesOf(answers)).toEqual([status])
  })
})

describe('a request that asks for another protocol', () => {
  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n'

  it('a request that asks for another protocol is answered in HTTP/1.1, and no octet after it is read as a request', async () => {
    const smuggled = 'GET /monitoring/health HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const text of [
      `GET /monitoring/heartbeat HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
      validation.replace('Host: x\r\n', `Host: x\r\n${upgrade}`),
      validation.replace('Host: x\r\n', `Host: x\r\n${upgrade.replace('h2c', 'websocket')}`),
    ]) {
      const answers = await answersTo(`${text}POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`, smuggled)
      expect(statusesOf(answers)).toEqual([200])
      expect(answers).toMatch(/^connection: close\r$/im)
    }
  })
})

describe('a listener that is closing', () => {
  it('a listener that is closing sends the answers of requests in progress, and ends all other connections', async () => {
    const finish: ((text: string) => void)[] = []
    const { app, port } = await listen({ answer: () => new Promise((resolve) => finish.push(resolve)) })
    const waiting = ask(port)
    await expect.poll(() => finish.length, soon).toBe(1)
    const dripping = await open(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
    dripping.socket.on('end', () => dripping.socket.destroy())
    const closed = app.close()
    finish[0]?.('the last answer')
    expect(await waiting).toBe('the last answer')
    app.cutConnections()
    await closed
  })

  it('a listener that is closing serves a request that a client has already sent on a connection, and each answer is the last one', async () => {
    const finish: ((text: string) => void)[] = []
    const { app, port } = await listen({ answer: () => new Promise((resolve) => finish.push(resolve)) })
    const [used, inProgress] = [await open(port, get), await open(port)]
    await expect.poll(() => finish.length, soon).toBe(1)
    finish[0]?.('the first answer')
    await expect.poll(used.text, soon).toMatch(/connection: keep-alive[\s\S]*the first answer$/i)
    inProgress.socket.write(get)
    await expect.poll(() => finish.length, soon).toBe(2)
    const closed = app.close()
    used.socket.write(get)
    await expect.poll(() => finish.length, soon).toBe(3)
    for (const answer of finish) answer('the last answer')
    await closed
    for (const { text, isClosed } of [used, inProgress]) {
      await expect.poll(isClosed, soon).toBe(true)
      expect(text()).toMatch(/connection: close\r\n[\s\S]*the last answer$/i)
    }
  })

  it('a listener that is closing cuts what is not served in time', async () => {
    const { app, port } = await listen({ bounds: { closeMilliseconds: 300 }, answer: () => new Promise(() => undefined) })
    const { isClosed } = await open(port, get)
    await new Promise((done) => setTimeout(done, 100))
    await app.close()
    await expect.poll(isClosed, soon).toBe(true)
  })
})
