import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#config'
import { HttpProblem } from '../problem.js'

export type RateCheck = (request: FastifyRequest) => Promise<void>

/** The client for which a request is counted; null when it is unknown, and then the request is not counted. */
export type RateKey = (request: FastifyRequest) => string | null

/** Creates checks that allow each key `requestsPerMinute` requests in a minute and throw 429 with `Retry-After` above it. Null: no limit. */
export async function installRateLimits(app: FastifyInstance, requestsPerMinute: number | null): Promise<(key: RateKey) => RateCheck> {
  if (requestsPerMinute === null) return () => () => Promise.resolve()
  const bounds = { max: requestsPerMinute, timeWindow: 60_000 }
  await app.register(rateLimit, { ...bounds, global: false, cache: limits.capsules.maxRateLimitKeys })
  return (key) => {
    const count = app.createRateLimit({ ...bounds, keyGenerator: (request) => key(request) ?? '' })
    return async (request) => {
      if (key(request) === null) return
      const counted = await count(request)
      if (counted.isAllowed || !counted.isExceeded) return
      throw new HttpProblem(429, 'service', 'TOO_MANY_REQUESTS', `Only ${requestsPerMinute} requests in a minute are served.`, {
        'retry-after': String(counted.ttlInSeconds),
      })
    }
  }
}
