import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { CapsuleService } from '#capsules/service'
import type { CapsuleSettings } from '#config'
import type { TrustedProxies } from '../connections/trusted-proxies.js'
import { installAudit } from './audit.js'
import { type CapsuleOperation, describeCapsuleOperations } from './describe-capsules.js'
import { getRoutes } from './get-routes.js'
import { postRoutes } from './post-routes.js'
import { installRateLimits } from './rate-limit.js'
import { openReaders } from './readers.js'
import { installCapsuleErrorHandler, methodNotAllowed, pathUnknown } from './refusals.js'

interface CapsuleRoutesOptions {
  readonly settings: CapsuleSettings
  readonly service: CapsuleService
  readonly strict: boolean
  /** Operations of the routes: POST stores capsules, GET fetches them. */
  readonly operations: readonly CapsuleOperation[]
  readonly proxies: TrustedProxies
  /** Key of the pseudonyms in audit lines; null: a new one at each start. */
  readonly logPseudonymKey: string | null
}

const otherMethods: readonly HTTPMethods[] = ['PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Installs the routes of capsules on a listener of their own, or in a scope of the server of the other interfaces. */
export async function installCapsuleRoutes(app: FastifyInstance, options: CapsuleRoutesOptions): Promise<void> {
  const { settings, service, strict, operations, proxies } = options
  const described = describeCapsuleOperations(settings)
  const [stores, fetches] = [operations.includes('POST'), operations.includes('GET')]
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done(null, payload)
  })
  installCapsuleErrorHandler(app, service, strict)
  installAudit(app, proxies, options.logPseudonymKey)
  const limited = await installRateLimits(app, settings.requestsPerMinute, settings.limits.capsules.maxRateLimitKeys)
  // A proxy on a unix socket may not state an address; then the request is not counted.
  app.addHook(
    'onRequest',
    limited((request) => proxies.clientOf(request) || null),
  )
  // An empty id, or a slash behind one, is no path of a capsule, also on a server that ignores a slash at the end of its other paths.
  app.addHook('onRequest', (request, _reply, next) => {
    const [path = ''] = (request.raw.url ?? '').split('?', 1)
    if (path.endsWith('/')) throw pathUnknown()
    next()
  })
  if (stores) await app.register(postRoutes, { service, described, limits: settings.limits })
  if (fetches) {
    const readerOf = openReaders(settings.clients, service)
    await app.register(getRoutes, { service, readerOf, described, limitReader: limited((request) => request.capsuleReaderKey) })
  }
  const collection = stores ? ['POST'] : []
  const capsule = [...(fetches ? ['GET', 'HEAD'] : []), ...(stores ? ['POST'] : [])]
  await app.register((scope, _options, done) => {
    // The body of a request with another method is not read.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined))
    refuseOtherMethods(scope, '/key-capsules', collection)
    refuseOtherMethods(scope, '/key-capsules/:transactionId', capsule)
    done()
  })
}

function refuseOtherMethods(app: FastifyInstance, url: string, served: readonly string[]): void {
  const method = (['GET', 'POST', ...otherMethods] as const).filter((name) => !served.includes(name))
  app.route({
    method,
    url,
    schema: { hide: true },
    // Refuses HEAD wherever GET is refused.
    exposeHeadRoute: true,
    handler: () => Promise.reject(methodNotAllowed(served)),
  })
}
