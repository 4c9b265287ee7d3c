import { lookup } from 'node:dns/promises'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'

/**
 * Listens at one address. For each further address of the name `localhost` the framework would open another server, which has neither the bounds of
 * `createListener` nor its refusals, and whose connections are not closed with it. Rejects as `app.listen`.
 */
export async function listenAt(app: FastifyInstance, options: FastifyListenOptions & { readonly host: string }): Promise<string> {
  const host = options.host === 'localhost' ? (await lookup(options.host)).address : options.host
  return app.listen({ ...options, host })
}
