import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { createSlowBodies } from '../../../src/http/bodies/slow-bodies.js'
import { capsulesUnderTest } from '../../support/capsule-listeners.js'
import { makeCapsulePki } from '../../support/capsule-pki.js'
import { serverUnderTest } from '../server-under-test.js'

const pki = makeCapsulePki('P-256')
const bounds = {
  idleAfterMilliseconds: 1_000,
  maxIdleMilliseconds: 10_000,
  slowAfterMilliseconds: 5_000,
  maxIdlePerClient: 2,
  maxSlowPerClient: 4,
}

function bodies(withBounds = bounds) {
  const slow = createSlowBodies(withBounds)
  const ended: string[] = []
  return { ended, open: (name: string) => slow.watch(name.slice(0, 1), () => ended.push(name)) }
}

const withFakeTime = () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
}

describe('a body that does not arrive', () => {
  withFakeTime()

  it('is given up after the time without a byte, and no sooner', () => {
    const { open, ended } = bodies()
    const watch = open('a1')
    vi.advanceTimersByTime(9_999)
    watch.arrived()
    vi.advanceTimersByTime(9_999)
    expect(ended).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ended).toEqual(['a1'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is nothing to look at any more when it is complete', () => {
    const { open, ended } = bodies()
    const watch = open('a1')
    vi.advanceTimersByTime(6_000)
    watch.done()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(ended).toEqual([])
  })

  it('gives way to a newer one of the same client, when there are too many', () => {
    const { open, ended } = bodies()
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) {
      open(name)
      vi.advanceTimersByTime(10)
    }
    vi.advanceTimersByTime(1_000)
    expect(ended).toEqual(['a1', 'a2'])
  })

  it('is not idle while bytes come, and as slow it is counted all the same', () => {
    const { open, ended } = bodies()
    const watches = Array.from({ length: 6 }, (_, i) => {
      const watch = open(`a${i}`)
      vi.advanceTimersByTime(1)
      return watch
    })
    for (let second = 0; second < 8; second++) {
      vi.advanceTimersByTime(900)
      for (const watch of watches) watch.arrived()
      if (second === 4) expect(ended).toEqual([])
    }
    expect(ended).toEqual(['a0', 'a1'])
  })
})

describe('the bounds of the service', () => {
  withFakeTime()

  it('give a body up after ten seconds without a byte, and leave a client four that are idle', () => {
    const { open, ended } = bodies(limits.http)
    open('a1')
    vi.advanceTimersByTime(9_999)
    expect(ended).toEqual([])
    vi.advanceTimersByTime(1)
    expect(ended).toEqual(['a1'])
    for (const name of ['b1', 'b2', 'b3', 'b4', 'b5', 'c1']) {
      open(name)
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(limits.http.idleAfterMilliseconds)
    expect(ended).toEqual(['a1', 'b1'])
  })
})

/** What is told about half-sent bodies of these clients, in their order, when something is told. `told` are the places of those that were told. */
async function toldAbout(
  clients: readonly string[],
  connected: () => Socket,
  path: string,
): Promise<{ told: readonly number[]; text: string }> {
  const type = path.startsWith('/soap') ? 'text/xml' : 'application/json'
  const texts = clients.map(() => '')
  const sockets = clients.map((client, i) => {
    const socket = connected()
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => (texts[i] += chunk.toString()))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`)
    return socket
  })
  await expect.poll(() => texts.some((text) => text !== ''), { timeout: limits.http.maxIdleMilliseconds - 2_000 }).toBe(true)
  for (const socket of sockets) socket.destroy()
  return { told: texts.flatMap((text, i) => (text === '' ? [] : [i])), text: texts.join('') }
}

const few = limits.http.maxIdlePerClient
const ofOne = Array.from({ length: few + 1 }, () => '192.0.2.1')
/** One too many of the second client, among others of the first. */
const ofTwo = [...Array.from({ length: few }, () => ['192.0.2.1', '192.0.2.2']).flat(), '192.0.2.2']

describe('half a body, sent to', () => {
  const validating = async (trustedProxies: readonly string[]) => {
    const { app } = await serverUnderTest({ settings: { trustedProxies } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { app, connected: () => connect(port, '127.0.0.1') }
  }

  it.each(['/validate', '/getDataFiles', '/report', '/soap/validationWebService'])('%s, is a few times one too many', async (path) => {
    const { app, connected } = await validating([])
    const { told, text } = await toldAbout(ofOne, connected, path)
    expect([told.length, text]).toEqual([1, expect.stringMatching(/did not arrive in time/)])
    await app.close()
  })

  it('the listener of capsules, is a few times one too many', async () => {
    const capsules = await capsulesUnderTest(undefined, pki)
    const connected = () => connectTls({ host: '127.0.0.1', port: capsules.postPort, rejectUnauthorized: false })
    const { told, text } = await toldAbout(ofOne, connected, '/key-capsules')
    expect([told.length, text]).toEqual([1, expect.stringMatching(/^HTTP\/1\.1 408 /)])
    await capsules.close()
  })

  it('either of them through a proxy, is counted for the client that the proxy names', async () => {
    const { app, connected } = await validating(['127.0.0.1'])
    const capsules = await capsulesUnderTest((settings) => {
      if (settings.clients.kind !== 'mutual-tls') return settings
      const peers = { kind: 'addresses', addresses: ['127.0.0.1'] } as const
      return { ...settings, tls: null, clients: { ...settings.clients, kind: 'proxy', peers, encoding: 'rfc9440', header: 'client-cert' } }
    }, pki)
    const [validation, capsule] = await Promise.all([
      toldAbout(ofTwo, connected, '/validate'),
      toldAbout(ofTwo, () => connect(capsules.postPort, '127.0.0.1'), '/key-capsules'),
    ])
    for (const { told } of [validation, capsule]) expect(told.map((place) => ofTwo[place])).toEqual(['192.0.2.2'])
    await Promise.all([app.close(), capsules.close()])
  })
})
