import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest } from '../interfaces/http/server-under-test.js'

const octets = { 'content-type': 'application/octet-stream' }

describe('the page at /', () => {
  it('the page at / allows nothing but our own script and style, in less than 40 KB of script', async () => {
    const { app } = await serverUnderTest()
    let script = 0
    for (const url of ['/', '/page/script.js', '/page/style.css']) {
      const answer = await app.inject(url)
      expect(answer.statusCode).toBe(200)
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(answer.body.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/|<script>|\son\w+=|style=/)
      if (url === '/page/script.js') script = Buffer.byteLength(answer.body)
    }
    expect(script).toBeLessThan(40_000)
    const { body } = await app.inject('/page/script.js')
    expect(() => new Script(body)).not.toThrow()
    await app.close()
  })

  it.each([
    ['/', 'et-EE,et;q=0.9,en;q=0.8', 'et'],
    ['/', 'fi,en;q=0.8,et;q=0.5', 'en'],
    ['/', 'fi', 'en'],
    ['/?language=et', 'en', 'et'],
    ['/?language=%3Cscript%3E', 'et', 'et'],
    ['/?language=et&language=en', 'en', 'en'],
  ])('the page at / speaks at %s to a browser of %s in %s', async (url, accept, language) => {
    const { app } = await serverUnderTest()
    const { body } = await app.inject({ url, headers: { 'accept-language': accept } })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).not.toContain('<script>')
    await app.close()
  })

  it('the page at / validates bytes without a stated type', async () => {
    const { app, received } = await serverUnderTest()
    const answer = await app.inject({
      method: 'POST',
      url: '/page/validate?name=a%2F%3Cb%3E.asice&language=et',
      headers: octets,
      payload: Buffer.from('PK'),
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(received[0]).toMatchObject({ filename: 'a/<b>.asice' })
    expect(Buffer.from(received[0]?.document ?? []).toString()).toBe('PK')
    await app.close()
  })

  it.each([
    ['siva1', 'POLv1'],
    ['siva3', 'POLv4'],
  ] as const)(
    'the page at / of a service with the interface of %s validates by %s, as /validate does, unless another policy is chosen',
    async (name, policy) => {
      const { app, received } = await serverUnderTest({ settings: { interface: name } })
      expect((await app.inject('/page/service')).json()).toMatchObject({ policy })
      for (const query of ['', '?policy=POLv2'])
        await app.inject({ method: 'POST', url: `/page/validate${query}`, headers: octets, payload: Buffer.from('PK') })
      expect(received.map((request) => request.policy)).toEqual([policy, 'POLv2'])
      await app.close()
    },
  )

  it('the page at / refuses what is too large, compressed, or what a form of another site could send', async () => {
    const { app } = await serverUnderTest()
    const post = (headers: Record<string, string>, payload: Buffer) =>
      app.inject({ method: 'POST', url: '/page/validate', headers, payload })
    expectRefusal(await post(octets, Buffer.alloc(100_001)), 413, ['document'])
    expectRefusal(await post({ ...octets, 'content-encoding': 'gzip' }, Buffer.from('x')), 415, ['content-encoding'])
    expectRefusal(await post({ 'content-type': 'text/plain' }, Buffer.from('x')), 415, ['content-type'])
    await app.close()
  })

  it('the page at / returns a file as an attachment that browsers do not show or run', async () => {
    const { app } = await serverUnderTest()
    const take = (query: string, headers: Record<string, string> = octets) =>
      app.inject({ method: 'POST', url: `/page/files?${query}`, headers, payload: Buffer.from('PK') })
    const answer = await take(`which=0&sha256=${'ab'.repeat(32)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(Buffer.from('PK'))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="leping __1_.txt"; filename*=UTF-8''leping%20%C3%B5%221%22.txt`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    for (const query of ['', 'which=0', `which=-1&sha256=${'ab'.repeat(32)}`, `which=x&sha256=${'ab'.repeat(32)}`, 'which=0&sha256=AB'])
      expectRefusal(await take(query), 400, ['request'])
    expectRefusal(await take(`which=0&sha256=${'ab'.repeat(32)}`, { 'content-type': 'text/plain' }), 415, ['content-type'])
    expect((await app.inject(`/page/files?which=0&sha256=${'ab'.repeat(32)}`)).statusCode).toBe(405)
    await app.close()
  })

  it('the page at / is not served when the setting turns it off', async () => {
    const { app } = await serverUnderTest({ settings: { page: false } })
    for (const url of ['/', '/page/script.js', '/page/style.css']) expect((await app.inject(url)).statusCode).toBe(404)
    for (const url of ['/page/validate', `/page/files?which=0&sha256=${'ab'.repeat(32)}`])
      expect((await app.inject({ method: 'POST', url, headers: octets, payload: Buffer.from('PK') })).statusCode).toBe(404)
    await app.close()
  })
})
