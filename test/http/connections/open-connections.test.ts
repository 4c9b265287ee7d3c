import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type NetConnectOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { answerBrokenRequest } from '../../../src/http/broken-request.js'
import { createTransport, type Transport, type TransportBounds } from '../../../src/http/connections/transport.js'
import { certificatePem, keyPem, makeCapsulePki } from '../../support/capsule-pki.js'

const pki = makeCapsulePki('P-256')
const context = { cert: certificatePem(pki.server, pki.issuing), key: keyPem(pki.server) }
const patient: TransportBounds = {
  requestMilliseconds: 60_000,
  headersMilliseconds: 60_000,
  keepAliveMilliseconds: 60_000,
  maxHeaderBytes: 16_384,
  maxWaitingRequests: 100,
  checkMilliseconds: 50,
  maxUnreadBytes: 1_000_000,
  answerIdleMilliseconds: 60_000,
  answerMilliseconds: 60_000,
  maxConnections: 1_000,
  spareConnections: 10,
  maxUnused: 1_000,
}

interface UnderTest {
  readonly server: Server
  readonly transport: Transport
  readonly port: number
  readonly failures: string[]
  readonly tooMany: string[]
}

const open: UnderTest[] = []
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const { server, transport } of open.splice(0)) {
    const closed = new Promise((resolve) => server.close(resolve))
    transport.connections.closeAll()
    await closed
  }
})

interface Options {
  readonly bounds?: Partial<TransportBounds>
  readonly handshakeMilliseconds?: number
  readonly handler?: RequestListener
  readonly isProxy?: (address: string) => boolean
  readonly host?: string
}

async function listen({
  bounds = {},
  handshakeMilliseconds,
  handler,
  isProxy = () => false,
  host = '127.0.0.1',
}: Options): Promise<UnderTest> {
  const failures: string[] = []
  const tooMany: string[] = []
  const transport = createTransport({
    bounds: { ...patient, ...bounds },
    tls: handshakeMilliseconds === undefined ? null : { context, requestsCertificate: true, handshakeMilliseconds },
    isProxy,
    onHandshakeFailure: (code) => failures.push(code),
    onTooMany: (why) => tooMany.push(why),
  })
  const server = transport.createServer(handler ?? ((_request, response) => response.end('served')))
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket as Socket, false))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const underTest = { server, transport, port: (server.address() as AddressInfo).port, failures, tooMany }
  open.push(underTest)
  return underTest
}

/** A client that never hangs up by itself, also when the server has. */
function silent(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true }, () => resolve(socket))
    socket.on('error', () => undefined)
    clients.push(socket)
  })
}

/** A connection whose handshake has ended. */
function secured(options: NetConnectOpts): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ ...options, rejectUnauthorized: false }, () => resolve(socket))
    socket.on('error', reject)
    clients.push(socket)
  })
}

function asks(port: number, tls: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const options: ConnectionOptions = { host: '127.0.0.1', port, rejectUnauthorized: false }
    const socket = tls ? connectTls(options) : connect({ host: '127.0.0.1', port })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('end', () => resolve(text))
  })
}

const openOn = ({ server }: UnderTest) => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

describe('TLS handshakes that are never finished', () => {
  it('end when their time is over, and free everything', async () => {
    const underTest = await listen({ handshakeMilliseconds: 300 })
    for (let i = 0; i < 50; i++) await silent(underTest.port)
    await expect.poll(() => openOn(underTest)).toBe(0)
    // Node.js counts a connection until its handle is closed, which it tells a moment later.
    await expect.poll(() => underTest.transport.connections.counts).toEqual({ all: 0, serving: 0 })
    expect(underTest.failures).toContain('ERR_TLS_HANDSHAKE_TIMEOUT')
    expect(await asks(underTest.port, true)).toContain('served')
  })

  it('end although the client sends an octet now and then', async () => {
    const underTest = await listen({ handshakeMilliseconds: 500 })
    const socket = await silent(underTest.port)
    // The beginning of a record that announces a ClientHello of 16,000 octets.
    socket.write(Buffer.from('16030140000100', 'hex'))
    const dribble = setInterval(() => socket.write('\0'), 50)
    await expect.poll(() => openOn(underTest)).toBe(0)
    clearInterval(dribble)
  })

  it('are those of a connection, not of the port that it comes from: a client may use it for two addresses of this machine', async () => {
    const underTest = await listen({ handshakeMilliseconds: 600, host: '0.0.0.0' })
    const first = await secured({ host: '127.0.0.1', port: underTest.port, localAddress: '127.0.0.1' })
    const second = await secured({ host: '127.0.0.2', port: underTest.port, localAddress: '127.0.0.1', localPort: first.localPort ?? 0 })
    expect(second.localPort).toBe(first.localPort)
    expect(underTest.transport.connections.counts.all).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect([underTest.failures, first.destroyed, second.destroyed]).toEqual([[], false, false])
    expect(underTest.transport.connections.counts.all).toBe(2)
  })

  it('end at once when what comes is no TLS', async () => {
    const underTest = await listen({ handshakeMilliseconds: 60_000 })
    const socket = await silent(underTest.port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => openOn(underTest)).toBe(0)
    expect(underTest.failures).toEqual(['ERR_SSL_HTTP_REQUEST'])
  })

  it('do not count as time of a request, which begins after the handshake', async () => {
    const underTest = await listen({
      handshakeMilliseconds: 300,
      handler: (_request, response) => void setTimeout(() => response.end('served'), 900),
    })
    expect(await asks(underTest.port, true)).toContain('served')
  })
})

describe('connections without a request', () => {
  it.each([true, false])('of one address are so many at most, and the newest are served (TLS: %s)', async (tls) => {
    const underTest = await listen({ bounds: { maxUnused: 8 }, ...(tls ? { handshakeMilliseconds: 60_000 } : {}) })
    for (let i = 0; i < 100; i++) {
      await silent(underTest.port)
      if (i % 25 === 24) expect(await asks(underTest.port, tls)).toContain('served')
    }
    // The last request took the place of one more.
    await expect.poll(() => openOn(underTest)).toBe(7)
    expect(underTest.tooMany).toHaveLength(93)
    expect(new Set(underTest.tooMany)).toEqual(new Set(['unused-of-one-address']))
  })

  it('of another address are not touched', async () => {
    const underTest = await listen({ bounds: { maxUnused: 8 } })
    const other = await silent(underTest.port, '127.0.0.2')
    const ended = { other: false }
    other.once('end', () => (ended.other = true))
    for (let i = 0; i < 50; i++) await silent(underTest.port)
    await expect.poll(() => openOn(underTest)).toBe(9)
    expect(ended.other).toBe(false)
  })

  it('of a proxy are not limited, because they serve many clients', async () => {
    const underTest = await listen({ bounds: { maxUnused: 8 }, isProxy: (address) => address === '127.0.0.3' })
    for (let i = 0; i < 30; i++) await silent(underTest.port, '127.0.0.3')
    expect(await openOn(underTest)).toBe(30)
  })
})

describe('a server that is nearly full', () => {
  it('closes a resting connection and not the new one of the same address, whose request is about to come', async () => {
    const underTest = await listen({ bounds: { maxConnections: 16, spareConnections: 4, maxUnused: 4 } })
    for (let i = 0; i < 20; i++) {
      const socket = await silent(underTest.port)
      const served = new Promise<string>((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())))
      socket.once('end', () => socket.destroy())
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      expect(await served).toContain('served')
    }
    expect(await openOn(underTest)).toBeLessThanOrEqual(13)
  })

  it('closes a resting connection of the address that has the most, and none that is being served', async () => {
    const answers: (() => void)[] = []
    const underTest = await listen({
      bounds: { maxConnections: 40, spareConnections: 10 },
      handler: ({ url }, response) => {
        if (url === '/') response.end('served')
        else answers.push(() => response.end('late'))
      },
    })
    const serving = await silent(underTest.port, '127.0.0.2')
    serving.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
    const resting = await silent(underTest.port, '127.0.0.2')
    resting.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => resting.once('data', resolve))
    const lost: string[] = []
    for (const [name, socket] of Object.entries({ serving, resting })) socket.once('end', () => lost.push(name))
    for (let i = 0; i < 100; i++) {
      const socket = await silent(underTest.port)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    await expect.poll(() => openOn(underTest)).toBeLessThanOrEqual(30)
    expect(await asks(underTest.port, false)).toContain('served')
    expect(lost).toEqual([])
    const last = new Promise<string>((resolve) => serving.once('data', (chunk: Buffer) => resolve(chunk.toString())))
    for (const answer of answers) answer()
    expect(await last).toContain('late')
    expect(new Set(underTest.tooMany)).toEqual(new Set(['connections-of-the-server']))
  })
})

describe('a server that is nearly full of bodies which never end', () => {
  const filled = async (address: string, isProxy = false) => {
    const underTest = await listen({
      bounds: { maxConnections: 40, spareConnections: 10, maxUnused: 8 },
      isProxy: () => isProxy,
      handler: (request, response) => void (request.method === 'GET' ? response.end('served') : request.resume()),
    })
    const lost: number[] = []
    for (let i = 0; i < 60; i++) {
      const socket = await silent(underTest.port, address)
      socket.once('close', () => lost.push(i)).resume()
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
      await expect.poll(() => underTest.transport.connections.counts.all - underTest.transport.connections.counts.serving).toBe(0)
    }
    return { underTest, lost }
  }

  it('closes one of the address that has the most, and serves others', async () => {
    const { underTest } = await filled('127.0.0.2')
    expect(await openOn(underTest)).toBeLessThanOrEqual(30)
    for (let i = 0; i < 3; i++) expect(await asks(underTest.port, false)).toContain('served')
    expect(new Set(underTest.tooMany)).toEqual(new Set(['connections-of-the-server']))
  })

  it('closes no body that comes through a proxy', async () => {
    const { underTest, lost } = await filled('127.0.0.2', true)
    expect(underTest.transport.connections.counts).toEqual({ all: 30, serving: 30 })
    expect(lost.filter((number) => number < 30)).toEqual([])
  })
})

describe('a request that takes too long', () => {
  it.each(['', 'POST / HTTP/1.1\r\nHost: x\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'])(
    'is answered with 408, and the connection ends although the client stays: %j',
    async (sent) => {
      const underTest = await listen({ bounds: { headersMilliseconds: 200, requestMilliseconds: 300 }, handler: () => undefined })
      const socket = await silent(underTest.port)
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.write(sent)
      await expect.poll(() => text).toMatch(/^HTTP\/1.1 408 [\s\S]*Connection: close[\s\S]*REQUEST_TOO_SLOW/)
      await expect.poll(() => openOn(underTest)).toBe(0)
    },
  )
})

describe('a body that continues after its answer', () => {
  const head = 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const chunk = `10000\r\n${'A'.repeat(0x10000)}\r\n`

  /** Writes until `octets` are sent or the connection is closed; says how many were. */
  async function send(socket: Socket, octets: number): Promise<number> {
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let sent = 0
    for (; sent < octets && !socket.destroyed; sent += chunk.length)
      if (!socket.write(chunk)) await Promise.race([closed, new Promise<void>((resolve) => socket.once('drain', resolve))])
    return sent
  }

  it('ends with the connection once more than the bound has been dropped', async () => {
    const underTest = await listen({ bounds: { maxUnreadBytes: 1_000_000 } })
    const socket = await silent(underTest.port)
    socket.write(head)
    socket.resume()
    // Two thousand times the bound: without one all of it would be taken.
    expect(await send(socket, 2_000_000_000)).toBeLessThan(2_000_000_000)
    await expect.poll(() => openOn(underTest)).toBe(0)
  })

  it('leaves the connection to the next request when it ends within the bound', async () => {
    const underTest = await listen({ bounds: { maxUnreadBytes: 1_000_000, checkMilliseconds: 10 } })
    const socket = await silent(underTest.port)
    let text = ''
    socket.on('data', (received: Buffer) => (text += received.toString()))
    socket.write(head)
    await expect.poll(() => text).toContain('served')
    expect(await send(socket, 900_000)).toBeGreaterThanOrEqual(900_000)
    socket.write('0\r\n\r\n')
    // A second request on the same connection, with a body within the bound of its own.
    socket.write(head)
    await send(socket, 900_000)
    socket.write('0\r\n\r\n')
    await expect.poll(() => text.split('served').length - 1).toBe(2)
    expect(await openOn(underTest)).toBe(1)
  })
})

describe('answers that a client does not take', () => {
  const large = Buffer.alloc(40_000_000, 'a')
  /** A client that has asked, and takes so many octets of the answer in each of its turns. */
  async function asking(underTest: UnderTest, take: number, everyMilliseconds: number) {
    const client = await silent(underTest.port)
    const received = { bytes: 0 }
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const turns = setInterval(() => {
      const piece = client.read(take) as Buffer | null
      received.bytes += piece?.length ?? 0
    }, everyMilliseconds)
    client.once('close', () => clearInterval(turns))
    return { client, received, stop: () => clearInterval(turns) }
  }

  it('are held as long as the bound without progress says', async () => {
    const underTest = await listen({ bounds: { answerIdleMilliseconds: 400 }, handler: (_request, response) => response.end(large) })
    await asking(underTest, 0, 1_000)
    await expect.poll(() => underTest.transport.connections.counts.serving).toBe(1)
    await expect.poll(() => underTest.transport.connections.counts).toEqual({ all: 0, serving: 0 })
  })

  it('are held no longer when CONNECT waits after them', async () => {
    const underTest = await listen({ bounds: { answerIdleMilliseconds: 400 }, handler: (_request, response) => response.end(large) })
    underTest.server.on('connect', () => undefined)
    const { client } = await asking(underTest, 0, 1_000)
    client.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n')
    await expect.poll(() => underTest.transport.connections.counts.serving).toBe(1)
    await expect.poll(() => underTest.transport.connections.counts).toEqual({ all: 0, serving: 0 })
  })

  it('are held as long as the bound of time says although the client takes a little now and then', async () => {
    const underTest = await listen({ bounds: { answerMilliseconds: 600 }, handler: (_request, response) => response.end(large) })
    const { received } = await asking(underTest, 10_000, 20)
    await expect.poll(() => underTest.transport.connections.counts.serving).toBe(1)
    await expect.poll(() => underTest.transport.connections.counts).toEqual({ all: 0, serving: 0 })
    expect(received.bytes).toBeGreaterThan(0)
  })

  it('are received completely by a client that is slower than the bound without progress, and its connection is kept', async () => {
    const underTest = await listen({
      bounds: { answerIdleMilliseconds: 500 },
      handler: (request, response) => {
        if (request.url === '/') response.end(large)
        // Longer than the bound, which is for answers that are ready.
        else setTimeout(() => response.end('the end'), 900)
      },
    })
    const { client, received, stop } = await asking(underTest, 65_536, 1)
    client.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => received.bytes).toBeGreaterThan(large.length - 100_000)
    stop()
    let rest = ''
    client.on('data', (piece: Buffer) => (rest = (rest + piece.toString('latin1')).slice(-100)))
    await expect.poll(() => rest).toContain('the end')
  })
})
