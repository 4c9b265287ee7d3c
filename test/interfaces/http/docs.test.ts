import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest } from './server-under-test.js'

describe('/docs', () => {
  it('the page /docs shows the description of the interfaces, with nothing from elsewhere', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    const page = await app.inject({ method: 'GET', url: '/docs' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(page.headers['content-security-policy'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    )
    expect(policy).not.toMatch(/unsafe|https?:/)
    // Every script and style of the page is a file of this server that is there.
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { pathname, origin } = new URL(file, 'http://here.example/docs')
      expect(origin).toBe('http://here.example')
      expect([pathname, (await app.inject({ method: 'GET', url: pathname })).statusCode]).toEqual([pathname, 200])
    }
    // No script stands in the page itself: the policy would not let it run.
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect((await app.inject('/docs/json')).json()).toEqual((await app.inject('/openapi.json')).json())
    await app.close()
  })

  it('the page /docs refuses an unknown page in the same form as every other path', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    for (const url of ['/docs/nothing', '/docs/static/nothing.js', '/docs/../etc/passwd', '/docs/static/%2e%2e/package.json'])
      expectRefusal(await app.inject({ method: 'GET', url }), 404, ['path'])
    await app.close()
  })

  it('the page /docs does not send a page again to a browser whose copy is current', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    const { headers } = await app.inject('/docs/static/index.css')
    const again = await app.inject({ method: 'GET', url: '/docs/static/index.css', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    await app.close()
  })

  it('the page /docs can be left out', async () => {
    const { app } = await serverUnderTest({ settings: { docs: false } })
    expect((await app.inject('/docs')).statusCode).toBe(404)
    await app.close()
  })
})
