import { describe, expect, it } from 'vitest'
import { MalformedDocument, RequestError } from '#model'
import { Overload, Starting } from '#threads'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

async function validateThatThrows(error: unknown, strict = false) {
  const server = await serverUnderTest({ validate: () => Promise.reject(error as Error), settings: { strict } })
  const answer = await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest })
  const next = await server.app.inject({ method: 'GET', url: '/monitoring/health' })
  expect(next.statusCode).toBe(200)
  await server.app.close()
  return { answer, logged: server.logged() }
}

describe('refusals', () => {
  it('refusals of a malformed document name the finding and its place (key document)', async () => {
    const { answer } = await validateThatThrows(
      new MalformedDocument('ZIP_DUPLICATE_ENTRY', 'Two entries have the same name.', 'META-INF/x'),
    )
    const [item] = expectRefusal({ ...answer, body: answer.body.replace('(META-INF/x)', '.') }, 400, ['document'])
    expect(item?.message).toContain('The document is malformed or does not match the document type')
    expect(item?.code).toBe('ZIP_DUPLICATE_ENTRY')
    expect(answer.body).toContain('META-INF/x')
  })

  it('refusals of request fields keep their order', async () => {
    const { answer } = await validateThatThrows(
      new RequestError([{ field: 'documentType', code: 'DOCUMENT_TYPE_NOT_SUPPORTED', message: 'DDOC cannot be validated yet.' }]),
    )
    expectRefusal(answer, 400, ['documentType'])
  })

  it('refusals for overload are 503 with Retry-After', async () => {
    const { answer } = await validateThatThrows(new Overload('Try again.'))
    expectRefusal(answer, 503, ['service'])
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('refusals during the start are 503 with Retry-After, and say what is awaited', async () => {
    const { answer } = await validateThatThrows(new Starting('The lists are being read.'))
    const [item] = expectRefusal(answer, 503, ['service'])
    expect([item?.code, item?.message, answer.headers['retry-after']]).toEqual(['SERVICE_STARTING', 'The lists are being read.', '2'])
  })

  it('refusals lose their code in strict mode, so that key and message remain (decisions.md#extra-members)', async () => {
    const { answer } = await validateThatThrows(new MalformedDocument('ZIP_X', 'Bad.'), true)
    expect(answer.json()).toEqual({
      requestErrors: [{ key: 'document', message: 'The document is malformed or does not match the document type: Bad.' }],
    })
  })
})

describe('faults of ours', () => {
  it('faults of ours are 500 with a correlation id and nothing of the cause', async () => {
    const { answer, logged } = await validateThatThrows(new TypeError('secret of MAASIKAS,MARI'))
    const [item] = expectRefusal(answer, 500, ['service'])
    const id = /quote ([0-9a-f-]{36}) /.exec(item?.message ?? '')?.[1] ?? ''
    expect(id).not.toBe('')
    expect(answer.body).not.toMatch(/secret|TypeError|\.ts/)
    expect(logged).toContain(id)
    expect(logged).toMatch(/"fault":"TypeError"/)
    expect(logged).toMatch(/errors\.test\.ts/)
    expect(logged).not.toContain('MAASIKAS')
  })

  it.each(['text', undefined, null, { statusCode: 'x' }])('faults of ours are answered for any thrown value: %j', async (thrown) => {
    const { answer } = await validateThatThrows(thrown)
    expect(answer.statusCode).toBe(500)
  })
})

describe('the log', () => {
  it('the log holds the codes of a refusal and nothing that the caller or the document says', async () => {
    const server = await serverUnderTest({
      validate: () => Promise.reject(new MalformedDocument('ZIP_CRC', 'Entry Mari Maasikas 48001010000.pdf is damaged.', 'Mari.pdf')),
    })
    const headers = { 'user-agent': 'agent-48001010000', 'x-authenticated-user': '48001010000' }
    await server.app.inject({
      method: 'POST',
      url: '/validate?person=48001010000',
      headers,
      payload: { ...validRequest, filename: 'Maasikas.asice' },
    })
    await server.app.inject({ method: 'GET', url: '/person/48001010000', headers })
    await server.app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload: '{"Maasikas":' })
    await server.app.close()
    expect(server.logged()).toContain('ZIP_CRC')
    expect(server.logged()).toContain('PATH_UNKNOWN')
    expect(server.logged()).toContain('JSON_MALFORMED')
    expect(server.logged()).not.toMatch(/48001010000|Maasikas|Mari|UEsDBA|127\.0\.0\.1/)
  })

  it('the log of a served request holds neither signer nor file name', async () => {
    const server = await serverUnderTest()
    await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await server.app.close()
    expect(server.logged()).toContain('"status":200')
    expect(server.logged()).not.toMatch(/MAASIKAS|leping/)
  })
})
