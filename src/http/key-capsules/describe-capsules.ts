import type { FastifySchema } from 'fastify'
import { transactionIdForm, transactionIdLengths } from '#capsule'
import type { CapsuleSettings } from '#config'
import { type JsonSchema, oneOf, text } from '#json-schema'
import { capsuleSchema, requestErrorsSchema } from '../schemas/index.js'

/** Name of the security scheme: the client proves in the TLS handshake that it holds the key of its certificate. */
const mutualTls = 'mutualTLS'

const tag = 'key-capsules'

/** Tags and security schemes of an OpenAPI document with capsules. */
export function capsuleComponents({ clients }: Pick<CapsuleSettings, 'clients'>) {
  const description = 'A client certificate of a configured authority. Its public key is the recipient_id of the capsules that it opens'
  return {
    tags: [
      { name: tag, description: 'Key capsules of CDOC2 containers: stored by the sender, handed out to the holder of one private key' },
    ],
    securitySchemes: clients.kind === 'sandbox' ? {} : { [mutualTls]: { type: 'mutualTLS' as const, description } },
  }
}

/** POST stores capsules, GET fetches them. */
export type CapsuleOperation = 'POST' | 'GET'

export interface CapsuleDescription {
  readonly post: FastifySchema
  readonly postWithId: FastifySchema
  readonly get: FastifySchema
}

export type DescribedSettings = Pick<CapsuleSettings, 'clients' | 'requestsPerMinute' | 'host' | 'postPort' | 'getPort' | 'tls'>

const expiryTime = (description: string): JsonSchema => ({
  ...text(description),
  format: 'date-time',
  examples: ['2031-03-01T10:20:30Z'],
})
const adjusted: JsonSchema = oneOf(['true', 'false'], 'Whether a later expiry was asked for than the server allows')
const retryAfter = { 'Retry-After': { type: 'integer', minimum: 0, description: 'Seconds after which the request may be repeated' } }

const noBody = (description: string, headers?: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'null',
  description,
  ...(headers === undefined ? {} : { headers }),
})
const refusal = (description: string, headers?: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...requestErrorsSchema,
  description,
  ...(headers === undefined ? {} : { headers }),
})

const stored = noBody('Stored: the capsule survives a loss of power from now on', {
  Location: { ...text('Path of the capsule; its last segment is the transaction id'), pattern: '^/key-capsules/[A-Za-z0-9]{18,34}$' },
  'x-expiry-time': expiryTime('Until when the capsule can be fetched, UTC'),
  'x-expiry-time-adjusted': adjusted,
})

/**
 * The route schemas of the operations. The schema of the capsule is the one by which requests are checked.
 *
 * @param servedHere operations of the listener that serves the description; the others get a `servers` entry with their port
 */
export function describeCapsuleOperations(settings: DescribedSettings, servedHere: readonly CapsuleOperation[]): CapsuleDescription {
  const limited = settings.requestsPerMinute !== null
  const description =
    'Expiry is counted from the request when the header is missing; an expiry beyond the maximum is brought down to it. The fields of a capsule are judged by their bytes: points must lie on the curve, an RSA key must be canonical DER.'
  const common = {
    tags: [tag],
    headers: {
      type: 'object',
      properties: {
        'x-expiry-time': expiryTime('Until when the capsule is to be kept; without an offset it is UTC. A time in the past is refused'),
      },
    },
    body: capsuleSchema,
    security: [],
    ...(servedHere.includes('POST') ? {} : { servers: [serverAt(settings, settings.postPort)] }),
  }
  const answers = {
    201: stored,
    400: refusal('A field, the header or the id is wrong; every one of them is named'),
    408: refusal('The body did not arrive in time'),
    413: refusal('The body is larger than a capsule can be'),
    415: refusal('The request is not JSON, or is compressed'),
    ...(limited ? { 429: refusal('Too many requests in a minute', retryAfter) } : {}),
    500: refusal('The service failed'),
    503: refusal('Nothing was stored: the store cannot be written to, or there is too much to do', retryAfter),
  }
  return {
    post: {
      operationId: 'createCapsule',
      summary: 'Stores a capsule under an id that the server makes',
      description,
      ...common,
      response: answers,
    },
    postWithId: {
      operationId: 'createCapsuleWithId',
      summary: 'Stores a capsule under an id that the caller chooses',
      description,
      ...common,
      params: { type: 'object', properties: { transactionId: { ...text('Chosen by the caller'), pattern: transactionIdForm } } },
      response: { ...answers, 409: noBody('The id was used before, be it by a capsule that has expired since') },
    },
    get: {
      ...describeGet(settings.clients.kind !== 'sandbox', limited),
      ...(servedHere.includes('GET') ? {} : { servers: [serverOfGet(settings)] }),
    },
  }
}

function describeGet(asksWho: boolean, limited: boolean): FastifySchema {
  return {
    operationId: 'getCapsuleByTransactionId',
    tags: [tag],
    summary: 'Hands a capsule out to its recipient',
    description: 'Refusals have no body. The members of the capsule are those that were stored, in this order.',
    params: {
      type: 'object',
      properties: {
        transactionId: {
          ...text('From the Location of the answer that stored the capsule'),
          minLength: transactionIdLengths.min,
          maxLength: transactionIdLengths.max,
        },
      },
    },
    security: asksWho ? [{ [mutualTls]: [] }] : [],
    response: {
      200: {
        ...capsuleSchema,
        description: 'The capsule',
        headers: { 'x-expiry-time': expiryTime('Until when the capsule can be fetched, UTC'), 'x-expiry-time-adjusted': adjusted },
      },
      400: noBody('The id is shorter or longer than any id, or a proxy handed on a certificate that cannot be read'),
      ...(asksWho ? { 401: noBody('No client certificate, or one that proves nothing here') } : {}),
      404: noBody('There is no such capsule for this client: unknown, expired, or of another recipient'),
      406: noBody('The Accept header rules JSON out'),
      ...(limited ? { 429: noBody('Too many requests in a minute', retryAfter) } : {}),
      500: noBody('The service failed'),
      503: noBody('The store cannot be read, or it is not known whether the client certificate has been revoked', retryAfter),
    },
  }
}

function serverOfGet(settings: DescribedSettings) {
  const { clients, getPort, postPort } = settings
  // The public address of a unix socket is that of the proxy, which is not known here.
  const bySocket = clients.kind === 'proxy' && clients.peers.kind === 'socket'
  return bySocket ? serverAt({ ...settings, host: '' }, 443, 'https') : serverAt(settings, getPort ?? postPort)
}

function serverAt({ host, tls }: DescribedSettings, port: number, scheme = tls === null ? 'http' : 'https') {
  const anywhere = host === '' || host === '0.0.0.0' || host === '::'
  return {
    url: `${scheme}://{host}:{port}`,
    variables: { host: { default: anywhere ? 'localhost' : host }, port: { default: String(port) } },
  }
}
