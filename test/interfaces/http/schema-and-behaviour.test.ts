import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ofDescription } from '../../support/schema-references.js'
import { seededRandom } from '../../trust/memory-files.js'
import { serverUnderTest } from './server-under-test.js'

/** What a client reads in the interface description: the schema of a body, judged by another validator than the one of the service. */
interface Operation {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: TSchema } } }
}

const absent = Symbol('absent')
const values: readonly unknown[] = [
  absent,
  null,
  0,
  1,
  true,
  false,
  [],
  ['BDOC'],
  {},
  { toString: 'BDOC' },
  '',
  ' ',
  '\t\r\n',
  '\u00a0',
  '\ufeff',
  '\u2028',
  'YWJj',
  'YW Jj\n',
  'YWJj!',
  '==',
  'a.bdoc',
  ' a',
  'a\nb',
  ...'*/"\\:?&%'.split('').map((character) => `a${character}b`),
  '😀',
  '\ud800',
  '\u0000',
  'BDOC',
  'bDoC',
  'BDOC\n',
  ' BDOC',
  'BDOCX',
  'bdoç',
  'ddoc',
  'DDoC',
  'pdf',
  'xroad',
  'xʀoad',
  'null',
  'POLv1',
  'polV2',
  'POLv1\n',
  'POLv3',
  'POLv',
  'POLv1 POLv2',
  'DETAILED',
  'simple ',
  'etsix',
  'html',
  'HTML',
  'et',
  '__proto__',
]

/** What no schema says of a document: it is base64. Told by the alphabet alone, as the interface description does. */
const isBase64 = (value: unknown) =>
  typeof value === 'string' && /\S/.test(value) && /^[A-Za-z0-9+/=_\-\s]*$/.test(value) && !/[^ -~\t\r\n]/.test(value)

/** The description names the types of documents in capitals, as an enumeration, and says that any letter case is accepted. */
const inCapitals = ({ documentType, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(documentType === undefined
    ? {}
    : { documentType: typeof documentType === 'string' ? documentType.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : documentType }),
})

describe.each([
  ['/validate', { document: 'YWJj', filename: 'a.bdoc', documentType: 'BDOC', signaturePolicy: 'POLv1', reportType: 'simple' }],
  ['/report', { document: 'YWJj', filename: 'a.bdoc', documentType: 'BDOC', signaturePolicy: 'POLv1', format: 'pdf', language: 'en' }],
  ['/getDataFiles', { document: 'YWJj', documentType: 'DDOC' }],
])('what the interface description says of %s, and what the service does', (path, sound) => {
  let app: FastifyInstance
  let schema: TSchema
  beforeAll(async () => {
    ;({ app } = await serverUnderTest())
    const description = (await app.inject('/openapi.json')).json<{ paths: Record<string, { post: Operation }>; components: object }>()
    const operation = ofDescription(description, description).paths[path]
    if (operation === undefined) throw new Error(`${path} is not described`)
    schema = operation.post.requestBody.content['application/json'].schema
  })
  afterAll(() => app.close())

  const fields = Object.keys(sound)
  const withField = (body: Readonly<Record<string, unknown>>, field: string, value: unknown) => {
    const { [field]: _, ...rest } = body
    return value === absent ? rest : { ...rest, [field]: value }
  }

  /** The fields that are wrong by the published schema, and a document that is no base64. */
  const wrongFields = (body: Readonly<Record<string, unknown>>): readonly string[] => {
    const named = Errors(schema, inCapitals(body)).flatMap(({ instancePath, params }) =>
      instancePath === '' && 'requiredProperties' in params ? (params.requiredProperties as string[]) : [instancePath.split('/')[1] ?? ''],
    )
    return fields.filter((field) => named.includes(field) || (field === 'document' && !isBase64(body['document'])))
  }

  async function compare(body: Readonly<Record<string, unknown>>): Promise<boolean> {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    const refused = answer.statusCode === 200 ? [] : answer.json<{ requestErrors: { key: string }[] }>().requestErrors.map(({ key }) => key)
    expect({ body, status: answer.statusCode, refused }).toEqual({
      body,
      status: refused.length === 0 ? 200 : 400,
      refused: wrongFields(body),
    })
    return refused.length === 0
  }

  it('description and behaviour of the interface are the same for each value of each field', async () => {
    let taken = 0
    for (const field of fields) for (const value of values) taken += Number(await compare(withField(sound, field, value)))
    expect(taken).toBeGreaterThan(fields.length)
    expect(taken).toBeLessThan((fields.length * values.length) / 2)
  })

  it('description and behaviour of the interface are the same for bodies of any values', async () => {
    const random = seededRandom(12)
    for (let round = 0; round < 400; round++) {
      let body: Readonly<Record<string, unknown>> = { ...sound, unknown: { member: [1] } }
      for (const field of fields) if (random() < 0.6) body = withField(body, field, values[Math.floor(random() * values.length)])
      await compare(body)
    }
  })

  it('the schema of the interface says no more of the document than that it is text: a pattern, format or length would be looked for in megabytes', () => {
    expect(schema).toMatchObject({ properties: { document: { type: 'string', description: expect.any(String) as string } } })
    expect(Object.keys((schema as unknown as { properties: { document: object } }).properties.document)).toEqual(['type', 'description'])
  })
})
