import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problem.js'

export type RateCheck = (request: FastifyRequest) => Promise<void>

/** The client for which a request is counted; null when it is unknown, and then the request is not counted. */
type RateKey = (request: FastifyRequest) => string | null

/**
 * Creates checks that allow each key `requestsPerMinute` requests in a minute and throw 429 with `Retry-After` above it. Null: no limit.
 *
 * @param maxKeys keys that are counted. For a further one, the one that was counted longest ago is removed
 */
export async function installRateLimits(
  app: FastifyInstance,
  requestsPerMinute: number | null,
  maxKeys: number,
): Promise<(key: RateKey) => RateCheck> {
  if (requestsPerMinute === null) return () => () => Promise.resolve()
  const bounds = { max: requestsPerMinute, timeWindow: 60_000 }
  // The library makes the store.
  class Store extends RequestCounts {
    constructor() {
      super(maxKeys)
    }
  }
  await app.register(rateLimit, { ...bounds, global: false, store: Store })
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

/**
 * Requests of each key since the beginning of its minute. The minutes are those of the monotonic clock: the store of the library follows the wall clock, so
 * after the clock was set back by an hour it would refuse clients for an hour.
 */
class RequestCounts implements FastifyRateLimitStore {
  /** In the order of their last request, so that the key that was counted longest ago is removed first. */
  readonly #counts = new Map<string, { readonly began: number; readonly current: number }>()
  readonly #maxKeys: number

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  incr(key: string, callback: (error: Error | null, result: { current: number; ttl: number }) => void, timeWindow: number): void {
    const now = performance.now()
    const last = this.#counts.get(key)
    const counted =
      last === undefined || now - last.began >= timeWindow ? { began: now, current: 1 } : { ...last, current: last.current + 1 }
    this.#counts.delete(key)
    this.#counts.set(key, counted)
    const [oldest] = this.#counts.keys()
    if (oldest !== undefined && this.#counts.size > this.#maxKeys) this.#counts.delete(oldest)
    callback(null, { current: counted.current, ttl: timeWindow - (now - counted.began) })
  }

  child(): FastifyRateLimitStore {
    return new RequestCounts(this.#maxKeys)
  }
}
