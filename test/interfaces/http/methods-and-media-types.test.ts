import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest, validRequest } from './server-under-test.js'

async function ask(request: { method?: string; url?: string; headers?: Record<string, string>; payload?: string }) {
  const { app } = await serverUnderTest()
  const answer = await app.inject({
    method: (request.method ?? 'POST') as 'POST',
    url: request.url ?? '/validate',
    headers: { 'content-type': 'application/json', ...request.headers },
    payload: request.payload ?? JSON.stringify(validRequest),
  })
  await app.close()
  return answer
}

describe('paths and methods', () => {
  it('paths and methods answer 404 in JSON for unknown paths', async () => {
    for (const url of ['/page', '/validat', '/validate/x', '/Validate', '/%00', '/soap', '/__proto__'])
      expectRefusal(await ask({ url }), 404, ['path'])
    expectRefusal(await ask({ method: 'GET', url: '/favicon.ico' }), 404, ['path'])
    expectRefusal(await ask({ url: '/%zz' }), 400, ['path'])
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY'])(
    'paths and methods answer 405 with Allow to %s /validate',
    async (method) => {
      const answer = await ask({ method })
      expectRefusal(answer, 405, ['method'])
      expect(answer.headers.allow).toBe('POST')
    },
  )

  it.each(['/', '/monitoring/health', '/monitoring/health.json', '/monitoring/readiness', '/openapi.json'])(
    'paths and methods answer 405 with Allow to POST %s',
    async (url) => {
      const answer = await ask({ url })
      expectRefusal(answer, 405, ['method'])
      expect(answer.headers.allow).toBe('GET, HEAD')
      expect(answer.json().requestErrors[0].message).toBe('This path is for GET and HEAD only.')
    },
  )

  it('paths and methods answer 405 with every method of the path in one sentence', async () => {
    const answer = await ask({ method: 'PUT', url: '/soap/validationWebService' })
    expect(answer.json().requestErrors[0].message).toBe('This path is for GET, HEAD and POST only.')
  })

  it('paths and methods forgive a slash at the end and ignore a query', async () => {
    expect((await ask({ url: '/validate/' })).statusCode).toBe(200)
    expect((await ask({ url: '/validate?x=1' })).statusCode).toBe(200)
    expectRefusal(await ask({ method: 'GET', url: '/validate/?x=1' }), 405, ['method'])
  })
})

describe('media types of requests', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset=UTF-8', 'application/vnd.example+json'])(
    'media types of requests may be %s',
    async (type) => {
      expect((await ask({ headers: { 'content-type': type } })).statusCode).toBe(200)
    },
  )

  it.each([
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'json',
    ';',
  ])('media types of requests may not be %s', async (type) => {
    expectRefusal(await ask({ headers: { 'content-type': type } }), 415, ['content-type'])
  })

  it('media types of requests may not be missing when there is a body', async () => {
    expectRefusal(await ask({ headers: { 'content-type': '' } }), 415, ['content-type'])
  })

  it.each(['gzip', 'deflate', 'br', 'gzip, identity', 'x'])(
    'media types of requests may not come with content-encoding %s',
    async (encoding) => {
      const answer = await ask({ headers: { 'content-encoding': encoding } })
      expectRefusal(answer, 415, ['content-encoding'])
      expect(answer.headers['accept-encoding']).toBe('identity')
    },
  )

  it('media types of requests come before the body is looked at', async () => {
    expectRefusal(await ask({ headers: { 'content-type': 'text/xml' }, payload: '{' }), 415, ['content-type'])
  })
})

describe('Accept', () => {
  it.each([
    '*/*',
    '',
    'application/json',
    'Application/*',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'application/json;q=0.1',
    'application/json ; Q=1 , text/*;q=0',
  ])('the Accept header %j lets JSON through', async (accept) => expect((await ask({ headers: { accept } })).statusCode).toBe(200))

  it.each(['text/xml', 'application/soap+xml', 'application/json;q=0', '*/*;q=0', 'application/json;q=0, */*', 'text/html;q=1'])(
    'the Accept header %j excludes JSON: 406',
    async (accept) => {
      expectRefusal(await ask({ headers: { accept } }), 406, ['accept'])
    },
  )

  it('the Accept header is honoured by monitoring too', async () => {
    expectRefusal(await ask({ method: 'GET', url: '/monitoring/health', headers: { accept: 'text/html' } }), 406, ['accept'])
  })
})
