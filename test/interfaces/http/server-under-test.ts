import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { expect } from 'vitest'
import { createServer } from '#interfaces/http'
import type { DocumentReport, ValidationRequest } from '#model'
import type { Caller, DocumentRequest, ValidationService } from '#threads'
import { type ReportOrder, type Written, writeReport } from '#writers'
import { summarise } from '#writers/statistics'
import { reportHealth } from '../../../src/threads/report-health.js'
import { reportReadiness } from '../../../src/threads/report-readiness.js'
import { undecided } from '../../support/sample-reports.js'
import { ofRoute } from '../../support/schema-references.js'
import { type GivenServerSettings, settingsWith } from '../../support/settings.js'

export const now = Date.UTC(2026, 7, 20, 12)

/** The report of a document whose signature cannot be decided, with a file that is not signed. */
export const report: DocumentReport = undecided

export interface ServerUnderTestOptions {
  readonly trustHistory?: ReturnType<ValidationService['trustHistory']>
  readonly validate?: (request: ValidationRequest, caller: Partial<Caller>) => Promise<DocumentReport>
  readonly settings?: GivenServerSettings
  readonly dataFiles?: ValidationService['dataFiles']
  readonly hasRoomFor?: (client: string) => boolean
  readonly anchors?: number
  readonly step?: 'reading' | 'fetching'
  readonly usableWorkers?: boolean
  readonly metrics?: NonNullable<Parameters<typeof createServer>[0]['metrics']>
  readonly refreshes?: Readonly<Record<'complete' | 'incomplete' | 'failed', number>>
}

const writtenOf = (answered: DocumentReport, order: ReportOrder) => writeReport(answered, order, { validator: 'allkiri', files: () => [] })

/** A few octets in the place of what takes long to lay out. */
function printedAs({ form }: ReportOrder): Uint8Array | null {
  if (form === 'page') return Buffer.from('{"verdict":"undecided","languages":{}}')
  return form === 'html' || form === 'pdf' ? Buffer.from('printed') : null
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
    ownPolicies: [],
    trustHistory: () => options.trustHistory ?? [],
    validate: async <Order extends ReportOrder>(supplied: DocumentRequest, order: Order, caller: Partial<Caller> = {}) => {
      const request = { ...supplied, documentType: supplied.documentType ?? 'BDOC' }
      received.push(request)
      const own = { ...report, document: { ...report.document, digest: report.document.digest, name: request.filename } }
      const answered = (await options.validate?.(request, caller)) ?? own
      const { documentType } = request
      return {
        documentType,
        summary: summarise(answered),
        written: (printedAs(order) ?? (await writtenOf(answered, order))) as Written<Order>,
      }
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
            history: [],
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
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    settings: settingsWith({ docs: false, maxBodyBytes: 100_000, maxBytesInFlight: 400_000, ...options.settings }),
    service,
    capsules: null,
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
