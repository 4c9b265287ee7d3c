import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#config'
import type { TransportOptions } from './transport.js'

const minute = 60_000

/** Logs connections that end before a request: for each kind at most `maxLogEntries` lines in a minute, and the number of omitted ones. */
export function logConnectionProblems(logger: FastifyBaseLogger): Pick<TransportOptions, 'onHandshakeFailure' | 'onTooMany'> {
  const logFailure = throttled((code, omitted) => logger.info({ code, ...countOf(omitted) }, 'handshake failed'))
  const logTooMany = throttled((why, omitted) => logger.warn({ why, ...countOf(omitted) }, 'a connection was closed: there are too many'))
  return {
    onHandshakeFailure: (code) => {
      // Load balancers open and close connections as health checks; these are not logged.
      if (code === 'ECONNRESET') logger.debug({ code }, 'handshake failed')
      else logFailure(code)
    },
    onTooMany: logTooMany,
  }
}

function countOf(omitted: number): { readonly omitted?: number } {
  return omitted === 0 ? {} : { omitted }
}

/** Passes on `maxLogEntries` events of each kind in a minute. The first event after that minute has the number of omitted ones. */
function throttled(log: (kind: string, omitted: number) => void): (kind: string) => void {
  const minutes = new Map<string, { since: number; count: number; omitted: number }>()
  return (kind) => {
    const now = performance.now()
    const current = minutes.get(kind)
    if (current !== undefined && now - current.since < minute) {
      current.count += 1
      if (current.count <= limits.http.maxLogEntries) log(kind, 0)
      else current.omitted += 1
      return
    }
    minutes.set(kind, { since: now, count: 1, omitted: 0 })
    log(kind, current?.omitted ?? 0)
  }
}
