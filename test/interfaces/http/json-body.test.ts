import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

async function post(payload: string | Buffer, maxBodyBytes = 100_000) {
  const { app, received } = await serverUnderTest({ settings: { maxBodyBytes, maxBytesInFlight: 100_000_000 } })
  const answer = await app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload })
  await app.close()
  return { answer, received }
}

describe('JSON bodies', () => {
  it.each(['', '{', '{"document":', 'document=YWJj', '<a/>', '{"a":1}{"b":2}', "{'a':1}", '{"a":1,}', 'NaN', '{"a":"\n"}', '\ufeff'])(
    'JSON bodies that are malformed, such as %j, are refused with the key document',
    async (payload) => {
      const [item] = expectRefusal((await post(payload)).answer, 400, ['document'])
      expect(item?.code).toBe('JSON_MALFORMED')
      expect(item?.message).not.toContain('YWJj')
    },
  )

  it.each(['[]', 'null', '1', '"text"', 'true'])(
    'JSON bodies that are no object, such as %s, are refused with the key document',
    async (payload) => {
      expect(expectRefusal((await post(payload)).answer, 400, ['document'])[0]?.code).toBe('JSON_NOT_AN_OBJECT')
    },
  )

  it('JSON bodies must be UTF-8', async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...validRequest, filename: 'õ.bdoc' }), 'latin1')
    expectRefusal((await post(latin1)).answer, 400, ['document'])
    expectRefusal((await post(Buffer.from(JSON.stringify(validRequest), 'utf16le'))).answer, 400, ['document'])
  })

  it('JSON bodies may begin with a byte-order mark', async () => {
    expect((await post(`\ufeff${JSON.stringify(validRequest)}`)).answer.statusCode).toBe(200)
  })

  it('JSON bodies may name a member twice: the last one counts', async () => {
    const { received } = await post(
      '{"document":"!","filename":"a","documentType":"PDF","filename":"b","document":"YWJj","documentType":"BDOC"}',
    )
    expect(received[0]).toMatchObject({ filename: 'b', documentType: 'BDOC' })
  })

  it('JSON bodies may hold unknown members, which are ignored; names are case-sensitive', async () => {
    expect(
      (await post(JSON.stringify({ ...validRequest, reportType: 'Detailed', extra: { a: [1, { b: null }] } }))).answer.statusCode,
    ).toBe(200)
    expectRefusal((await post(JSON.stringify({ ...validRequest, document: undefined, Document: 'YWJj' }))).answer, 400, ['document'])
  })

  it('JSON bodies are bounded in structure, so that brackets and braces are not costly', async () => {
    const large = limits.request.maxJsonStructureBytes + 1
    for (const payload of ['['.repeat(large), `[${'{},'.repeat(large / 3)}0]`, '{"":'.repeat(large), `{"a":${' '.repeat(large)}1}`]) {
      // The shortest of several: the first request starts the service, and any other may wait for a loaded machine.
      const took: number[] = []
      while (took.length < 5 && !took.some((milliseconds) => milliseconds < 10_000)) {
        const started = performance.now()
        expect(expectRefusal((await post(payload, 10_000_000)).answer, 400, ['document'])[0]?.code).toBe('JSON_TOO_COMPLEX')
        took.push(performance.now() - started)
      }
      expect(Math.min(...took)).toBeLessThan(10_000)
    }
  })

  it('JSON bodies are bounded in members and escaped quotation marks', async () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, '']))
    expect(expectRefusal((await post(JSON.stringify(many), 10_000_000)).answer, 400, ['document'])[0]?.code).toBe('JSON_TOO_COMPLEX')
    expectRefusal((await post(`{"a":"${'\\"'.repeat(60_000)}"}`, 10_000_000)).answer, 400, ['document'])
  })

  it('JSON bodies with backslashes before quotation marks are read as JSON reads them', async () => {
    const { received } = await post(`{"a\\\\":"\\\\\\"","document":"YWJj","filename":"b","documentType":"BDOC"}`)
    expect(received[0]?.filename).toBe('b')
  })
})

describe('a long document', () => {
  const long = Buffer.alloc(150_000, 'leping').toString('base64')
  const withDocument = (text: string) => JSON.stringify({ ...validRequest, document: '' }).replace('"document":""', `"document":"${text}"`)

  it('a long document in JSON may hold escapes of JSON, wherever they are', async () => {
    for (const at of [4, 100_000]) {
      const { answer, received } = await post(withDocument(`${long.slice(0, at)}\\u0041${long.slice(at + 1)}`), 1_000_000)
      expect(answer.statusCode).toBe(200)
      expect(received[0]?.document).toEqual(Buffer.from(`${long.slice(0, at)}A${long.slice(at + 1)}`, 'base64'))
    }
  })

  it.each([
    ['a letter beyond ASCII', 'õ', 'DOCUMENT_NOT_BASE64'],
    ['an octet that is no UTF-8', Buffer.from([0xf5]), 'JSON_MALFORMED'],
    ['a line break', '\n', 'JSON_MALFORMED'],
    ['an escape that JSON does not know', '\\x', 'JSON_MALFORMED'],
  ])('a long document in JSON with %s is refused, wherever it is', async (_what, wrong, code) => {
    for (const at of [4, 100_000]) {
      const [before = '', after = ''] = withDocument(`${long.slice(0, at)}!${long.slice(at)}`).split('!')
      const { answer } = await post(Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)]), 1_000_000)
      expect(expectRefusal(answer, 400, ['document'])[0]?.code).toBe(code)
    }
  })
})

describe('names that poison prototypes', () => {
  it.each([
    '"__proto__":{"document":"YWJj","filename":"a","documentType":"BDOC","isAdmin":true}',
    '"constructor":{"prototype":{"document":"YWJj"}}',
    '"__proto__":null',
    '"toString":1,"hasOwnProperty":2,"valueOf":3',
  ])('names that poison prototypes are unknown members like any other: {%s}', async (members) => {
    expectRefusal((await post(`{${members}}`)).answer, 400, ['document', 'filename', 'documentType'])
    expect(Object.hasOwn(Object.prototype, 'document') || Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
    const { answer } = await post(`${JSON.stringify(validRequest).slice(0, -1)},${members}}`)
    expect(answer.statusCode).toBe(200)
  })
})
