import type { FastifySchema } from 'fastify'
import { transactionIdLengths } from '#capsules/rules'
import type { CapsuleSettings } from '#config'
import { type JsonSchema, oneOf, text } from '#readers/json-schema'
import { describeAnswer, keyCapsulesDescription, reference } from '../schemas/index.js'

/** Name of the security scheme: the client proves in the TLS handshake that it holds the key of its certificate. */
const mutualTls = 'mutualTLS'

const tag = 'key-capsules'

/** Tags and security schemes of an OpenAPI document with capsules. */
export function capsuleComponents({ clients }: Pick<CapsuleSettings, 'clients'>, operations: readonly CapsuleOperation[]) {
  const description = 'A client certificate of a configured authority. Its public key is the recipient_id of the capsules that it opens'
  return {
    tags: [
      {
        name: tag,
        description: `Key capsules of CDOC2 containers, by version ${keyCapsulesDescription} of the key-capsules description: stored by the sender, fetched by the holder of one private key`,
      },
    ],
    securitySchemes:
      clients.kind === 'sandbox' || !operations.includes('GET') ? {} : { [mutualTls]: { type: 'mutualTLS' as const, description } },
  }
}

/** POST stores capsules, GET fetches them. */
export type CapsuleOperation = 'POST' | 'GET'

/** The schema of a route, and its refusals by status. */
interface DescribedRoute {
  readonly schema: FastifySchema
  readonly config: { readonly refusals: Readonly<Record<string, JsonSchema>> }
}

export interface CapsuleDescription {
  readonly post: DescribedRoute
  readonly postWithId: DescribedRoute
  readonly get: DescribedRoute
}

type DescribedSettings = Pick<CapsuleSettings, 'clients' | 'requestsPerMinute'>

const expiryTime = (description: string): JsonSchema => ({
  ...text(description),
  format: 'date-time',
  examples: ['2031-03-01T10:20:30Z'],
})
const adjusted: JsonSchema = oneOf(['true', 'false'], 'Whether the requested expiry was later than the server allows')
const retryAfter = { 'Retry-After': { type: 'integer', minimum: 0, description: 'Seconds after which the request may be repeated' } }

const withoutBody = (description: string, headers?: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'null',
  description,
  ...(headers === undefined ? {} : { headers }),
})
const refusal = (description: string, headers?: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  description,
  content: { 'application/json': { schema: reference('RequestErrors') } },
  ...(headers === undefined ? {} : { headers }),
})

const stored = withoutBody('The capsule is stored durably: it survives a loss of power', {
  Location: { ...text('Path of the capsule; its last segment is the transaction id'), pattern: '^/key-capsules/[A-Za-z0-9]{18,34}$' },
  'x-expiry-time': expiryTime('The capsule can be fetched until this time, in UTC'),
  'x-expiry-time-adjusted': adjusted,
})

/** The route schemas of the operations. Requests are checked against the same schema of a capsule. */
export function describeCapsuleOperations(settings: DescribedSettings): CapsuleDescription {
  const limited = settings.requestsPerMinute !== null
  const description =
    'Without the header, the standard lifetime counts from the request; an expiry after the maximum is reduced to it. The decoded bytes of the fields are checked: a point must lie on the curve, an RSA key must be in canonical DER.'
  const common = {
    tags: [tag],
    headers: {
      type: 'object',
      properties: {
        'x-expiry-time': expiryTime('Requested expiry; without an offset it is UTC. A time in the past is refused'),
      },
    },
    body: reference('Capsule'),
    security: [],
    response: { 201: stored },
  }
  const refusals = {
    400: refusal('Fields, the header or the id are wrong; `requestErrors` has an entry for each'),
    408: refusal('The body did not arrive in time'),
    413: refusal('The body is larger than a capsule can be'),
    415: refusal('The request is not JSON, or is compressed'),
    ...(limited ? { 429: refusal('Too many requests in a minute', retryAfter) } : {}),
    500: refusal('Internal error'),
    503: refusal('The store is not available or the service is overloaded; nothing was acknowledged', retryAfter),
  }
  return {
    post: {
      schema: {
        operationId: 'createCapsule',
        summary: 'Stores a capsule under an id that the server generates',
        description,
        ...common,
      },
      config: { refusals },
    },
    postWithId: {
      schema: {
        operationId: 'createCapsuleWithId',
        summary: 'Stores a capsule under an id that the caller chooses',
        description,
        ...common,
        params: { type: 'object', properties: { transactionId: text('Chosen by the caller: 18 to 34 letters and digits') } },
      },
      config: { refusals: { ...refusals, 409: withoutBody('The id has already been used, perhaps by a capsule that has since expired') } },
    },
    get: describeGet(settings.clients.kind !== 'sandbox', limited),
  }
}

function describeGet(requiresCertificate: boolean, limited: boolean): DescribedRoute {
  const schema = {
    operationId: 'getCapsuleByTransactionId',
    tags: [tag],
    summary: 'Returns a capsule to its recipient',
    description: 'Refusals have no body. The members of the capsule have the stored values, in this order.',
    params: {
      type: 'object',
      properties: {
        transactionId: {
          ...text('The last segment of the Location with which the capsule was stored'),
          minLength: transactionIdLengths.min,
          maxLength: transactionIdLengths.max,
        },
      },
    },
    security: requiresCertificate ? [{ [mutualTls]: [] }] : [],
    response: {
      200: {
        ...describeAnswer(reference('Capsule'), 'The capsule'),
        headers: { 'x-expiry-time': expiryTime('The capsule can be fetched until this time, in UTC'), 'x-expiry-time-adjusted': adjusted },
      },
    },
  }
  const refusals = {
    400: withoutBody('The id has a length that no id has, or the certificate that the proxy passed on cannot be read'),
    ...(requiresCertificate ? { 401: withoutBody('The client has sent no certificate, or one that is not accepted') } : {}),
    404: withoutBody('There is no such capsule for this client: it is unknown, expired, or has another recipient'),
    406: withoutBody('The Accept header excludes JSON'),
    ...(limited ? { 429: withoutBody('Too many requests in a minute', retryAfter) } : {}),
    500: withoutBody('Internal error'),
    503: withoutBody('The store cannot be read, or the revocation status of the client certificate is unknown', retryAfter),
  }
  return { schema, config: { refusals } }
}
