import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasLengthOfTransactionId } from '#capsules/rules'
import type { TrustedProxies } from '../connections/trusted-proxies.js'
import { openPseudonyms, type Pseudonym } from '../pseudonym.js'

/**
 * Logs one audit line for each request about a capsule: the operation, its outcome, and pseudonyms of the capsule, of the client (the key of its certificate)
 * and of its network. With the key of the pseudonyms, the lines about a known capsule or client can be found. An id cannot be derived from the log.
 */
export function installAudit(app: FastifyInstance, proxies: TrustedProxies, pseudonymKey: string | null): void {
  const pseudonym = openPseudonyms(pseudonymKey)
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    if (operation !== null) request.log.info(lineOf(operation, request, reply, { proxies, pseudonym }), 'audit')
    done()
  })
}

/** Null for a request that is not about capsules. */
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

/** The id of a new capsule from Location, otherwise the id in the path; null when the text in the path does not have the length of an id. */
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
