import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBuilt as run } from './run-built.js'

const root = new URL('../../..', import.meta.url).pathname
const documents = join(root, 'fixtures/documents')
const common = ['--trust', join(root, 'fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z']
const [lt, lta, mark, changed, cut] = ['lt.asice', 'lta.asice', 'lt-tm.bdoc', 'data-file-changed.asice', 'cut-in-half.asice'].map((name) =>
  join(documents, name),
) as [string, string, string, string, string]
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-forecast-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('allkiri forecast', () => {
  it('forecast prints until when each file is provable, and counts files by year and reason', () => {
    const { status, out } = run(['forecast', ...common, lt, lta, mark, changed])
    expect(status).toBe(0)
    expect(out).toContain(`2029-01-01T00:00:00Z  ${lt}  (algorithm RSA with SHA256; an archive-time-stamp extends it)`)
    expect(out).toContain(`2029-01-01T00:00:00Z  ${mark}  (algorithm RSA with SHA256)`)
    expect(out).toContain(`not-passing           ${changed}`)
    expect(out).toMatch(/^year +state +reason +files +extensible$/m)
    expect(out).toMatch(/^2029 +until +algorithm RSA with SHA256 +3 +2$/m)
    expect(out).toMatch(/^– +does not pass +– +1 +0$/m)
  })

  it('forecast goes on after an interruption, and counts what was done before', () => {
    const done = join(folder, 'done.jsonl')
    const first = run(['forecast', '--json-lines', ...common, lt, cut])
    expect(first.status).toBe(2)
    writeFileSync(done, first.out)
    const second = run(['forecast', '--json-lines', '--skip-done', done, ...common, lt, cut, mark])
    expect(
      second.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { file: string }).file),
    ).toEqual([mark])
    expect(second.err).toMatch(/^2029 +until +algorithm RSA with SHA256 +2 +1$/m)
    expect(second.err).toMatch(/^– +unreadable +not read +1 +0$/m)
    expect(second.err).toContain('3 files, 2 of them earlier')
  })
})
