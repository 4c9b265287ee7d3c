import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { expect } from 'vitest'
import type { Settings } from '#config'
import { createServer } from '#http'
import type { ValidationReport, ValidationRequest } from '#model'
import type { ValidationOptions, ValidationOutcome, ValidationService } from '#service'
import { reportHealth } from '../../src/service/report-health.js'
import { reportReadiness } from '../../src/service/report-readiness.js'
import { decoded } from '../../src/service/supplied-document.js'
import { ofRoute } from '../support/schema-references.js'

export const now = Date.UTC(2026, 7, 20, 12)

export const report: ValidationReport = {
  policy: { name: 'POLv1', description: 'Every legal level passes.', url: 'https://example.org/policy#POLv1' },
  validationTime: '2026-08-20T12:00:00Z',
  documentName: 'leping.asice',
  signatureForm: 'ASiC_E',
  validationWarnings: [{ key: 'UNSIGNED_FILE', text: 'The file lisa.txt is not signed.' }],
  filesLeftOut: { byAll: { names: ['lisa.txt'], count: 1 }, bySome: { names: [], count: 0 } },
  signatures: [
    {
      id: 'S0',
      signatureFormat: 'XAdES_BASELINE_LT',
      signatureFamily: 'XAdES',
      signatureLevel: '',
      signedBy: 'MAASIKAS,MARI,48001010000',
      signerCountry: 'EE',
      indication: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      errors: [{ key: 'CHAIN', text: 'No trusted issuer.' }],
      warnings: [{ key: 'WEAK_DIGEST', text: 'SHA-1 is weak.' }],
      claimedSigningTime: '2026-08-01T10:00:00Z',
      bestSignatureTime: '',
      signatureScopes: [{ name: 'leping.txt', scope: 'FullSignatureScope', content: 'Full document' }],
    },
  ],
  validSignaturesCount: 0,
  signaturesCount: 1,
}

export interface ServerUnderTestOptions {
  readonly validate?: (request: ValidationRequest, options: ValidationOptions) => Promise<ValidationOutcome>
  readonly settings?: Partial<
    Pick<
      Settings,
      | 'strict'
      | 'maxBodyBytes'
      | 'maxBytesInFlight'
      | 'trustedProxies'
      | 'links'
      | 'linkMilliseconds'
      | 'logStatistics'
      | 'logPseudonymKey'
      | 'docs'
      | 'page'
    >
  >
  readonly dataFiles?: ValidationService['dataFiles']
  readonly hasRoomFor?: (client: string) => boolean
  readonly anchors?: number
  readonly step?: 'reading' | 'fetching'
  readonly usableWorkers?: boolean
  readonly metrics?: NonNullable<Parameters<typeof createServer>[0]['metrics']>
  readonly refreshes?: Readonly<Record<'complete' | 'incomplete' | 'failed', number>>
}

/** A server whose validation is a function of the test. Every answer is checked against its schema; `logged()` is everything that went to the log. */
export async function serverUnderTest(options: ServerUnderTestOptions = {}) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const received: ValidationRequest[] = []
  const anchors = options.anchors ?? 2
  const service: ValidationService = {
    validate: async (supplied, given = {}) => {
      const request = decoded(supplied)
      received.push(request)
      return (
        options.validate?.(request, given) ?? { report: { ...report, documentName: request.filename }, explanation: null, detailed: null }
      )
    },
    print: (request, order) => {
      const documentType = request.documentType ?? 'BDOC'
      received.push({ ...decoded(request), documentType })
      return Promise.resolve({
        documentType,
        report,
        bytes: Buffer.from(order.form === 'fragment' ? '<p class="summary">printed</p>' : 'printed'),
      })
    },
    dataFiles: (document, given) => options.dataFiles?.(document, given) ?? Promise.resolve([]),
    ...(options.hasRoomFor === undefined ? {} : { hasRoomFor: options.hasRoomFor }),
    takeDataFiles: (document, order) =>
      Promise.resolve({ name: order.which === 'all' ? 'files.zip' : 'leping õ"1".txt', bytes: Buffer.from(document) }),
    clock: () => now,
    health: () => reportHealth({ name: 'allkiri', version: '1.2.3', buildTime: 'N/A' }, now - 60_000, now, anchors),
    readiness: () =>
      reportReadiness(
        {
          instances: [],
          current: () => ({
            summary: {
              digest: 'ab'.repeat(32),
              sources: [{ id: 'settings:trust.json', kind: 'settings', facts: {} }],
              services: anchors,
              certificates: 0,
            },
          }),
          status: () => ({
            sources: [],
            facts: { lists: [], refusals: [], notices: [], pinned: [], checkedAt: now },
            warnings: [],
            lastTry: null,
            nextTry: null,
            lastSuccess: null,
            firstCheck: null,
            refreshes: options.refreshes ?? { complete: 0, incomplete: 0, failed: 0 },
          }),
          waitsFor: () => options.step ?? null,
        },
        now,
        { threads: 1, maxThreads: 2, running: 0, waiting: 0, usable: options.usableWorkers ?? true },
        false,
      ),
    close: () => Promise.resolve(),
  }
  const app = await createServer({
    refuseUnderPressure: false,
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    settings: { strict: false, maxBodyBytes: 100_000, maxBytesInFlight: 400_000, trustedProxies: [], ...options.settings },
    service,
    logger: pino({ level: 'debug' }, sink),
    checkAnswer: (schema, answer) => {
      const wrong = Errors(ofRoute(schema) as unknown as TSchema, answer)
      if (wrong.length > 0) throw new Error(`the answer does not fit its schema: ${JSON.stringify(wrong)}`)
    },
  })
  return { app, received, logged: () => lines.join('') }
}

export const validRequest = { document: 'UEsDBA==', filename: 'leping.asice', documentType: 'BDOC' }

/** The one shape of every refusal: exactly `requestErrors`, each item with exactly key, message and code. */
export function expectRefusal(
  answer: { statusCode: number; headers: Record<string, unknown>; body: string },
  status: number,
  keys: readonly string[],
) {
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = JSON.parse(answer.body) as { requestErrors: { key: string; message: string; code: string }[] }
  expect(Object.keys(body)).toEqual(['requestErrors'])
  expect(body.requestErrors.map((item) => item.key)).toEqual(keys)
  for (const item of body.requestErrors) {
    expect(Object.keys(item).sort()).toEqual(['code', 'key', 'message'])
    expect(item.message).toMatch(/^[A-Z].*[.?]$/s)
  }
  return body.requestErrors
}
