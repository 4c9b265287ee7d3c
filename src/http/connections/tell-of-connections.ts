import type { FastifyBaseLogger } from 'fastify'
import { limits } from '#config'
import type { TransportOptions } from './transport.js'

const minute = 60_000

/** Log lines for connections that end before a request: at most `maxTellings` in a minute for each kind, and the number of the others. */
export function tellOfConnections(logger: FastifyBaseLogger): Pick<TransportOptions, 'onHandshakeFailure' | 'onTooMany'> {
  const tellFailure = sparingly((code, silent) => logger.info({ code, ...more(silent) }, 'handshake failed'))
  const tellTooMany = sparingly((why, silent) => logger.warn({ why, ...more(silent) }, 'a connection was closed: there are too many'))
  return {
    onHandshakeFailure: (code) => {
      // Load balancers open and close connections as health checks; these are not logged.
      if (code === 'ECONNRESET') logger.debug({ code }, 'handshake failed')
      else tellFailure(code)
    },
    onTooMany: tellTooMany,
  }
}

function more(silent: number): { readonly notTold?: number } {
  return silent === 0 ? {} : { notTold: silent }
}

/** Passes on `maxTellings` events of each kind in a minute. The first event after that minute carries the number of those left out. */
function sparingly(tell: (kind: string, silent: number) => void): (kind: string) => void {
  const told = new Map<string, { since: number; count: number; silent: number }>()
  return (kind) => {
    const now = performance.now()
    const known = told.get(kind)
    if (known !== undefined && now - known.since < minute) {
      known.count += 1
      if (known.count <= limits.http.maxTellings) tell(kind, 0)
      else known.silent += 1
      return
    }
    told.set(kind, { since: now, count: 1, silent: 0 })
    tell(kind, known?.silent ?? 0)
  }
}
