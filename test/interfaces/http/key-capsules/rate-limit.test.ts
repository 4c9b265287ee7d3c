import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#config'
import { installRateLimits } from '../../../../src/interfaces/http/key-capsules/rate-limit.js'

const minute = 60_000
let app: FastifyInstance
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** A server that counts requests by their path. */
async function limitedTo(requestsPerMinute: number) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-06-01T12:00:00Z') })
  app = fastify()
  const limit = await installRateLimits(app, requestsPerMinute, limits.capsules.maxRateLimitKeys)
  const check = limit(({ url }) => url)
  app.addHook('onRequest', async (request) => check(request))
  app.get('/*', (_request, reply) => reply.send('served'))
  return async (path = '/') => {
    const { statusCode, headers } = await app.inject(path)
    return [statusCode, ...(headers['retry-after'] === undefined ? [] : [headers['retry-after']])]
  }
}

describe('the limit of requests', () => {
  it('the limit of requests counts each key for a minute', async () => {
    const ask = await limitedTo(2)
    expect([await ask(), await ask(), await ask()]).toEqual([[200], [200], [429, '60']])
    expect(await ask('/another')).toEqual([200])
    vi.advanceTimersByTime(minute - 1_000)
    expect(await ask()).toEqual([429, '1'])
    vi.advanceTimersByTime(1_000)
    expect(await ask()).toEqual([200])
  })

  it.each([-1, 1])('the limit of requests lasts a minute also when the clock is set by %s hours', async (hours) => {
    const ask = await limitedTo(2)
    for (let i = 0; i < 3; i++) await ask()
    vi.setSystemTime(Date.now() + hours * 60 * minute)
    vi.advanceTimersByTime(minute / 2)
    expect(await ask()).toEqual([429, '30'])
    vi.advanceTimersByTime(minute / 2)
    expect(await ask()).toEqual([200])
  })

  it('the limit of requests forgets the key that was counted longest ago when there are too many', async () => {
    const ask = await limitedTo(1)
    await ask('/first')
    expect((await ask('/first'))[0]).toBe(429)
    for (let i = 0; i < limits.capsules.maxRateLimitKeys; i++) await ask(`/${i}`)
    expect(await ask('/first')).toEqual([200])
    expect((await ask(`/${limits.capsules.maxRateLimitKeys - 1}`))[0]).toBe(429)
  })
})
