import { createECDH } from 'node:crypto'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '#capsules/rules'
import { type Answer, type CapsulesUnderTest, capsulesUnderTest, day, send, startOfTests } from '../../../support/capsule-listeners.js'
import { freshKey, makeCapsulePki, pointOf } from '../../../support/capsule-pki.js'
import { ofDescription } from '../../../support/schema-references.js'

/** What a client reads in the description: OpenAPI 3.1. */
interface Described {
  readonly openapi: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas?: object; readonly securitySchemes: Readonly<Record<string, { readonly type: string }>> }
}
interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly servers?: readonly { readonly url: string; readonly variables: Readonly<Record<string, { readonly default: string }>> }[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: TSchema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> }
  readonly responses: Readonly<Record<string, DescribedAnswer>>
}
interface DescribedAnswer {
  readonly headers?: Readonly<Record<string, { readonly schema: TSchema }>>
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>
}

const perMinute = 40
const pki = makeCapsulePki()
const client = pki.client({ key: freshKey('recipient', 'P-256') })
const sound = {
  recipient_id: pointOf(client.key.privateKey, 32).toString('base64'),
  ephemeral_key_material: createECDH('prime256v1').generateKeys('base64'),
  capsule_type: 'ecc_secp256r1',
}

let capsules: CapsulesUnderTest
let described: Described
beforeAll(async () => {
  capsules = await capsulesUnderTest((settings) => settings, pki)
  const written = JSON.parse((await capsules.get('/openapi.json')).body) as Described
  described = ofDescription(written, written)
})
afterAll(() => capsules.close())

function operationOf(path: string, method: string, from = described): Operation {
  const operation = from.paths[path]?.[method]
  if (operation === undefined) throw new Error(`${method} ${path} is not described`)
  return operation
}

/** Headers that belong to this interface, not to HTTP. */
const ofInterface = (name: string) => name.startsWith('x-expiry') || ['location', 'retry-after'].includes(name)

/** Throws unless the answer is one that the description has: status, headers, media type, body. */
function expectDescribed(answer: Answer, operation: Operation): void {
  const known = operation.responses[String(answer.status)]
  expect(known, `${operation.operationId} answers ${answer.status}`).toBeDefined()
  const headers = known?.headers ?? {}
  for (const name of Object.keys(answer.headers).filter(ofInterface))
    expect(Object.keys(headers).map((header) => header.toLowerCase())).toContain(name)
  for (const [name, { schema }] of Object.entries(headers)) {
    const value = answer.headers[name.toLowerCase()]
    expect(value, `${name} of ${answer.status}`).toBeDefined()
    const read = (schema as { type?: string }).type === 'integer' ? Number(value) : value
    expect(Errors(schema, read), `${name}: ${String(value)}`).toEqual([])
  }
  if (known?.content === undefined) {
    expect(answer.body).toBe('')
    return
  }
  const media = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
  expect(Object.keys(known.content)).toEqual([media])
  expect(Errors(known.content[media]?.schema ?? {}, JSON.parse(answer.body))).toEqual([])
}

describe('the description of the capsule server', () => {
  it('the description of the capsule server is OpenAPI 3.1, with every operation, who may call it and what names it', () => {
    expect(described.openapi).toBe('3.1.0')
    expect(described.tags.find(({ name }) => name === 'key-capsules')?.description).toContain('version 3.1 of the key-capsules description')
    const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(operations.sort()).toEqual([
      'get /key-capsules/{transactionId}',
      'get /openapi.json',
      'post /key-capsules',
      'post /key-capsules/{transactionId}',
    ])
    expect(described.components.securitySchemes).toMatchObject({ mutualTLS: { type: 'mutualTLS' } })
    expect(operationOf('/key-capsules', 'post')).toMatchObject({ operationId: 'createCapsule', security: [] })
    expect(operationOf('/key-capsules/{transactionId}', 'get')).toMatchObject({
      operationId: 'getCapsuleByTransactionId',
      security: [{ mutualTLS: [] }],
    })
  })

  it('the description of the capsule server names the fields, headers and parameters that the interface description of the server has', () => {
    const post = operationOf('/key-capsules', 'post')
    const schema = post.requestBody?.content['application/json']?.schema as unknown as { properties: object; required: readonly string[] }
    expect(Object.keys(schema.properties)).toEqual(['recipient_id', 'ephemeral_key_material', 'capsule_type'])
    expect(schema.required).toEqual(['recipient_id', 'ephemeral_key_material', 'capsule_type'])
    expect(schema.properties).toMatchObject({
      recipient_id: { type: 'string', minLength: 65 },
      capsule_type: { enum: ['ecc_secp256r1', 'ecc_secp384r1', 'ecc_secp521r1', 'rsa'], 'x-extensible-enum': true },
    })
    expect(post.parameters).toMatchObject([{ in: 'header', name: 'x-expiry-time', schema: { type: 'string', format: 'date-time' } }])
    expect(post.parameters[0]?.required ?? false).toBe(false)
    expect(Object.keys(post.responses['201']?.headers ?? {})).toEqual(['Location', 'x-expiry-time', 'x-expiry-time-adjusted'])
    const get = operationOf('/key-capsules/{transactionId}', 'get')
    expect(get.parameters).toMatchObject([{ in: 'path', name: 'transactionId', required: true, schema: { minLength: 18, maxLength: 34 } }])
    expect(Object.keys(get.responses['200']?.headers ?? {})).toEqual(['x-expiry-time', 'x-expiry-time-adjusted'])
  })
})

describe('what the description says, and what the server does', () => {
  const taken = 'A'.repeat(20)
  const posts: [what: string, status: number, path: string, body: string | object, headers?: Record<string, string>][] = [
    ['a capsule', 201, '/key-capsules', sound],
    ['an expiry', 201, '/key-capsules', sound, { 'x-expiry-time': new Date(startOfTests + day).toISOString() }],
    ['an expiry beyond the maximum', 201, '/key-capsules', sound, { 'x-expiry-time': '2999-01-01T00:00:00Z' }],
    ['an expiry in the past', 400, '/key-capsules', sound, { 'x-expiry-time': '2020-01-01T00:00:00Z' }],
    ['an expiry that is none', 400, '/key-capsules', sound, { 'x-expiry-time': 'tomorrow' }],
    ['an id', 201, `/key-capsules/${taken}`, sound],
    ['an id that is taken', 409, `/key-capsules/${taken}`, sound],
    ['an id that is none', 400, '/key-capsules/short', sound],
    ['no JSON', 400, '/key-capsules', '{'],
    ['a large body', 413, '/key-capsules', JSON.stringify({ ...sound, more: 'x'.repeat(20_000) })],
    ['another media type', 415, '/key-capsules', sound, { 'content-type': 'text/plain' }],
    ['a compressed body', 415, '/key-capsules', sound, { 'content-encoding': 'gzip' }],
  ]
  it.each(posts)(
    'description and behaviour of the capsule server agree on POST with %s (%i)',
    async (_what, status, path, body, headers = {}) => {
      const answer = await capsules.post(path, body, { headers })
      expect(answer.status).toBe(status)
      expectDescribed(answer, operationOf(path === '/key-capsules' ? path : '/key-capsules/{transactionId}', 'post'))
    },
  )

  it('description and behaviour of the capsule server agree on GET', async () => {
    const get = operationOf('/key-capsules/{transactionId}', 'get')
    const path = String((await capsules.post('/key-capsules', sound)).headers.location)
    const asked: readonly (readonly [number, Promise<Answer>])[] = [
      [200, capsules.get(path, { as: client })],
      [400, capsules.get('/key-capsules/short', { as: client })],
      [401, capsules.get(path)],
      [404, capsules.get(path, { as: pki.client() })],
      [406, capsules.get(path, { as: client, headers: { accept: 'text/html' } })],
    ]
    for (const [status, answer] of asked) {
      expect((await answer).status).toBe(status)
      expectDescribed(await answer, get)
    }
  })

  it('description and behaviour of the capsule server agree on every value of every field that the schema refuses, and on each example', async () => {
    const post = operationOf('/key-capsules', 'post')
    const schema = post.requestBody?.content['application/json']?.schema
    if (schema === undefined) throw new Error('no schema')
    const values: readonly unknown[] = [null, 0, true, [], {}, ['rsa'], '', 'RSA', 'rsa ', 'ecc_secp256k1', 'AAAA', '====']
    for (const field of Object.keys(sound)) {
      for (const value of values) {
        const body = { ...sound, [field]: value }
        const answer = await capsules.post('/key-capsules', body)
        expectDescribed(answer, post)
        const keys = (JSON.parse(answer.body) as { requestErrors: { key: string }[] }).requestErrors.map(({ key }) => key)
        // What does not fit the schema is refused for that field; what fits may still be no point of the curve.
        if (Errors(schema, body).length > 0) expect(keys).toContain(field)
        expect(answer.status).toBe(400)
      }
      const { [field as keyof typeof sound]: _, ...without } = sound
      expect(Errors(schema, without)).not.toEqual([])
      expect((await capsules.post('/key-capsules', without)).status).toBe(400)
    }
    const { properties } = schema as unknown as { properties: Record<string, { examples: readonly unknown[] }> }
    const example = Object.fromEntries(Object.entries(properties).map(([name, { examples }]) => [name, examples[0]]))
    expect((await capsules.post('/key-capsules', { ...example, unknown: 1 })).status).toBe(201)
  })

  it('description and behaviour of the capsule server agree on a store that cannot be used, and on too many requests', async () => {
    const limited = await capsulesUnderTest((settings) => ({ ...settings, requestsPerMinute: perMinute }), pki)
    const written = JSON.parse((await limited.get('/openapi.json')).body) as Described
    const own = ofDescription(written, written)
    const [post, get] = [operationOf('/key-capsules', 'post', own), operationOf('/key-capsules/{transactionId}', 'get', own)]
    expect(Object.keys(post.responses)).toContain('429')
    expect(operationOf('/key-capsules', 'post').responses).not.toHaveProperty('429')
    const unavailable = () => Promise.reject(new StoreUnavailable('the disk is full'))
    Object.assign(limited.service, { store: unavailable, fetch: unavailable })
    for (const [answer, operation] of [
      [await limited.post('/key-capsules', sound), post],
      [await limited.get(`/key-capsules/${taken}`, { as: client }), get],
    ] as const) {
      expect(answer.status).toBe(503)
      expectDescribed(answer, operation)
    }
    for (let i = 0; i < perMinute; i++) await limited.get('/key-capsules/short')
    for (const [answer, operation] of [
      [await limited.post('/key-capsules', sound), post],
      [await limited.get(`/key-capsules/${taken}`, { as: client }), get],
    ] as const) {
      expect(answer.status).toBe(429)
      expectDescribed(answer, operation)
    }
    await limited.close()
  })
})

describe('the description of a server with two ports', () => {
  it('the description of a server with two ports has on each port what that port serves, and asks for a certificate only where one is needed', async () => {
    const split = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0 }), pki)
    const described = async (port: number) => JSON.parse((await send(port, '/openapi.json', {}, true, pki)).body) as Described
    const [atPost, atGet] = [await described(split.postPort), await described(split.getPort)]
    expect(Object.keys(atPost.paths).sort()).toEqual(['/key-capsules', '/key-capsules/{transactionId}', '/openapi.json'])
    expect(Object.keys(atPost.paths['/key-capsules/{transactionId}'] ?? {})).toEqual(['post'])
    expect(atPost.components.securitySchemes).toEqual({})
    expect(Object.keys(atGet.paths).sort()).toEqual(['/key-capsules/{transactionId}', '/openapi.json'])
    expect(Object.keys(atGet.paths['/key-capsules/{transactionId}'] ?? {})).toEqual(['get'])
    expect(Object.keys(atGet.components.securitySchemes)).toEqual(['mutualTLS'])
    await split.close()
  })
})
