import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForecastSummary } from '#monitoring'
import { serverUnderTest } from '../interfaces/http/server-under-test.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-summary-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const row = { year: '2029', state: 'until', reason: 'algorithm RSA with SHA256', files: 8120, extensible: 7904 }
const run = { finished: '2026-05-01T02:00:00Z', validationTime: '2026-05-01T00:00:00Z', policy: 'POLv1', files: 8120, rows: [row] }
const bounds = { maxBytes: 10_000, maxRows: 3 }

describe('the summary of the last forecast', () => {
  it('the metrics have the table of the last forecast, which the next one replaces', async () => {
    const path = join(folder, 'summary.json')
    writeFileSync(path, JSON.stringify(run))
    const { app } = await serverUnderTest({ settings: { forecastSummary: path } })
    const samples = async () =>
      (await app.inject({ url: '/monitoring/metrics' })).body.split('\n').filter((line) => line.startsWith('allkiri_forecast'))
    expect(await samples()).toEqual([
      'allkiri_forecast_readable 1',
      `allkiri_forecast_finished_timestamp_seconds ${Date.parse(run.finished) / 1000}`,
      'allkiri_forecast_files{year="2029",state="until",reason="algorithm RSA with SHA256"} 8120',
      'allkiri_forecast_files_extensible{year="2029",state="until",reason="algorithm RSA with SHA256"} 7904',
    ])
    writeFileSync(path, JSON.stringify({ ...run, rows: [{ ...row, year: '2031', files: 5, extensible: 0 }] }))
    expect(await samples()).toContain('allkiri_forecast_files{year="2031",state="until",reason="algorithm RSA with SHA256"} 5')
    expect((await samples()).join()).not.toContain('2029')
    await app.close()
  })

  it('a summary that cannot be used is told in the log, once, and in the metrics, and the service goes on', async () => {
    const path = join(folder, 'none.json')
    const { app, logged } = await serverUnderTest({ settings: { forecastSummary: path } })
    const samples = async () => (await app.inject({ url: '/monitoring/metrics' })).body
    const told = () =>
      logged()
        .split('\n')
        .filter((line) => line.includes('ALLKIRI_FORECAST_SUMMARY'))
    expect(await samples()).toContain('allkiri_forecast_readable 0')
    expect(await samples()).not.toContain('allkiri_forecast_files{')
    expect(told()).toHaveLength(1)
    expect(told()[0]).toContain('ENOENT')
    writeFileSync(path, JSON.stringify(run))
    expect(await samples()).toContain('allkiri_forecast_readable 1')
    await app.close()
  })

  it('without the setting there are no metrics of forecasts', async () => {
    const { app } = await serverUnderTest()
    const { body } = await app.inject({ url: '/monitoring/metrics' })
    expect(body.split('\n').filter((line) => line.startsWith('allkiri_forecast'))).toEqual([])
    await app.close()
  })

  it.each([
    ['no JSON', '{', /JSON/],
    ['another file', '{"a":1}', /finished is no time; it is no summary of allkiri forecast/],
    ['without rows', JSON.stringify({ ...run, rows: null }), /rows is missing/],
    ['with a row of another form', JSON.stringify({ ...run, rows: [row, { ...row, files: '8' }] }), /rows\[1\] has another form/],
    ['with too many rows', JSON.stringify({ ...run, rows: [row, row, row, row] }), /4 rows, more than 3/],
    ['too large', JSON.stringify(run).padEnd(10_001), /10001 bytes, more than the 10000/],
  ])('a summary that is %s is told with its reason', async (_, text, reason) => {
    const path = join(folder, 'bad.json')
    writeFileSync(path, text)
    const problems: (string | null)[] = []
    const summary = new ForecastSummary({ path, bounds, onChange: (problem) => problems.push(problem) })
    expect(await summary.read()).toBeNull()
    expect(problems).toEqual([expect.stringMatching(reason)])
    expect(await new ForecastSummary({ path: folder, bounds, onChange: (problem) => problems.push(problem) }).read()).toBeNull()
    expect(problems[1]).toBe('it is no file')
  })
})
