import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MalformedDocument } from '#model'
import { report, serverUnderTest } from '../server-under-test.js'

const signature = Buffer.from('<asic:XAdESSignatures/>').toString('base64')
const hash = Buffer.alloc(32, 7).toString('base64')
const sound = { signature, datafiles: [{ filename: 'a.txt', hashAlgo: 'sha256', hash }] }

interface Refused {
  readonly requestErrors: readonly { readonly key: string; readonly message: string }[]
}

async function post(app: FastifyInstance, payload: unknown) {
  return await app.inject({
    method: 'POST',
    url: '/V3/validateHashcode',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
}

async function errorsOf(app: FastifyInstance, payload: unknown) {
  const answer = await post(app, payload)
  expect(answer.statusCode).toBe(400)
  return answer
    .json<Refused>()
    .requestErrors.map(({ key, message }) => `${key}: ${message}`)
    .sort()
}

describe('/validateHashcode', () => {
  let server: Awaited<ReturnType<typeof serverUnderTest>>
  let app: FastifyInstance
  beforeAll(async () => {
    server = await serverUnderTest()
    ;({ app } = server)
  })
  afterAll(() => app.close())

  it('/validateHashcode hands over the digests of the files, or says that those of the signature count', async () => {
    const answer = await post(app, { signatureFiles: [sound, { signature, datafiles: null }], signaturePolicy: 'POLv3' })
    expect(answer.statusCode).toBe(200)
    const [first, second] = server.received.slice(-2)
    expect(first).toMatchObject({
      documentType: 'XADES',
      policy: 'POLv3',
      detached: { kind: 'digests', files: [{ name: 'a.txt', algorithm: 'SHA256', value: '07'.repeat(32) }] },
    })
    expect(second).toMatchObject({ detached: { kind: 'stated' } })
  })

  it('/validateHashcode answers with one conclusion: the signatures of all files in order, without name and form of a document', async () => {
    const { validationReport } = (await post(app, { signatureFiles: [sound, sound] })).json<{
      validationReport: { validationConclusion: Record<string, unknown> & { signatures: unknown[] } }
    }>()
    const { validationConclusion } = validationReport
    expect(validationConclusion.signatures).toHaveLength(2)
    expect(validationConclusion).toMatchObject({ signaturesCount: 2, validSignaturesCount: 0 })
    expect(validationConclusion).not.toHaveProperty('validatedDocument')
  })

  it.each([
    [{}, ['signatureFiles: must not be empty', 'signatureFiles: must not be null']],
    [{ signatureFiles: [] }, ['signatureFiles: must not be empty']],
    [
      { signatureFiles: [{}] },
      ['signatureFiles[0].signature: Signature file is not valid base64 encoded string', 'signatureFiles[0].signature: must not be blank'],
    ],
    [{ signatureFiles: [sound, { signature: 'a!' }] }, ['signatureFiles[1].signature: Signature file is not valid base64 encoded string']],
    [{ signatureFiles: [null] }, ['signatureFiles[0]: must not be null']],
    [{ signatureFiles: 'x' }, ['requestBodyNotReadable: Request body is malformed and cannot be read']],
    [{ signatureFiles: [{ signature, datafiles: [] }] }, ['signatureFiles[0].datafiles: Invalid dataFiles list']],
    [
      { signatureFiles: [{ signature, datafiles: [{}] }] },
      [
        'signatureFiles[0].datafiles[0].filename: Invalid filename',
        'signatureFiles[0].datafiles[0].filename: must not be empty',
        'signatureFiles[0].datafiles[0].hash: Document is not encoded in a valid base64 string',
        'signatureFiles[0].datafiles[0].hash: must not be blank',
        'signatureFiles[0].datafiles[0].hashAlgo: Invalid hash algorithm',
      ],
    ],
    [
      { signatureFiles: [{ signature, datafiles: [{ filename: 'a'.repeat(261), hashAlgo: 'SHA-256', hash: 'A'.repeat(1001) }] }] },
      [
        'signatureFiles[0].datafiles[0].filename: size must be between 1 and 260',
        'signatureFiles[0].datafiles[0].hash: size must be between 1 and 1000',
        'signatureFiles[0].datafiles[0].hashAlgo: Invalid hash algorithm',
      ],
    ],
    [
      { signatureFiles: [{ signature, datafiles: [{ filename: 'a.txt', hashAlgo: 'SHA256', hash: `${hash}AAAA` }] }] },
      ['signatureFiles[0].datafiles[0].hash: Document is not encoded in a valid base64 string'],
    ],
    [{ signatureFiles: [sound], signaturePolicy: '!' }, ['signaturePolicy: Invalid signature policy']],
  ])('/validateHashcode refuses %j with an item for each rule that a member violates', async (body, errors) => {
    expect(await errorsOf(app, body)).toEqual(errors)
  })

  it('/validateHashcode refuses a thousand signature files before it validates any', async () => {
    const before = server.received.length
    expect(await errorsOf(app, { signatureFiles: Array.from({ length: 1_000 }, () => ({ signature })) })).toEqual([
      'signatureFiles: size must be between 1 and 100',
    ])
    expect(server.received.length).toBe(before)
  })

  it('/validateHashcode refuses the request when one of its files cannot be read', async () => {
    let count = 0
    const broken = await serverUnderTest({
      validate: () =>
        ++count === 2 ? Promise.reject(new MalformedDocument('XML_DOCTYPE', 'It has a document type.')) : Promise.resolve(report),
    })
    expect(await errorsOf(broken.app, { signatureFiles: [sound, sound, sound] })).toEqual([
      'signatureFiles.signature: Signature file malformed',
    ])
    expect(count).toBe(2)
    await broken.app.close()
  })
})
