import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { createServer } from '#interfaces/http'
import { openInProcessService } from '#threads'
import { type DetailedReport, detailedReportSchema } from '#writers/detailed'
import { everyDocument, orRefused } from '../../support/every-document.js'
import { ofRoute } from '../../support/schema-references.js'
import { validated } from '../../support/validated.js'
import { fixedTrust, loadTrust } from '../../support/validation-context.js'
import { expectRefusal } from './server-under-test.js'

const fixtures = new URL('../../../fixtures/', import.meta.url)
const sound = {
  document: readFileSync(new URL('documents/lt.asice', fixtures)).toString('base64'),
  filename: 'lt.asice',
  documentType: 'BDOC',
}

describe('types of reports of POST /validate', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const settings = readSettings({
      ALLKIRI_TRUST: fileURLToPath(new URL('trust/standard.json', fixtures)),
      ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
    })
    const service = openInProcessService({ settings, trust: fixedTrust(loadTrust(settings.trust)), now: () => 0, onFault: () => undefined })
    app = await createServer({
      settings,
      service,
      capsules: null,
      logger: pino({ level: 'silent' }),
      checkAnswer: (schema, answer) => expect(Errors(ofRoute(schema) as unknown as TSchema, answer)).toEqual([]),
    })
  })
  afterAll(() => app.close())
  const post = (members: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/validate', payload: { ...sound, ...members }, headers })

  it('POST /validate answers as always without a type of report, or with a blank one', async () => {
    const plain = (await post({})).json<object>()
    expect(plain).not.toHaveProperty('detailedReport')
    for (const reportType of ['simple', 'Simple', null, '', ' ']) expect((await post({ reportType })).json()).toEqual(plain)
  })

  it('POST /validate adds the detailed report to the same report', async () => {
    const { detailedReport, ...rest } = (await post({ reportType: 'Detailed' })).json<{ detailedReport: DetailedReport }>()
    expect(rest).toEqual((await post({})).json())
    expect(detailedReport.signatures[0]).toMatchObject({ indication: 'TOTAL-PASSED', anchored: true })
    expect(detailedReport.signatures[0]?.blocks.length).toBeGreaterThan(3)
  })

  it('POST /validate answers the report of TS 119 102-2 as XML, which no browser takes for a page', async () => {
    const answer = await post({ reportType: 'etsi' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'x-content-type-options': 'nosniff' })
    expect(answer.body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<ValidationReport xmlns="http:\/\/uri.etsi.org\/19102\/v1.4.1#"/,
    )
    expect(answer.body).toContain('<MainIndication>urn:etsi:019102:mainindication:total-passed</MainIndication>')
  })

  it('POST /validate checks Accept against the type of the requested report', async () => {
    const xml = { accept: 'application/xml' }
    expect((await post({ reportType: 'etsi' }, xml)).statusCode).toBe(200)
    expectRefusal(await post({}, xml), 406, ['accept'])
    expectRefusal(await post({ reportType: 'etsi' }, { accept: 'application/json' }), 406, ['accept'])
    expectRefusal(await post({}, { accept: 'text/html' }), 406, ['accept'])
    expectRefusal(await post({ reportType: 'etsi', document: 'UEsDBA==' }, xml), 400, ['document'])
  })

  it('POST /validate names a type of report that there is not', async () => {
    for (const reportType of ['diagnostic', 'etsi2', 1, ['etsi'], {}]) {
      const [problem] = expectRefusal(await post({ reportType }), 400, ['reportType'])
      if (typeof reportType === 'string') expect(problem?.message).toBe('The report types are simple, detailed and etsi.')
    }
    expectRefusal(await post({ filename: '', reportType: 'x' }), 400, ['filename', 'reportType'])
  })

  it('a type of report is no matter of POST /report', async () => {
    const answer = await app.inject({ method: 'POST', url: '/report', payload: { ...sound, format: 'html', reportType: 'x' } })
    expect(answer.statusCode).toBe(200)
  })
})

describe('the detailed report', () => {
  it('the detailed report conforms to the published schema for any document', async () => {
    let reports = 0
    for (const document of everyDocument()) {
      const outcome = await orRefused(() => validated(document.request(), document.context()))
      if (outcome === null) continue
      const sent: unknown = JSON.parse(JSON.stringify(outcome.detailed))
      expect(Errors(detailedReportSchema as TSchema, sent), document.id).toEqual([])
      reports += 1
    }
    expect(reports).toBeGreaterThan(200)
    expect(Errors(detailedReportSchema as TSchema, { documentType: 'BDOC' }).length).toBeGreaterThan(0)
  })
})
