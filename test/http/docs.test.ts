import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { expectRefusal, serverUnderTest } from './server-under-test.js'

describe('/docs', () => {
  it('shows the description of the interfaces, with nothing from elsewhere', async () => {
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

  it('refuses in the same form as every other path, with any headers', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    for (const url of ['/docs/nothing', '/docs/static/nothing.js', '/docs/static/index.css%00', '/docs/../etc/passwd'])
      expectRefusal(await app.inject({ method: 'GET', url }), 404, ['path'])
    for (const headers of [{ range: 'bytes=99999999-' }, { 'if-match': '"x"' }, { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }])
      expect((await app.inject({ method: 'GET', url: '/docs/static/index.css', headers })).statusCode).toBe(200)
    const { headers } = await app.inject('/docs/static/index.css')
    const again = await app.inject({ method: 'GET', url: '/docs/static/index.css', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    await app.close()
  })

  it('answers what a browser asks about its copy', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    const statusFor = async (headers: Record<string, string>) =>
      (await app.inject({ method: 'GET', url: '/docs/static/index.css', headers })).statusCode
    const { headers } = await app.inject('/docs/static/index.css')
    const [tag, modified] = [String(headers.etag), String(headers['last-modified'])]
    expect([headers.date, headers['content-length']].map((value) => typeof value)).toEqual(['string', 'string'])
    for (const current of [tag, `"x", ${tag}`, tag.replace(/^W\//, ''), '*'])
      expect(await statusFor({ 'if-none-match': current })).toBe(304)
    expect(await statusFor({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200)
    expect(await statusFor({ 'if-modified-since': modified })).toBe(304)
    expect(await statusFor({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(200)
    expect(await statusFor({ 'if-modified-since': 'yesterday' })).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: '/docs/static/index.css' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', headers['content-length']])
    await app.close()
  })

  it('has one path for each file', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    for (const url of ['/docs/static//index.css', '/docs/static%2f%2findex.css', '/docs/static/.%2findex.css'])
      expectRefusal(await app.inject({ method: 'GET', url }), 404, ['path'])
    for (const url of ['/docs/static/%69ndex.css', '/docs/static/index.css?v=1'])
      expect((await app.inject({ method: 'GET', url })).headers['content-type']).toBe('text/css; charset=utf-8')
    await app.close()
  })

  it('holds one copy of a file for all clients that do not take it', async () => {
    const { app } = await serverUnderTest({ settings: { docs: true } })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const url = '/docs/static/swagger-ui-bundle.js'
    const size = (await app.inject(url)).rawPayload.length
    const before = process.memoryUsage().arrayBuffers
    const clients = Array.from({ length: 30 }, () => connect({ host: '127.0.0.1', port: Number(port) }))
    for (const client of clients) client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8))
    // Begun, and not read on.
    await Promise.all(clients.map((client) => once(client, 'readable')))
    await setTimeout(300)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * size)
    for (const client of clients) client.destroy()
    await app.close()
  })

  it('can be left out', async () => {
    const { app } = await serverUnderTest({ settings: { docs: false } })
    expect((await app.inject('/docs')).statusCode).toBe(404)
    await app.close()
  })
})
