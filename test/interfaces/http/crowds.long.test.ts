import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { createMetricsListener, openProcessMetrics } from '#interfaces/http'
import { capsulesUnderTest } from '../../support/capsule-listeners.js'
import { serverUnderTest, validRequest } from './server-under-test.js'

/** A listener with its default bounds, and a request of another client that must be served. */
interface Crowded {
  readonly app: FastifyInstance
  readonly dripping: string
  readonly isServed: () => Promise<boolean>
  readonly close: () => Promise<void>
}

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"document":"`

async function documents(): Promise<Crowded> {
  const { app } = await serverUnderTest()
  await app.listen({ host: '0.0.0.0', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const init = { method: 'POST', headers: { 'content-type': 'application/json', connection: 'close' }, body: JSON.stringify(validRequest) }
  const isServed = async () => (await fetch(`http://127.0.0.1:${port}/validate`, init)).status === 200
  return { app, dripping: head('/validate'), isServed, close: () => app.close() }
}

/** With TLS: none of the clients finishes its handshake. */
async function capsules(): Promise<Crowded> {
  const under = await capsulesUnderTest()
  const { post } = under.listeners
  if (post === null) throw new Error('no listener')
  return {
    app: post,
    dripping: '\x16\x03\x01',
    isServed: async () => (await under.get('/openapi.json')).status === 200,
    close: under.close,
  }
}

async function metrics(): Promise<Crowded> {
  const app = await createMetricsListener(await openProcessMetrics(limits.metrics), pino({ level: 'silent' }), limits)
  await app.listen({ host: '0.0.0.0', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const isServed = async () =>
    (await fetch(`http://127.0.0.1:${port}/monitoring/metrics`, { headers: { connection: 'close' } })).status === 200
  return { app, dripping: head('/monitoring/metrics'), isServed, close: () => app.close() }
}

const crowd: Socket[] = []
afterEach(() => {
  for (const socket of crowd.splice(0)) socket.destroy()
})

function joins(app: FastifyInstance, localAddress: string, text = ''): Promise<void> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    // The client does not hang up when the server does.
    const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true }, () => {
      socket.on('error', () => undefined)
      socket.write(text)
      resolve()
    })
    socket.once('error', reject)
    crowd.push(socket)
  })
}

describe.each([
  ['documents', documents],
  ['key capsules', capsules],
  ['metrics', metrics],
])('a thousand silent connections and a hundred dripping bodies on the listener of %s', (_name, start) => {
  it.each([
    ['of one address', () => '127.0.0.1'],
    ['of many addresses', (i: number) => `127.0.${i % 200}.2`],
  ])(
    'a crowd of silent connections and dripping bodies %s leaves others served, and does not hold up the end of a listener',
    async (_whose, addressOf) => {
      const { app, dripping, isServed, close } = await start()
      for (let i = 0; i < 1_000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, j) => joins(app, addressOf(i + j))))
      for (let i = 0; i < 100; i++) await joins(app, addressOf(i), dripping)
      const drops = setInterval(() => {
        for (const socket of crowd.slice(-100)) if (socket.writable) socket.write('A')
      }, 500)
      expect(await isServed()).toBe(true)
      const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
      expect(await open()).toBeGreaterThan(100)
      // Closing must not wait for the time of a request, which is two minutes; it cuts what is not served after ten seconds.
      const closing = performance.now()
      await close()
      expect(performance.now() - closing).toBeLessThan(110_000)
      clearInterval(drops)
      expect(await open()).toBe(0)
    },
  )
})
