import { type FastifyInstance, fastify } from 'fastify'
import { describingSchemas } from './schema-controller.js'

/**
 * The OpenAPI description of routes. They are registered once more, with a server that never listens: what writes descriptions is large, and few ask for one.
 *
 * @param register adds the routes to the server that it is given
 */
export async function describeInterface(
  { application, version }: { readonly application: string; readonly version: string },
  register: (app: FastifyInstance) => Promise<void>,
): Promise<unknown> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ schemaController: describingSchemas() })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: application, version, description: 'Validation of signed documents' } },
  })
  await register(app)
  await app.ready()
  const description = app.swagger()
  await app.close()
  return description
}
