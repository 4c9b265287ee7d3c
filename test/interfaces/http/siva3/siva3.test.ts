import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MalformedDocument, RequestError } from '#model'
import { Overload } from '#threads'
import { serverUnderTest } from '../server-under-test.js'

interface Refused {
  readonly requestErrors: readonly { readonly key: string; readonly message: string }[]
  readonly causes?: readonly { readonly key: string; readonly code: string; readonly message: string }[]
}

const sound = { document: 'UEsDBA==', filename: 'leping.asice' }
const json = { 'content-type': 'application/json' }
const attachment = 'attachment; filename="api.json"'

async function post(app: FastifyInstance, url: string, payload: unknown, headers: Readonly<Record<string, string>> = json) {
  return await app.inject({ method: 'POST', url, headers, payload: typeof payload === 'string' ? payload : JSON.stringify(payload) })
}

const errorsOf = (answer: { json: <T>() => T }) =>
  answer
    .json<Refused>()
    .requestErrors.map(({ key, message }) => `${key}: ${message}`)
    .sort()

describe('the interface of SiVa 3', () => {
  let server: Awaited<ReturnType<typeof serverUnderTest>>
  let app: FastifyInstance
  beforeAll(async () => {
    server = await serverUnderTest({ settings: { interface: 'siva3' } })
    ;({ app } = server)
  })
  afterAll(() => app.close())

  it('the interface of SiVa 3 is at /V3, and with its setting at the root as well, where SiVa 1 is otherwise', async () => {
    for (const url of ['/validate', '/V3/validate']) {
      const answer = await post(app, url, sound)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.json()).toMatchObject({ validationReport: { validationConclusion: { signaturesCount: 1, signatureForm: 'ASiC-E' } } })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json;charset=UTF-8',
        'content-disposition': attachment,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
    const other = await serverUnderTest()
    expect((await post(other.app, '/V3/validate', sound)).statusCode).toBe(200)
    expect((await post(other.app, '/validate', { ...sound, documentType: 'BDOC' })).json()).toHaveProperty('documentName')
    await other.app.close()
  })

  it('the interface of SiVa 3 passes on the name as it is, POLv4 when no policy is named, and no type: the content shows it', async () => {
    await post(app, '/V3/validate', { ...sound, filename: 'a/b\u0000õ?.asice', signaturePolicy: null, documentType: null, unknown: [1] })
    expect(server.received.at(-1)).toMatchObject({ filename: 'a/b\u0000õ?.asice', policy: 'POLv4', acceptedTypes: null })
    await post(app, '/V3/validate', { ...sound, filename: 'a.BDOC', signaturePolicy: 'polv3' })
    expect(server.received.at(-1)).toMatchObject({ policy: 'POLv3', acceptedTypes: ['BDOC', 'DDOC', 'XROAD'] })
    await post(app, '/V3/validate', { ...sound, filename: 'a.xml' })
    expect(server.received.at(-1)).toMatchObject({ acceptedTypes: null, otherwiseType: 'XADES' })
    await post(app, '/V3/validate', { ...sound, filename: 'a.ddoc' })
    expect(server.received.at(-1)).toMatchObject({ acceptedTypes: ['DDOC'] })
  })

  it('the interface of SiVa 3 takes files beside a detached signature, and ignores them where it is strict', async () => {
    const dataFiles = [{ filename: 'leping.txt', base64: 'YWJj' }]
    expect((await post(app, '/V3/validate', { ...sound, dataFiles })).statusCode).toBe(200)
    const files = [{ name: 'leping.txt', bytes: Buffer.from('abc') }]
    expect(server.received.at(-1)).toMatchObject({ detached: { kind: 'files', files } })
    for (const none of [null, []]) {
      await post(app, '/V3/validate', { ...sound, dataFiles: none })
      expect(server.received.at(-1)).toMatchObject({ detached: null })
    }
    const refused = await post(app, '/V3/validate', { ...sound, dataFiles: [{ filename: '', base64: '!' }, null] })
    expect(errorsOf(refused)).toEqual([
      'dataFiles[0].base64: Document is not encoded in a valid base64 string',
      'dataFiles[0].filename: must not be empty',
      'dataFiles[0].filename: size must be between 1 and 260',
      'dataFiles[1]: must not be null',
    ])
    const strict = await serverUnderTest({ settings: { strict: true } })
    await post(strict.app, '/V3/validate', { ...sound, dataFiles })
    expect(strict.received.at(-1)).toMatchObject({ detached: null })
    expect((await strict.app.inject('/openapi.json')).body).not.toContain('Files that detached signatures')
    expect((await app.inject('/openapi.json')).body).toContain('Files that detached signatures')
    const container = new RequestError([{ field: 'dataFiles', code: 'CONTENT_NOT_EXPECTED', message: 'Leave them out.' }])
    const refusing = await serverUnderTest({ validate: () => Promise.reject(container) })
    expect(errorsOf(await post(refusing.app, '/V3/validate', { ...sound, dataFiles }))).toEqual(['dataFiles: Leave them out.'])
    await refusing.app.close()
    await strict.app.close()
  })

  it.each([
    [
      {},
      [
        'document: Document is not encoded in a valid base64 string',
        'document: must not be blank',
        'filename: Invalid filename',
        'filename: must not be empty',
      ],
    ],
    [{ ...sound, document: ' ' }, ['document: Document is not encoded in a valid base64 string', 'document: must not be blank']],
    [{ ...sound, document: 'ab!c' }, ['document: Document is not encoded in a valid base64 string']],
    [{ ...sound, filename: '' }, ['filename: must not be empty', 'filename: size must be between 1 and 260']],
    [{ ...sound, filename: 'a'.repeat(261) }, ['filename: size must be between 1 and 260']],
    [{ ...sound, documentType: 'BDOC' }, ['documentType: documentType is not a valid request parameter']],
    [{ ...sound, documentType: '' }, ['documentType: documentType is not a valid request parameter']],
    [{ ...sound, signaturePolicy: '' }, ['signaturePolicy: size must be between 1 and 100']],
    [{ ...sound, signaturePolicy: 'P'.repeat(101) }, ['signaturePolicy: size must be between 1 and 100']],
    [{ ...sound, signaturePolicy: 'POLv3!' }, ['signaturePolicy: Invalid signature policy']],
    [
      { ...sound, signaturePolicy: 'POLv1' },
      ['signaturePolicy: Invalid signature policy: POLv1; Available abstractPolicies: [POLv3, POLv4]'],
    ],
    [{ ...sound, reportType: '' }, ['reportType: Invalid report type']],
    [{ ...sound, reportType: 'Foo' }, ['reportType: Invalid report type']],
    [{ ...sound, document: { a: 1 } }, ['requestBodyNotReadable: Request body is malformed and cannot be read']],
    [
      { Document: 'UEsDBA==', Filename: 'a.asice' },
      [
        'document: Document is not encoded in a valid base64 string',
        'document: must not be blank',
        'filename: Invalid filename',
        'filename: must not be empty',
      ],
    ],
    ['[]', ['requestBodyNotReadable: Request body is malformed and cannot be read']],
    ['{} garbage', ['requestBodyNotReadable: Request body is malformed and cannot be read']],
    ['', ['requestBodyNotReadable: Request body is malformed and cannot be read']],
  ])('the interface of SiVa 3 refuses the request %j with the keys and texts that its clients know', async (body, errors) => {
    const answer = await post(app, '/V3/validate', body)
    expect([answer.statusCode, errorsOf(answer)]).toEqual([400, errors])
    expect(answer.headers['content-disposition']).toBe(attachment)
  })

  it('the interface of SiVa 3 takes the longest name and numbers in the place of texts', async () => {
    expect((await post(app, '/V3/validate', { ...sound, filename: 'a'.repeat(260) })).statusCode).toBe(200)
    expect((await post(app, '/V3/validate', { ...sound, filename: 12 })).statusCode).toBe(200)
    expect(server.received.at(-1)?.filename).toBe('12')
  })

  it('the interface of SiVa 3 refuses other media types, methods and paths as that service does', async () => {
    const typed = await post(app, '/V3/validate', JSON.stringify(sound), { 'content-type': 'text/plain' })
    expect([typed.statusCode, errorsOf(typed), typed.headers['content-disposition']]).toEqual([
      415,
      ['contentTypeNotSupported: Only the following content types are supported: application/json, application/*+json'],
      attachment,
    ])
    for (const url of ['/validate', '/V3/validate']) {
      const got = await app.inject({ method: 'GET', url })
      expect([got.statusCode, errorsOf(got), got.headers.allow]).toEqual([
        405,
        ['methodNotAllowed: Only the following request methods are supported: POST'],
        'POST',
      ])
      const slash = await post(app, `${url}/`, sound)
      expect([slash.statusCode, errorsOf(slash)]).toEqual([404, ['endpointNotFound: Endpoint not found']])
    }
    expect(errorsOf(await app.inject('/V3/nothing'))).toEqual(['endpointNotFound: Endpoint not found'])
    const version = await app.inject({ method: 'POST', url: '/monitoring/version' })
    expect([version.statusCode, errorsOf(version)]).toEqual([
      405,
      ['methodNotAllowed: Only the following request methods are supported: GET'],
    ])
  })

  it('the interface of SiVa 3 says 400 where its clients would not show another status: too large, overloaded, too much work', async () => {
    const errors = [
      new Overload('The service holds as many documents as it can.'),
      new RequestError([{ field: 'document', code: 'DOCUMENT_TOO_SLOW', message: 'The document needs more work than is allowed.' }]),
      new MalformedDocument('ZIP_NOT_AN_ARCHIVE', 'It is no ZIP archive.'),
      new Error('unexpected'),
    ]
    const busy = await serverUnderTest({ validate: () => Promise.reject(errors.shift() ?? new Error('no more')) })
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await post(busy.app, '/V3/validate', sound))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 500])
    expect(answers[0]?.headers['retry-after']).toBe('2')
    expect(answers.map(errorsOf)).toEqual([
      ['service: The service holds as many documents as it can.'],
      ['document: The document needs more work than is allowed.'],
      ['document: Document malformed or not matching documentType'],
      ['unexpectedError: An unexpected error has occurred'],
    ])
    // Why it is malformed stands beside the text that clients know.
    expect(answers[2]?.json<Refused>().causes).toEqual([
      { key: 'document', code: 'ZIP_NOT_AN_ARCHIVE', message: expect.stringContaining('It is no ZIP archive.') as string },
    ])
    const large = await post(busy.app, '/V3/validate', { ...sound, document: 'A'.repeat(100_000) })
    expect([large.statusCode, errorsOf(large)]).toEqual([
      400,
      [
        `request: Request content-length (${JSON.stringify({ ...sound, document: 'A'.repeat(100_000) }).length} bytes) exceeds request size limit (100000 bytes)`,
      ],
    ])
    await busy.app.close()
  })

  it('the interface of SiVa 3 has nothing in strict answers that SiVa does not have', async () => {
    const strict = await serverUnderTest({
      settings: { strict: true },
      validate: () => Promise.reject(new MalformedDocument('ZIP_NOT_AN_ARCHIVE', 'It is no ZIP archive.')),
    })
    const answer = await post(strict.app, '/V3/validate', sound)
    expect(answer.json()).toEqual({ requestErrors: [{ key: 'document', message: 'Document malformed or not matching documentType' }] })
    await strict.app.close()
  })

  it('the interface of SiVa 3 opens a document before it says that there is no such policy, except under the names of .bdoc and .ddoc', async () => {
    const unreadable = await serverUnderTest({
      validate: () => Promise.reject(new MalformedDocument('ZIP_NOT_AN_ARCHIVE', 'It is no ZIP archive.')),
    })
    const errors = async (filename: string) =>
      errorsOf(await post(unreadable.app, '/V3/validate', { ...sound, filename, signaturePolicy: 'POLv1' }))
    expect(await errors('a.asice')).toEqual(['document: Document malformed or not matching documentType'])
    expect(await errors('a.bdoc')).toEqual(['signaturePolicy: Invalid signature policy: POLv1; Available abstractPolicies: [POLv3, POLv4]'])
    await unreadable.app.close()
  })

  it('the interface of SiVa 3 returns data files by the extension of the name, whatever its length', async () => {
    const files = await serverUnderTest({
      dataFiles: () =>
        Promise.resolve([
          { fileName: 'a.txt', mimeType: 'text/plain', size: 1, base64: 'QQ==' },
          { fileName: 'b.txt', mimeType: 'text/plain', size: 0, base64: '' },
        ]),
    })
    const answer = await post(files.app, '/V3/getDataFiles', { document: 'QQ==', filename: `${'a'.repeat(300)}.DDOC`, documentType: 'X' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        dataFiles: [
          { base64: 'QQ==', filename: 'a.txt', mimeType: 'text/plain', size: 1 },
          { filename: 'b.txt', mimeType: 'text/plain', size: 0 },
        ],
      },
    ])
    const text = 'filename: Invalid filename. Can only return data files for DDOC type containers.'
    for (const filename of ['a.bdoc', undefined])
      expect(errorsOf(await post(files.app, '/V3/getDataFiles', { document: 'QQ==', filename }))).toEqual([text])
    await files.app.close()
  })

  it('the monitoring of SiVa 3 has its version, metrics and heartbeat always, and the members of its health at /V3 and where it is the interface of the root', async () => {
    const other = await serverUnderTest()
    for (const { app: each } of [server, other]) {
      expect((await each.inject('/monitoring/version')).json()).toEqual({ version: '1.2.3' })
      expect((await each.inject('/monitoring/heartbeat')).json()).toEqual({ status: 'UP' })
      expect((await each.inject('/monitoring/prometheus')).body).toContain('# TYPE')
    }
    const health = (await app.inject('/monitoring/health')).json<Record<string, unknown>>()
    expect(health).toMatchObject({
      status: 'UP',
      health: { status: 'UP' },
      components: {
        health: { status: 'UP', details: { version: '1.2.3' } },
        ping: { status: 'UP' },
        livenessState: { status: 'UP' },
        readinessState: { status: 'UP' },
      },
      groups: ['liveness', 'readiness'],
    })
    expect((await other.app.inject('/V3/monitoring/health')).json()).toMatchObject({ status: 'UP', components: { ping: { status: 'UP' } } })
    expect((await other.app.inject('/monitoring/health')).json()).not.toHaveProperty('components')
    await other.app.close()
  })
})
