import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest } from './server-under-test.js'

const octets = 'application/octet-stream'
const boundary = 'X-piir'
const formType = `multipart/form-data; boundary=${boundary}`
const part = (content: string, file = true) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"${file ? '; filename="muu.asice"' : ''}\r\n\r\n${content}\r\n`
const form = (...parts: readonly string[]) => Buffer.from(`${parts.join('')}--${boundary}--\r\n`, 'latin1')

async function send(query: string, type: string, payload: Buffer, settings = {}) {
  const { app, received } = await serverUnderTest({ settings })
  const answer = await app.inject({ method: 'POST', url: `/validate${query}`, headers: { 'content-type': type }, payload })
  await app.close()
  return { answer, received }
}

describe('uploads to /validate', () => {
  it.each([
    ['the bytes as the body', octets, Buffer.from('PK\x03\x04\xff', 'latin1')],
    ['a form with one file', formType, form(part('PK\x03\x04\xff'))],
    ['a form with one file and a text', formType, form(part('x', false), part('PK\x03\x04\xff'))],
  ])('an upload reaches the service byte for byte, named by the query, without a type: %s', async (_, type, payload) => {
    const { answer, received } = await send('?filename=leping%20%C3%B5.asice&signaturePolicy=polv2', type, payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ filename: 'leping õ.asice' })
    expect(received[0]).toMatchObject({ filename: 'leping õ.asice', policy: 'POLv2' })
    expect(Buffer.from(received[0]?.document ?? []).toString('latin1')).toBe('PK\x03\x04\xff')
  })

  it('an upload without a name in the query is refused, as are other media types with one', async () => {
    const { answer } = await send('', octets, Buffer.from('PK'))
    expectRefusal(answer, 415, ['content-type'])
    expect(answer.body, 'it says what is missing').toContain('?filename=')
    expectRefusal((await send('?name=a', formType, form(part('PK')))).answer, 415, ['content-type'])
    expectRefusal((await send('?filename=a', 'text/plain', Buffer.from('PK'))).answer, 415, ['content-type'])
    expectRefusal((await send('?filename=a', 'application/pdf', Buffer.from('PK'))).answer, 415, ['content-type'])
  })

  it.each([
    ['?filename=', 'PK', ['filename']],
    ['?filename=a%2Fb', 'PK', ['filename']],
    ['?filename=a&filename=b', 'PK', ['filename']],
    ['?filename=a&documentType=TXT', 'PK', ['documentType']],
    ['?filename=a&signaturePolicy=POLv9&reportType=x', 'PK', ['signaturePolicy', 'reportType']],
  ])('an upload with a wrong member in its query gets the refusal of that member: %s', async (query, body, keys) => {
    expectRefusal((await send(query, octets, Buffer.from(body))).answer, 400, keys)
  })

  it('an upload of no bytes is refused', async () => {
    expectRefusal((await send('?filename=a', octets, Buffer.alloc(0))).answer, 400, ['document'])
    expectRefusal((await send('?filename=a', formType, form(part('')))).answer, 400, ['document'])
  })

  it('an upload that is too large is refused', async () => {
    expectRefusal((await send('?filename=a', octets, Buffer.alloc(100_001))).answer, 413, ['document'])
  })

  it.each([
    ['no file', form(part('x', false))],
    ['two files', form(part('a'), part('b'))],
    ['more parts than are read', form(...Array.from({ length: 9 }, () => part('a', false)))],
    ['a hundred thousand boundaries', Buffer.from(`--${boundary}\r\n`.repeat(7_000))],
    ['no form at all', Buffer.from('PK')],
  ])('a form is refused that has %s', async (_, payload) => {
    expectRefusal((await send('?filename=a', formType, payload)).answer, 400, ['document'])
  })

  it('a form without a boundary is refused', async () => {
    expectRefusal((await send('?filename=a', 'multipart/form-data', form(part('a')))).answer, 400, ['document'])
  })

  it('the report for archives is XML at an address of its own', async () => {
    const { app } = await serverUnderTest()
    const post = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/validate/etsi?filename=a', headers: { 'content-type': octets, ...headers }, payload: 'PK' })
    const answer = await post({})
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(answer.body).toContain('ValidationReport')
    expectRefusal(await post({ accept: 'application/json' }), 406, ['accept'])
    await app.close()
  })
})
