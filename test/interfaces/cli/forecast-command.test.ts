import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ForecastSummary } from '#monitoring'
import { run } from './run-in-process.js'

const root = new URL('../../..', import.meta.url).pathname
const documents = join(root, 'fixtures/documents')
const common = ['--trust', join(root, 'fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z']
const lt = join(documents, 'lt.asice')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-forecast-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('allkiri forecast', () => {
  it('forecast takes another policy, whose own ends then count', async () => {
    const policy = join(folder, 'short.json')
    const algorithms = { usages: { 'time-stamp': { digests: { SHA256: { until: '2027-03-01' } } } } }
    writeFileSync(policy, JSON.stringify({ name: 'short', basis: 'POLv1', description: 'x', algorithms }))
    const { out } = await run(['forecast', '--json-lines', '--policy', policy, ...common, lt])
    expect(JSON.parse(out)).toMatchObject({
      policy: 'short',
      state: 'until',
      until: '2027-03-01T00:00:00Z',
      extension: 'archive-time-stamp',
    })
  })

  it('forecast writes a summary for the service, and refuses a folder that does not exist before it starts', async () => {
    const summary = join(folder, 'summary.json')
    await run(['forecast', '--table', '--summary', summary, ...common, lt])
    expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({
      policy: 'POLv1',
      files: 1,
      rows: [{ year: '2029', files: 1, extensible: 1 }],
    })
    const read = new ForecastSummary({ path: summary, bounds: { maxBytes: 10_000, maxRows: 3 }, onChange: () => undefined })
    expect(await read.read()).toMatchObject({ rows: (JSON.parse(readFileSync(summary, 'utf8')) as { rows: object[] }).rows })
    const refused = await run(['forecast', '--summary', join(folder, 'none/summary.json'), ...common, lt])
    expect(refused).toMatchObject({ status: 64, out: '', err: expect.stringContaining('there is no such folder') })
  })
})
