import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasLengthOfTransactionId } from '#service'
import type { TrustedProxies } from '../connections/trusted-proxies.js'
import { openPseudonyms, type Pseudonym } from '../pseudonym.js'

/**
 * One line for each request about a capsule: what was asked, how it ended, and pseudonyms of the capsule, of the client (the key of its certificate) and of
 * its network. Who holds the key of the pseudonyms can find the lines about a capsule or a client that he knows, and nobody can find a capsule in the log.
 */
export function installAudit(app: FastifyInstance, proxies: TrustedProxies, pseudonymKey: string | null): void {
  const pseudonym = openPseudonyms(pseudonymKey)
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    if (operation !== null) request.log.info(lineOf(operation, request, reply, { proxies, pseudonym }), 'audit')
    done()
  })
}

/** Null for what is no request about capsules. */
function operationOf({ method, routeOptions }: FastifyRequest): 'store' | 'fetch' | null {
  if (routeOptions.url?.startsWith('/key-capsules') !== true) return null
  if (method === 'POST') return 'store'
  return method === 'GET' || method === 'HEAD' ? 'fetch' : null
}

function lineOf(
  operation: 'store' | 'fetch',
  request: FastifyRequest,
  reply: FastifyReply,
  { proxies, pseudonym }: { readonly proxies: TrustedProxies; readonly pseudonym: Pseudonym },
) {
  const id = capsuleOf(request, reply)
  const client = request.capsuleReaderKey ?? null
  const network = proxies.clientOf(request)
  return {
    audit: operation,
    outcome: outcomeOf(operation, reply.statusCode),
    ...(request.problemCodes === null ? {} : { problems: request.problemCodes }),
    capsule: id === null ? null : pseudonym(`capsule ${id}`),
    client: client === null ? null : pseudonym(`client ${client}`),
    network: network === '' ? null : pseudonym(`network ${network}`),
  }
}

/** The id of the path, or the one that the server made. */
function capsuleOf({ params }: FastifyRequest, reply: FastifyReply): string | null {
  const location = reply.raw.getHeader('location')
  if (typeof location === 'string') return location.slice(location.lastIndexOf('/') + 1)
  const named = typeof params === 'object' && params !== null && 'transactionId' in params ? params.transactionId : null
  return typeof named === 'string' && hasLengthOfTransactionId(named) ? named : null
}

function outcomeOf(operation: 'store' | 'fetch', status: number): 'stored' | 'handed-out' | 'refused' | 'failed' {
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  return operation === 'store' ? 'stored' : 'handed-out'
}
