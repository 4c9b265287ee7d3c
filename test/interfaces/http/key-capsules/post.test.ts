import { createECDH, generateKeyPairSync } from 'node:crypto'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type CapsulesUnderTest, capsulesUnderTest, day, startOfTests } from '../../../support/capsule-listeners.js'
import { pointOf } from '../../../support/capsule-pki.js'

let capsules: CapsulesUnderTest
beforeAll(async () => {
  // With a port of its own for handing out, as some operators have it.
  capsules = await capsulesUnderTest((settings) => ({ ...settings, getPort: 0 }))
})
afterAll(() => capsules.close())

const recipient = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
const valid = {
  recipient_id: pointOf(recipient, 48).toString('base64'),
  ephemeral_key_material: createECDH('secp384r1').generateKeys('base64'),
  capsule_type: 'ecc_secp384r1',
}

/** The last octet of the point is another one. */
const offTheCurve = Buffer.from(pointOf(recipient, 48).map((octet, i, all) => (i === all.length - 1 ? octet ^ 1 : octet)))

function problemsOf(answer: Answer): readonly { key: string; code: string; message: string }[] {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = JSON.parse(answer.body) as { requestErrors: { key: string; code: string; message: string }[] }
  expect(Object.keys(body)).toEqual(['requestErrors'])
  for (const problem of body.requestErrors) expect(problem.message).toMatch(/^[A-Za-z].*\.$/)
  return body.requestErrors
}

/** What goes over the line, with the letter case of names. */
function raw(request: string, whole = true): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: capsules.postPort, rejectUnauthorized: false }, () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!whole) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('POST /key-capsules', () => {
  it('POST /key-capsules answers 201 with a path, the expiry and no body', async () => {
    const answer = await capsules.post('/key-capsules', valid)
    expect(answer.status).toBe(201)
    expect(answer.body).toBe('')
    expect(answer.headers).toMatchObject({
      'x-expiry-time': new Date(startOfTests + 1095 * day).toISOString().replace('.000Z', 'Z'),
      'x-expiry-time-adjusted': 'false',
      'content-length': '0',
      'cache-control': 'no-store',
    })
    expect(answer.headers.location).toMatch(/^\/key-capsules\/KC[0-9a-f]{32}$/)
  })

  it('POST /key-capsules writes Location with a capital letter, by which the Java client looks for it', async () => {
    const body = JSON.stringify(valid)
    const text = await raw(
      `POST /key-capsules HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(text).toMatch(/\r\nLocation: \/key-capsules\/KC[0-9a-f]{32}\r\n/)
    expect(text).not.toContain('evil')
  })

  it('POST /key-capsules makes a new capsule of each repetition', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => capsules.post('/key-capsules', valid)))
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(3)
  })

  it('POST /key-capsules takes the JSON of every client in the field', async () => {
    const sorted = Object.fromEntries(Object.entries(valid).sort())
    for (const body of [
      JSON.stringify(sorted, null, 4),
      JSON.stringify(sorted).replaceAll('/', '\\/'),
      `\ufeff${JSON.stringify(valid)}`,
      JSON.stringify({ ...valid, extra: [1] }),
    ])
      expect((await capsules.post('/key-capsules', body)).status).toBe(201)
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=iso-8859-1'])
      expect((await capsules.post('/key-capsules', valid, { headers: { 'content-type': type } })).status).toBe(201)
    expect((await capsules.post('/key-capsules', valid, { headers: { accept: 'application/xml' } })).status).toBe(201)
  })

  it('POST /key-capsules names every field that is wrong, in the order of the fields', async () => {
    const answer = await capsules.post(
      '/key-capsules',
      { recipient_id: 5, ephemeral_key_material: '*', capsule_type: null },
      { headers: { 'x-expiry-time': 'soon' } },
    )
    expect(answer.status).toBe(400)
    expect(problemsOf(answer).map(({ key, code }) => [key, code])).toEqual([
      ['recipient_id', 'CAPSULE_FIELD_NOT_TEXT'],
      ['ephemeral_key_material', 'CAPSULE_FIELD_NOT_BASE64'],
      ['capsule_type', 'CAPSULE_FIELD_MISSING'],
      ['x-expiry-time', 'EXPIRY_TIME_FORM'],
    ])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown type', { capsule_type: 'ecc_secp256k1' }, 'capsule_type'],
    ['a type in capitals', { capsule_type: 'RSA' }, 'capsule_type'],
    ['a point off the curve', { recipient_id: offTheCurve.toString('base64') }, 'recipient_id'],
    [
      'the URL-safe alphabet',
      { recipient_id: valid.recipient_id.replaceAll('+', '-').replaceAll('/', '_').replace(/^.{4}/, 'BP-_') },
      'recipient_id',
    ],
    [
      'missing padding',
      {
        recipient_id: pointOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 32)
          .toString('base64')
          .replace('=', ''),
      },
      'recipient_id',
    ],
    ['bits beyond the last byte', { ephemeral_key_material: 'AB==' }, 'ephemeral_key_material'],
    ['padding inside', { ephemeral_key_material: 'AA==AAAA' }, 'ephemeral_key_material'],
    [
      'white space inside a group',
      { ephemeral_key_material: `${valid.ephemeral_key_material.slice(0, 2)} ${valid.ephemeral_key_material.slice(2)}` },
      'ephemeral_key_material',
    ],
    ['characters beyond ASCII', { ephemeral_key_material: `${valid.ephemeral_key_material.slice(0, -1)}Ł` }, 'ephemeral_key_material'],
    ['a list', { ephemeral_key_material: [valid.ephemeral_key_material] }, 'ephemeral_key_material'],
  ])('POST /key-capsules refuses %s, with the name of the field, and stores nothing', async (_what, changes, key) => {
    const before = capsules.service.counts()
    const answer = await capsules.post('/key-capsules', { ...valid, ...changes })
    expect(answer.status).toBe(400)
    expect(problemsOf(answer).map((problem) => problem.key)).toEqual([key])
    expect(capsules.service.counts()).toMatchObject({ stored: before.stored, refused: before.refused + 1 })
  })

  it('POST /key-capsules names an unknown type', async () => {
    const answer = await capsules.post('/key-capsules', { ...valid, capsule_type: 'ecc_secp256k1' })
    expect(problemsOf(answer)[0]?.message).toContain('"ecc_secp256k1"')
    const long = await capsules.post('/key-capsules', { ...valid, capsule_type: 'x'.repeat(5000) })
    expect(long.body.length).toBeLessThan(500)
  })

  it('POST /key-capsules takes the last of members with the same name', async () => {
    expect((await capsules.post('/key-capsules', `{"capsule_type":"x",${JSON.stringify(valid).slice(1)}`)).status).toBe(201)
    expect((await capsules.post('/key-capsules', `${JSON.stringify(valid).slice(0, -1)},"capsule_type":"x"}`)).status).toBe(400)
  })

  it.each([
    ['no JSON', '{"recipient_id":'],
    ['nothing', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['a second value behind it', `${JSON.stringify(valid)} {}`],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('POST /key-capsules refuses a body of %s', async (_what, body) => {
    const answer = await capsules.post('/key-capsules', body)
    expect(answer.status).toBe(400)
    expect(problemsOf(answer).map(({ key }) => key)).toEqual(['document'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ';'])(
    'POST /key-capsules refuses the content type %s',
    async (type) => {
      const answer = await capsules.post('/key-capsules', valid, { headers: { 'content-type': type } })
      expect(answer.status).toBe(415)
      expect(problemsOf(answer).map(({ key }) => key)).toEqual(['content-type'])
    },
  )

  it('POST /key-capsules refuses a compressed body', async () => {
    expect((await capsules.post('/key-capsules', valid, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  })

  it('POST /key-capsules refuses more than 16 KB by its announced length, before a byte of it is sent', async () => {
    const text = await raw(
      'POST /key-capsules HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n\r\n',
      false,
    )
    expect(text).toMatch(/^HTTP\/1.1 413 /)
  })

  it('POST /key-capsules refuses more than 16 KB in chunks, and serves the next request', async () => {
    const padded = { ...valid, padding: 'x'.repeat(2_000_000) }
    const answer = await capsules
      .post('/key-capsules', padded, { headers: { 'transfer-encoding': 'chunked' } })
      .catch((error: unknown) => error)
    if (!(answer instanceof Error)) expect((answer as Answer).status).toBe(413)
    expect((await capsules.post('/key-capsules', { ...valid, padding: 'x'.repeat(17_000) })).status).toBe(413)
    expect((await capsules.post('/key-capsules', { ...valid, padding: 'x'.repeat(15_000) })).status).toBe(201)
  })

  it('POST /key-capsules takes the first of several x-expiry-time headers, and a blank one for none', async () => {
    const twice = await capsules.post('/key-capsules', valid, { headers: { 'x-expiry-time': ['2027-03-01T10:20:30Z', 'nonsense'] } })
    expect(twice.headers['x-expiry-time']).toBe('2027-03-01T10:20:30Z')
    const blank = await capsules.post('/key-capsules', valid, { headers: { 'x-expiry-time': '  ' } })
    expect(blank.status).toBe(201)
  })

  it('POST /key-capsules refuses an expiry that has passed, also by a millisecond (decisions.md#capsule-expiry)', async () => {
    for (const value of ['1969-12-31T23:59:59Z', new Date(startOfTests).toISOString()]) {
      const answer = await capsules.post('/key-capsules', valid, { headers: { 'x-expiry-time': value } })
      expect([answer.status, problemsOf(answer).map(({ key, code }) => [key, code])]).toEqual([
        400,
        [['x-expiry-time', 'EXPIRY_TIME_PAST']],
      ])
    }
  })
})

describe('POST /key-capsules/{transactionId}', () => {
  it('POST /key-capsules/{transactionId} takes an id of the caller, once for all times: 409 without a body (decisions.md#capsule-ids)', async () => {
    const id = 'MyOwnIdentifier0001'
    const first = await capsules.post(`/key-capsules/${id}`, valid, {
      headers: { 'x-expiry-time': new Date(startOfTests + day).toISOString() },
    })
    expect([first.status, first.headers.location]).toEqual([201, `/key-capsules/${id}`])
    const again = () => capsules.post(`/key-capsules/${id}`, valid)
    expect([(await again()).status, (await again()).body]).toEqual([409, ''])
    // Not even after it has expired, and after it was deleted.
    capsules.setClock(startOfTests + 2 * day)
    expect((await again()).status).toBe(409)
    capsules.setClock(startOfTests)
  })

  it.each(['short', 'x'.repeat(35), `${'x'.repeat(20)}-1`, `${'x'.repeat(20)}%20`, `${'x'.repeat(20)}%C3%A4`])(
    'POST /key-capsules/{transactionId} refuses the id %s by its name',
    async (id) => {
      const answer = await capsules.post(`/key-capsules/${id}`, valid)
      expect(answer.status).toBe(400)
      expect(problemsOf(answer).map(({ key }) => key)).toEqual(['transactionId'])
    },
  )
})

describe('the listener that takes capsules', () => {
  it.each([
    ['GET', '/key-capsules', 405],
    ['GET', '/key-capsules/KC0123456789abcdef', 405],
    ['HEAD', '/key-capsules', 405],
    ['PUT', '/key-capsules', 405],
    ['DELETE', '/key-capsules/KC0123456789abcdef', 405],
    ['OPTIONS', '/key-capsules', 405],
    ['POST', '/key-capsules/', 404],
    ['POST', '/key-capsules/?x=/', 404],
    ['POST', '/key-capsules/KC0123456789abcdef/', 404],
    ['POST', '/key-capsules/KC0123456789abcdef/x', 404],
    ['POST', '/validate', 404],
    ['GET', '/monitoring/health', 404],
    ['GET', '/', 404],
    ['POST', '/KEY-CAPSULES', 404],
  ])('the listener that takes capsules serves nothing else: %s %s is %i', async (method, path, status) => {
    const answer = await capsules.post(path, method === 'POST' ? valid : '', { method })
    expect(answer.status).toBe(status)
    if (method === 'GET' || method === 'HEAD') expect(answer.body).toBe('')
    else expect(problemsOf(answer)).toHaveLength(1)
    if (status === 405) expect(answer.headers.allow).toBe('POST')
  })

  it.each([['QUERY /key-capsules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404, 'path']])(
    'the listener that takes capsules refuses %j in the form of its other refusals',
    async (request, status, key) => {
      const text = await raw(request)
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({ requestErrors: [{ key }] })
    },
  )

  it('the listener that takes capsules takes capsules of clients without a certificate', async () => {
    expect((await capsules.post('/key-capsules', valid)).status).toBe(201)
  })

  it('the listener that takes capsules answers an address that cannot be decoded with 400', async () => {
    expect((await capsules.post('/key-capsules/%zz', valid)).status).toBe(400)
  })

  it('the listener that takes capsules writes neither capsules nor keys into the log', () => {
    const log = capsules.logged()
    expect(log).toContain('"route":"/key-capsules"')
    for (const bytes of [valid.recipient_id, valid.ephemeral_key_material]) expect(log).not.toContain(bytes.slice(4, 40))
    expect(log).not.toContain('MyOwnIdentifier')
  })
})
