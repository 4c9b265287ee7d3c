import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { createSlowBodies } from '../../../src/http/bodies/slow-bodies.js'
import { capsulesUnderTest } from '../../support/capsule-listeners.js'
import { makeCapsulePki } from '../../support/capsule-pki.js'
import { serverUnderTest } from '../server-under-test.js'

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

describe('half a body, sent to', () => {
  /** What each of five clients has been told when the first of them has been told something. */
  async function toldTo(connected: () => Socket, path: string): Promise<readonly string[]> {
    const type = path.startsWith('/soap') ? 'text/xml' : 'application/json'
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`
    const texts: string[] = []
    const sockets = Array.from({ length: limits.http.maxIdlePerClient + 1 }, (_, i) => {
      texts.push('')
      const socket = connected()
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => (texts[i] += chunk.toString()))
      socket.write(head)
      return socket
    })
    await expect.poll(() => texts.some((text) => text !== ''), { timeout: limits.http.maxIdleMilliseconds - 2_000 }).toBe(true)
    for (const socket of sockets) socket.destroy()
    return texts.filter((text) => text !== '')
  }

  it.each(['/validate', '/getDataFiles', '/report', '/soap/validationWebService'])('%s, is a few times one too many', async (path) => {
    const { app } = await serverUnderTest()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const told = await toldTo(() => connect(port, '127.0.0.1'), path)
    expect(told).toEqual([expect.stringMatching(/did not arrive in time/)])
    await app.close()
  })

  it('the listener of capsules, is a few times one too many', async () => {
    const capsules = await capsulesUnderTest(undefined, makeCapsulePki('P-256'))
    const told = await toldTo(() => connectTls({ host: '127.0.0.1', port: capsules.postPort, rejectUnauthorized: false }), '/key-capsules')
    expect(told).toEqual([expect.stringMatching(/^HTTP\/1\.1 408 /)])
    await capsules.close()
  })
})
