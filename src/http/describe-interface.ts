import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { onFirstUse } from './on-first-use.js'
import { describingSchemas } from './schema-controller.js'

export const documentsTag = { name: 'documents', description: 'Signed documents: reports on their signatures, and their data files' }
export const monitoringTag = { name: 'monitoring', description: 'For operators of the service' }

export const aboutValidation =
  'Validation of signed documents: BDOC and ASiC-E, DIGIDOC-XML, PDF, containers of the X-Road. The same is served over SOAP 1.1, whose descriptions are at /soap/validationWebService?wsdl and /soap/dataFilesWebService?wsdl. Every answer names its request in the header X-Request-Id.'

/** Parts of an OpenAPI document besides the paths. */
export interface DescribedParts {
  readonly description: string
  readonly tags?: { name: string; description: string }[]
  readonly securitySchemes?: Record<string, { type: 'mutualTLS'; description: string }>
}

/**
 * The OpenAPI document of routes. The routes are registered again on a server that never listens. The library that writes the document is loaded only now,
 * because it is large.
 *
 * @param register adds the routes to a server
 */
export async function describeInterface(
  { application, version }: { readonly application: string; readonly version: string },
  register: (app: FastifyInstance) => Promise<void>,
  { description, tags = [], securitySchemes = {} }: DescribedParts,
): Promise<unknown> {
  const { default: swagger } = await import('@fastify/swagger')
  // The types of the library know only the security schemes of OpenAPI 3.0; it copies any scheme.
  const components = { securitySchemes: securitySchemes as unknown as Readonly<Record<string, never>> }
  const app = fastify({ schemaController: describingSchemas() })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: application, version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'Where this description comes from' }],
      // Each operation states its own security.
      security: [],
      tags,
      components,
    },
  })
  await register(app)
  await app.ready()
  const interfaces = withoutClosing(app.swagger())
  await app.close()
  return interfaces
}

/**
 * The JSON of a description, written once: it has 64 KB, and writing it for each request costs more than a short validation. A buffer, because all answers
 * share it: of a string, each answer that is not yet received would hold a copy.
 */
export function textOnce(describe: () => Promise<unknown>): () => Promise<Buffer> {
  return onFirstUse(async () => Buffer.from(JSON.stringify(await describe())))
}

export function sendText(reply: FastifyReply, text: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}

/**
 * Removes `additionalProperties` from objects with named members. A later version may add a member, which clients must ignore. Also, Java generators turn an
 * object with `additionalProperties` into a map without the named members.
 */
function withoutClosing(described: unknown): unknown {
  if (Array.isArray(described)) return described.map(withoutClosing)
  if (typeof described !== 'object' || described === null) return described
  const isOfNames = 'properties' in described && 'type' in described && described.type === 'object'
  const members = Object.entries(described).filter(([name]) => !(isOfNames && name === 'additionalProperties'))
  return Object.fromEntries(members.map(([name, value]) => [name, withoutClosing(value)]))
}
