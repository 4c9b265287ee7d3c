import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '#config'
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.js'
import { freePort, startService } from '../support/run-service.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = existsSync(join(root, 'dist/http/tracing/open-tracing.js'))
const trust = { ALLKIRI_TRUST: join(root, 'fixtures/trust/standard.json'), ALLKIRI_CLOCK: '2026-06-01T12:00:00Z' }
const trace = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const caller = 'bbbbbbbbbbbbbbbb'
const document = readFileSync(join(root, 'fixtures/documents/lt.asice')).toString('base64')

const body = (changes: object = {}) =>
  JSON.stringify({ document, filename: 'Mari-Maasikas-48001010101.asice', documentType: 'BDOC', signaturePolicy: 'POLv1', ...changes })
const post = (base: string, headers: Record<string, string> = {}, text = body()) =>
  fetch(`${base}/validate`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((done) => setTimeout(done, 20))
}

describe.skipIf(!built)('traces (build first)', () => {
  let receiver: OtlpReceiver
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    service = await startService({
      root,
      env: {
        ...trust,
        ALLKIRI_PORT: String(await freePort()),
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        OTEL_SERVICE_NAME: 'signatures',
      },
      timeoutMs: 90_000,
    })
  }, 120_000)
  afterAll(async () => {
    await service.stop()
    await receiver.stop()
  })
  const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId)

  it('of a validation hold the request, its wait, and the stages of the worker, under the span of the caller', async () => {
    const answer = await post(service.base, { traceparent: `00-${trace}-${caller}-01`, 'x-request-id': 'request-of-the-test' })
    expect(answer.status).toBe(200)
    await until(() => spansOf(trace).length >= 8)
    const spans = spansOf(trace)
    const [request] = spans.filter(({ name }) => name === 'POST /validate')
    expect(request).toMatchObject({
      parentSpanId: caller,
      // SERVER.
      kind: 2,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/validate',
        'http.response.status_code': '200',
        'http.request.body.size': String(body().length),
        'allkiri.request.id': 'request-of-the-test',
        'allkiri.document.type': 'BDOC',
        'allkiri.policy': 'POLv1',
        'allkiri.signatures': '1',
        'allkiri.signatures.valid': '1',
      },
    })
    const parents = Object.fromEntries(
      spans.map(({ name, parentSpanId }) => [name, spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? 'the caller']),
    )
    expect(parents).toEqual({
      'POST /validate': 'the caller',
      queue: 'POST /validate',
      worker: 'POST /validate',
      decode: 'worker',
      read: 'worker',
      collect: 'worker',
      conclude: 'worker',
      report: 'worker',
    })
    for (const { start, end } of spans) expect(end >= start).toBe(true)
    expect(receiver.resource).toMatchObject({ 'service.name': 'signatures', 'service.version': expect.any(String) })
  })

  it('of a refused document say by which code, and how far the worker came', async () => {
    const refused = 'cccccccccccccccccccccccccccccccc'
    const text = body({ document: Buffer.from('PK no container at all').toString('base64') })
    expect((await post(service.base, { traceparent: `00-${refused}-${caller}-01` }, text)).status).toBe(400)
    await until(() => spansOf(refused).some(({ kind }) => kind === 2))
    const [request] = spansOf(refused).filter(({ kind }) => kind === 2)
    expect(request).toMatchObject({ attributes: { 'http.response.status_code': '400', 'error.type': expect.stringMatching(/^[A-Z_]+$/) } })
  })

  it('are not made of what the caller does not sample, nor of probes; a malformed traceparent begins a trace', async () => {
    const unsampled = 'dddddddddddddddddddddddddddddddd'
    await post(service.base, { traceparent: `00-${unsampled}-${caller}-00` })
    await fetch(`${service.base}/monitoring/readiness`)
    const before = receiver.spans.filter(({ kind }) => kind === 2).length
    await post(service.base, { traceparent: `00-${'0'.repeat(32)}-${caller}-01` })
    await until(() => receiver.spans.filter(({ kind }) => kind === 2).length > before)
    expect(spansOf(unsampled)).toEqual([])
    expect(receiver.spans.filter(({ name }) => name.includes('monitoring'))).toEqual([])
    expect(receiver.spans.filter(({ parentSpanId, kind }) => kind === 2 && parentSpanId === '').length).toBeGreaterThan(0)
  })

  it('contain no name, no personal code and no part of a document, also for an unknown address', async () => {
    const unknown = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    await fetch(`${service.base}/people/48001010101?name=Maasikas`, { headers: { traceparent: `00-${unknown}-${caller}-01` } })
    await until(() => spansOf(unknown).length > 0)
    expect(spansOf(unknown)).toMatchObject([{ name: 'GET', attributes: { 'http.response.status_code': '404' } }])
    const all = receiver.octets().toString('latin1')
    for (const word of ['48001010101', 'Maasikas', 'asice', document.slice(0, 40)]) expect(all).not.toContain(word)
  })
})

describe.skipIf(!built)('traces without a collector (build first)', () => {
  it('disturb neither the answers nor the end of the service', async () => {
    const service = await startService({
      root,
      env: { ...trust, ALLKIRI_PORT: String(await freePort()), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
      timeoutMs: 90_000,
    })
    for (let i = 0; i < 5; i++) expect((await post(service.base)).status).toBe(200)
    await service.stop()
    expect(service.process.exitCode).toBe(0)
  }, 120_000)
})

describe('settings of traces', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('%j: %s', (environment, sends) => {
    expect(readSettings(environment).traces).toBe(sends)
  })

  it.each<[Record<string, string>, RegExp]>([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf/,
    ],
  ])('%j is one sentence', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(SettingsError)
    expect(() => readSettings(environment)).toThrow(sentence)
  })

  it('decide whether OpenTelemetry is loaded: no other module imports it', () => {
    const src = join(root, 'src')
    const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
    const importing = texts.filter(({ text }) => text.includes("from '@opentelemetry/")).map(({ file }) => file)
    expect(importing.sort()).toEqual(['http/tracing/open-tracing.ts', 'http/tracing/spans.ts'])
    const values = texts.filter(
      ({ file, text }) => !file.startsWith('http/tracing/') && /^(?!import type).*from '\.[^']*tracing\//m.test(text),
    )
    expect(values.map(({ file }) => file)).toEqual([])
  })
})
