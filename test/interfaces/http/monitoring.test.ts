import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serverUnderTest } from './server-under-test.js'

async function get(url: string, options: Parameters<typeof serverUnderTest>[0] = {}) {
  const { app } = await serverUnderTest(options)
  const answer = await app.inject({ method: 'GET', url })
  await app.close()
  return answer
}

describe('/monitoring/health', () => {
  it('/monitoring/health has exactly the members of the description, at both paths (decisions.md#health)', async () => {
    for (const url of ['/monitoring/health', '/monitoring/health.json']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual({
        status: 'UP',
        health: {
          status: 'UP',
          webappName: 'allkiri',
          version: '1.2.3',
          buildTime: 'N/A',
          startTime: '2026-08-20T11:59:00Z',
          // The time of the answer, by the clock of the machine.
          currentTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
        link1: { status: 'UP', name: 'trust anchors' },
      })
    }
  })

  it('/monitoring/health is DOWN with 503 when there is no anchor at all; the service itself stays UP', async () => {
    const answer = await get('/monitoring/health', { anchors: 0 })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'DOWN', health: { status: 'UP' }, link1: { status: 'DOWN' } })
  })

  it('/monitoring/health shows the external systems that the operator names first; one that is DOWN makes the whole DOWN', async () => {
    const server = createHttpServer((request, response) => response.end(request.url === '/up' ? '{"status":"UP"}' : '{"status":"DOWN"}'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const named = (...paths: readonly string[]) => ({ settings: { links: paths.map((path) => ({ name: path, url: `${base}/${path}` })) } })
    const good = await get('/monitoring/health', named('up'))
    expect([good.statusCode, good.json()]).toMatchObject([
      200,
      { status: 'UP', link1: { status: 'UP', name: 'up' }, link2: { status: 'UP', name: 'trust anchors' } },
    ])
    const bad = await get('/monitoring/health', named('up', 'down'))
    expect([bad.statusCode, bad.json()]).toMatchObject([
      503,
      {
        status: 'DOWN',
        health: { status: 'UP' },
        link1: { status: 'UP' },
        link2: { status: 'DOWN', name: 'down' },
        link3: { name: 'trust anchors' },
      },
    ])
    // What is described does not depend on what other systems say.
    expect((await get('/openapi.json', named('down'))).statusCode).toBe(200)
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })

  it('/monitoring/health may be asked with HEAD', async () => {
    const { app } = await serverUnderTest()
    expect((await app.inject({ method: 'HEAD', url: '/monitoring/health' })).statusCode).toBe(200)
    await app.close()
  })
})

describe('/monitoring/heartbeat', () => {
  it('/monitoring/heartbeat answers while the process runs, also when it is not ready', async () => {
    const answer = await get('/monitoring/heartbeat', { anchors: 0, usableWorkers: false })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'UP' }])
  })
})

describe('/monitoring/readiness', () => {
  it('/monitoring/readiness shows the snapshot and the workers', async () => {
    const answer = await get('/monitoring/readiness')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      ready: true,
      reasons: [],
      trust: { snapshotDigest: 'ab'.repeat(32), services: 2, sources: ['settings:trust.json'] },
      workers: { maxThreads: 2 },
      fixedClock: false,
    })
  })

  it('/monitoring/readiness says no, and why, without trust', async () => {
    const answer = await get('/monitoring/readiness', { anchors: 0 })
    expect(answer.statusCode).toBe(503)
    expect(answer.json<{ reasons: string[] }>().reasons).toEqual([expect.stringContaining('ALLKIRI_TRUST')])
  })

  it.each([
    ['reading', 'on the disk are being read'],
    ['fetching', 'being fetched for the first time'],
  ] as const)('/monitoring/readiness says at which step the start is: %s', async (step, words) => {
    const answer = await get('/monitoring/readiness', { anchors: 0, step })
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { ready: false, reasons: [expect.stringContaining(words)] }])
  })

  it('/monitoring/readiness says no, and why, when threads cannot be started', async () => {
    const answer = await get('/monitoring/readiness', { usableWorkers: false })
    expect(answer.statusCode).toBe(503)
    expect(answer.json<{ reasons: string[] }>().reasons).toHaveLength(1)
  })
})

describe('/openapi.json', () => {
  it('/openapi.json describes every path with its answers', async () => {
    const answer = await get('/openapi.json')
    expect(answer.statusCode).toBe(200)
    const { paths } = answer.json<{ paths: Record<string, { post?: { responses: Record<string, unknown> } }> }>()
    expect(Object.keys(paths).sort()).toEqual([
      '/V3/getDataFiles',
      '/V3/monitoring/health',
      '/V3/validate',
      '/V3/validateHashcode',
      '/getDataFiles',
      '/monitoring/health',
      '/monitoring/health.json',
      '/monitoring/heartbeat',
      '/monitoring/metrics',
      '/monitoring/prometheus',
      '/monitoring/readiness',
      '/monitoring/trust/feed',
      '/monitoring/version',
      '/openapi.json',
      '/report',
      '/validate',
      '/validate/etsi',
    ])
    for (const path of ['/validate', '/getDataFiles', '/report'])
      expect(Object.keys(paths[path]?.post?.responses ?? {})).toEqual(['200', '400', '405', '406', '408', '413', '415', '500', '503'])
  })

  it('/openapi.json equals the committed copy (update it with `vitest -u`)', async () => {
    const answer = await get('/openapi.json')
    await expect(`${JSON.stringify(answer.json(), null, 2)}\n`).toMatchFileSnapshot('./openapi.json.snap')
    // The names that generated clients give to their types.
    expect(Object.keys(answer.json<{ components: { schemas: object } }>().components.schemas)).toEqual(
      expect.arrayContaining(['ValidationRequest', 'ValidationReport', 'SignatureReport', 'DataFilesReport', 'RequestErrors', 'Health']),
    )
    expect(answer.body).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/[A-Z])/)
    // Generators for Java would make a map of such an object, and read none of its members.
    expect(answer.body).not.toMatch(/"properties":\{"[^}]*\}\},"required":\[[^\]]*\],"additionalProperties"/)
  })
})
