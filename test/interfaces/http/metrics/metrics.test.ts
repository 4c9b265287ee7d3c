import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { createMetricsListener, createServer, openProcessMetrics } from '#interfaces/http'
import { MalformedDocument } from '#model'
import { Abandoned, Overload } from '#threads'
import { settingsWith } from '../../../support/settings.js'
import { report, serverUnderTest, validRequest } from '../server-under-test.js'

type App = Awaited<ReturnType<typeof serverUnderTest>>['app']

async function samplesOf(app: App): Promise<readonly string[]> {
  const answer = await app.inject({ method: 'GET', url: '/monitoring/metrics' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

const validate = (app: App, more: object = {}) => app.inject({ method: 'POST', url: '/validate', payload: { ...validRequest, ...more } })

describe('figures of requests', () => {
  it('figures of requests count by route, method and status; unknown paths are one route', async () => {
    const { app } = await serverUnderTest()
    const { length } = JSON.stringify(validRequest)
    await validate(app)
    await validate(app, { documentType: 'X' })
    for (let i = 0; i < 3; i++) await app.inject({ method: 'GET', url: `/person/4800101000${i}` })
    const samples = await samplesOf(app)
    expect(samples).toContain('allkiri_http_requests_total{method="POST",route="/validate",status="200"} 1')
    expect(samples).toContain('allkiri_http_requests_total{method="POST",route="/validate",status="400"} 1')
    expect(samples).toContain('allkiri_http_requests_total{method="GET",route="none",status="404"} 3')
    expect(samples).toContain('allkiri_refusals_total{code="DOCUMENT_TYPE_UNKNOWN"} 1')
    expect(samples).toContain(`allkiri_http_received_bytes_total{route="/validate"} ${2 * length - 3}`)
    expect(samples.join('\n')).not.toMatch(/4800101|leping/)
    await app.close()
  })

  it('figures of requests count verdicts by type, format, indication and sub-indication', async () => {
    const { app } = await serverUnderTest()
    await validate(app)
    await validate(app, { signaturePolicy: 'POLv2' })
    const samples = await samplesOf(app)
    const [signature] = report.signatures
    expect(samples).toContain(
      `allkiri_signatures_total{type="BDOC",format="XAdES_BASELINE_LT",indication="${signature?.indication}",sub_indication="${signature?.subIndication}"} 2`,
    )
    for (const policy of ['POLv1', 'POLv2'])
      expect(samples).toContain(`allkiri_validations_total{type="BDOC",form="ASiC_E",policy="${policy}",outcome="report"} 1`)
    expect(samples).toContain('allkiri_validation_duration_seconds_count{type="BDOC"} 2')
    await app.close()
  })

  it.each([
    ['refused', new MalformedDocument('ZIP_CRC', 'Damaged.')],
    ['overload', new Overload('Later.')],
    ['abandoned', new Abandoned('Gone.')],
    ['fault', new TypeError('ours')],
  ])('figures of requests tell what came of a validation without a report: %s', async (outcome, error) => {
    const { app } = await serverUnderTest({ validate: () => Promise.reject(error) })
    await validate(app)
    expect(await samplesOf(app)).toContain(`allkiri_validations_total{type="BDOC",form="",policy="POLv1",outcome="${outcome}"} 1`)
    await app.close()
  })

  it('figures of requests count what was refused before it was known what it is', async () => {
    const { app } = await serverUnderTest()
    await validate(app, { documentType: 'X' })
    await app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload: '{' })
    await app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'text/plain' }, payload: 'x' })
    await app.inject({ method: 'GET', url: '/validate' })
    await app.inject({ method: 'POST', url: '/getDataFiles', payload: {} })
    const counted = (await samplesOf(app)).filter((line) => line.startsWith('allkiri_validations_total'))
    expect(counted).toEqual(['allkiri_validations_total{type="unknown",form="",policy="unknown",outcome="refused"} 3'])
    await app.close()
  })

  it.each(['/report', '/page/validate', '/soap/validationWebService', '/soap/validationWebService/validateDocument'])(
    'figures of requests count it at every address that validates: %s',
    async (url) => {
      const { app } = await serverUnderTest()
      await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' })
      const counted = (await samplesOf(app)).filter((line) => line.startsWith('allkiri_validations_total'))
      expect(counted).toEqual(['allkiri_validations_total{type="unknown",form="",policy="unknown",outcome="refused"} 1'])
      await app.close()
    },
  )

  it.each(['/soap/dataFilesWebService', '/soap/dataFilesWebService/getDocumentDataFiles', '/page/files', '/nowhere'])(
    'figures of requests count no validation for requests without one: %s',
    async (url) => {
      const { app } = await serverUnderTest()
      await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' })
      expect((await samplesOf(app)).filter((line) => line.startsWith('allkiri_validations_total'))).toEqual([])
      await app.close()
    },
  )

  it('figures of requests have a bounded number of codes for any document', async () => {
    let next = 0
    const validateNext = () => {
      next += 1
      return Promise.reject(new MalformedDocument(`CODE_${next}`, 'Bad.'))
    }
    const { app } = await serverUnderTest({ validate: validateNext })
    for (let i = 0; i < 405; i++) await validate(app)
    const codes = (await samplesOf(app)).filter((line) => line.startsWith('allkiri_refusals_total'))
    // 400, one for all others, and the two that are always there.
    expect(codes).toHaveLength(403)
    expect(codes).toContain('allkiri_refusals_total{code="OTHER"} 5')
    await app.close()
  })

  it('figures of requests start the codes of alerts at 0, so that their first case is an increase', async () => {
    const { app } = await serverUnderTest()
    const asked = [...readFileSync(new URL('../../../../docs/deploy/alerts.yaml', import.meta.url), 'utf8').matchAll(/code="(\w+)"/g)]
    expect(asked.length).toBeGreaterThan(1)
    const samples = await samplesOf(app)
    for (const [, code] of asked) expect(samples).toContain(`allkiri_refusals_total{code="${code}"} 0`)
    await app.close()
  })

  it('figures of requests hold no code that is not of our form', async () => {
    const { app } = await serverUnderTest({ validate: () => Promise.reject(new MalformedDocument('Mari "Maasikas"', 'Bad.')) })
    await validate(app)
    expect(await samplesOf(app)).toContain('allkiri_refusals_total{code="OTHER"} 1')
    await app.close()
  })
})

describe('figures of the state', () => {
  it('figures of the state tell readiness, workers and trust', async () => {
    const { app } = await serverUnderTest({ anchors: 0 })
    const samples = await samplesOf(app)
    for (const line of ['allkiri_ready 0', 'allkiri_trust_services 0', 'allkiri_worker_threads_max 2', 'allkiri_body_bytes_in_flight 0'])
      expect(samples).toContain(line)
    expect(samples).toContainEqual(expect.stringMatching(/^allkiri_build_info\{version="1\.2\.3"\} 1$/))
    // No list was ever confirmed: there is no moment to tell.
    expect(samples.filter((line) => line.startsWith('allkiri_trust_confirmed'))).toEqual([])
    await app.close()
  })
})

describe('figures of the trusted lists', () => {
  it('figures of the trusted lists tell each list and what came of refreshes', async () => {
    const { app } = await serverUnderTest({ refreshes: { complete: 4, incomplete: 2, failed: 1 } })
    const samples = (await samplesOf(app)).filter((line) => line.startsWith('allkiri_trust_'))
    for (const line of [
      'allkiri_trust_refreshes_total{outcome="complete"} 4',
      'allkiri_trust_refreshes_total{outcome="incomplete"} 2',
      'allkiri_trust_refreshes_total{outcome="failed"} 1',
    ])
      expect(samples).toContain(line)
    await app.close()
  })
})

describe('the listener of figures', () => {
  const logger = pino({ level: 'silent' })

  it('the listener of figures has the figures of every server of the process, and nothing else', async () => {
    const metrics = await openProcessMetrics(limits.metrics)
    const listener = await createMetricsListener(metrics, logger, limits)
    const app = await createServer({
      settings: settingsWith({ metricsPort: 0 }),
      service: null,
      capsules: null,
      logger,
      metrics,
    })
    expect((await app.inject('/monitoring/metrics')).statusCode).toBe(404)
    const figures = await listener.inject('/monitoring/metrics')
    expect(figures.body).toContain('allkiri_http_requests_total{method="GET",route="none",status="404"} 1')
    expect(figures.body).toMatch(/^process_resident_memory_bytes \d+$/m)
    for (const [method, url] of [
      ['GET', '/monitoring/health'],
      ['POST', '/monitoring/metrics'],
    ] as const)
      expect((await listener.inject({ method, url })).statusCode).toBe(method === 'GET' ? 404 : 405)
    await Promise.all([app.close(), listener.close()])
  })

  it('the listener of figures refuses in JSON also what the framework or Node.js would answer in another form', async () => {
    const listener = await createMetricsListener(await openProcessMetrics(limits.metrics), logger, limits)
    await listener.listen({ host: '127.0.0.1', port: 0 })
    const { port } = listener.server.address() as AddressInfo
    for (const [text, status, key] of [
      ['GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 'path'],
      ['GET /monitoring/metrics HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host'],
      ['GET /monitoring/metrics HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400, 'host'],
    ] as const) {
      const received = await new Promise<string>((resolve) => {
        let all = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => {
          all += String(chunk)
        })
        socket.setTimeout(60_000, () => socket.destroy())
        socket.once('close', () => resolve(all))
      })
      expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ requestErrors: [{ key }] })
    }
    await listener.close()
  })
})

describe('what is written about figures', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8')
  const rows = [...read('metrics.md').matchAll(/^\| `(allkiri_\w+)` \| (\w+) \|([^|]*)\|/gm)].map(
    ([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
    }),
  )

  /** Every figure of a process, after a validation and a refusal. */
  async function figures(): Promise<string> {
    const metrics = await openProcessMetrics(limits.metrics)
    const { app } = await serverUnderTest({ metrics })
    await validate(app)
    await validate(app, { documentType: 'X' })
    const answer = await app.inject('/monitoring/metrics')
    await app.close()
    return answer.body
  }
  const declaredIn = (text: string) => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))

  it('what is written about figures is a table with each of them and no other, its type and its labels', async () => {
    const text = await figures()
    const own = declaredIn(text).filter(({ name }) => name.startsWith('allkiri_'))
    expect(rows.map(({ name, type }) => `${name} ${type}`).sort()).toEqual(own.map(({ name, type }) => `${name} ${type}`).sort())
    const wrong = rows.flatMap(({ name, labels }) =>
      [...text.matchAll(new RegExp(`^${name}(?:_bucket)?(?:\\{(.*)\\})? `, 'gm'))]
        .map(([, sample = '']) => [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label).filter((label) => label !== 'le'))
        .filter((found) => found.sort().join() !== [...labels].sort().join())
        .map((found) => `${name} has ${found.join()}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['deploy/grafana-dashboard.json', 20],
    ['deploy/alerts.yaml', 8],
  ])('what is written about figures uses only existing metrics and labels: %s', async (path, least) => {
    const known = declaredIn(await figures()).map(({ name }) => name)
    // What the collector adds.
    const ofCollector = ['instance', 'job', 'le']
    const expressions = [...read(path).matchAll(/^\s*"?expr"?: (.+?),?$/gm)].map(([, text = '']) => text.replaceAll('\\"', '"'))
    expect(expressions.length).toBeGreaterThanOrEqual(least)
    for (const expression of expressions) {
      const asked = [...expression.matchAll(/\b(?:allkiri|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|sum|count)$/, ''),
      )
      expect([expression, asked.filter((name) => !known.includes(name))]).toEqual([expression, []])
      expect(asked.length > 0 || /\bup\{/.test(expression)).toBe(true)
      const labels = [
        ...[...expression.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(/, ?/)),
        ...[...expression.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = '']) => label),
      ]
      const allowed = [...ofCollector, ...rows.filter(({ name }) => asked.includes(name)).flatMap((row) => row.labels)]
      expect([expression, labels.filter((label) => !allowed.includes(label))]).toEqual([expression, []])
    }
  })
})
