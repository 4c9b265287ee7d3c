import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { JsonSchema } from '#readers/json-schema'
import { contentSecurityPolicy } from './content-security-policy.js'
import { describeAnswer, describeRefusals, namedSchemas } from './schemas/index.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The refusals of a route by status, for its description. They are not among the answers of its schema: the framework would compile a serializer for each,
     * some hundred, in a quarter of a second at each start.
     */
    refusals?: Readonly<Record<string, JsonSchema>>
    /** Parts of the schema as the description has them, in the place of those that the framework checks requests by. */
    described?: Readonly<Record<string, unknown>>
  }
}

export const documentsTag = { name: 'documents', description: 'Signed documents: reports on their signatures, and their data files' }
export const siva3Tag = { name: 'siva3', description: 'The same for clients of SiVa 3, with its members and errors' }
export const monitoringTag = { name: 'monitoring', description: 'For operators of the service' }

export const aboutValidation =
  'Validation of signed documents: BDOC and ASiC-E, DIGIDOC-XML, PDF, containers of the X-Road. The same is served over SOAP 1.1, whose descriptions are at /soap/validationWebService?wsdl and /soap/dataFilesWebService?wsdl. Every answer names its request in the header X-Request-Id.'

/** Parts of an OpenAPI document besides the paths. */
interface DescribedParts {
  readonly description: string
  readonly tags?: { name: string; description: string }[]
  readonly securitySchemes?: Record<string, { type: 'mutualTLS'; description: string }>
}

/**
 * Serves the OpenAPI document of a listener at `/openapi.json`. Call it before the routes are registered: the library collects them as they come. Each listener
 * describes what it serves itself.
 */
export async function installDescription(
  app: FastifyInstance,
  { application, version }: { readonly application: string; readonly version: string },
  { description, tags = [], securitySchemes = {} }: DescribedParts,
): Promise<void> {
  // The types of the library know only the security schemes of OpenAPI 3.0; it copies any scheme.
  const components = { securitySchemes: securitySchemes as unknown as Readonly<Record<string, never>> }
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
    // The name of a schema in `components.schemas`, which generated clients give to their types. The default is a number.
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, number) => (typeof $id === 'string' ? $id : `Schema${number}`) },
    transform: ({ schema, url, route }) => ({ schema: withRefusals(schema, route), url }),
    transformObject: (described) => forClients('openapiObject' in described ? described.openapiObject : {}) as object,
  })
  for (const schema of namedSchemas) app.addSchema(schema)
  let text: Buffer | null = null
  app.get(
    '/openapi.json',
    { schema: descriptionSchema, config: { refusals: describeRefusals({ 405: 'Another method', 500: 'Internal error' }) } },
    (_request, reply) => {
      // Written once: it has 64 KB. A buffer, because all answers share it.
      text ??= Buffer.from(JSON.stringify(app.swagger()))
      return reply.type('application/json; charset=utf-8').send(text)
    },
  )
}

const descriptionSchema = {
  operationId: 'getDescription',
  tags: ['monitoring'],
  summary: 'This description',
  response: {
    200: describeAnswer({ type: 'object', additionalProperties: true }, 'OpenAPI 3.1'),
  },
}

function withRefusals(schema: FastifySchema, { config }: RouteOptions): FastifySchema {
  return { ...schema, ...config?.described, response: { ...(schema.response as object | undefined), ...config?.refusals } }
}

/** Swagger UI at /docs, for the document of `/openapi.json`. */
export async function docsPlugin(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' })
    done(null, payload)
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy("img-src 'self' data:", "connect-src 'self'"),
    // Null, so that the browser sends no request to the online validator of Swagger.
    uiConfig: { deepLinking: true, validatorUrl: null, tryItOutEnabled: true, defaultModelsExpandDepth: 0 },
  })
}

/**
 * The schemas as clients need them. Objects with named members lose `additionalProperties`: a later version may add a member, which clients must ignore, and
 * generators for Java turn such an object into a map without the named members. A word in any letter case becomes an enumeration of the words as they are
 * written here, so that generated clients have a type for it.
 */
function forClients(described: unknown): unknown {
  if (Array.isArray(described)) return described.map(forClients)
  if (typeof described !== 'object' || described === null) return described
  const isOfNames = 'properties' in described && 'type' in described && described.type === 'object'
  const words = 'x-any-letter-case' in described ? { enum: described['x-any-letter-case'] } : null
  const left = new Set([...(isOfNames ? ['additionalProperties'] : []), ...(words === null ? [] : ['pattern', 'x-any-letter-case'])])
  const members = Object.entries(described).filter(([name]) => !left.has(name))
  return { ...Object.fromEntries(members.map(([name, value]) => [name, forClients(value)])), ...words }
}
