import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { run } from './run-in-process.js'

const root = new URL('../../..', import.meta.url).pathname
const lt = join(root, 'fixtures/documents/lt.asice')
const archive = join(root, 'docs/policies/archive.json')
const trust = join(root, 'fixtures/trust/standard.json')
let folder = ''
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-changes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Printed {
  readonly file: string
  readonly before: { readonly signatures: readonly { readonly verdict: string }[] } | null
  readonly now: {
    readonly error: string | null
    readonly signatures: readonly { readonly verdict: string; readonly reasons: readonly string[] }[]
  }
  readonly causes: readonly { readonly kind: string; readonly text: string }[]
}

/** Runs once, and again with `--since`; `later` replaces arguments, and `between` happens between the runs. */
async function twice(first: readonly string[], later: readonly string[], between: (old: string) => void = () => undefined) {
  const old = join(folder, `old-${++count}.jsonl`)
  writeFileSync(old, (await run(['validate', '--json-lines', ...first])).out)
  between(old)
  const { status, out, err } = await run(['validate', '--json-lines', '--since', old, ...later])
  return { status, err, changes: out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Printed])) }
}

const at = (time: string) => ['--at', time]
const common = ['--trust', trust, ...at('2026-06-01T12:00:00Z')]

/** The trust settings with the services of a role withdrawn since a day. */
function withdrawnTrust(role = 'ca'): string {
  const settings = JSON.parse(readFileSync(trust, 'utf8')) as { services: Record<string, unknown>[] }
  const own = join(folder, `trust-${++count}`)
  cpSync(join(root, 'fixtures/trust'), own, { recursive: true })
  const services = settings.services.map((service) =>
    service['role'] === role ? { ...service, periods: [{ status: 'withdrawn', from: '2016-07-01T00:00:00Z', to: null }] } : service,
  )
  writeFileSync(join(own, 'standard.json'), JSON.stringify({ ...settings, services }))
  return join(own, 'standard.json')
}

describe('allkiri validate --since', () => {
  it('a run since an earlier one prints nothing where nothing differs', async () => {
    const { status, err, changes } = await twice([...common, lt], [...common, lt])
    expect({ status, changes }).toEqual({ status: 0, changes: [] })
    expect(err).toContain('1 file, 0 with another verdict')
  })

  it('a run since an earlier one names the service that a list has withdrawn', async () => {
    const { status, err, changes } = await twice([...common, lt], ['--trust', withdrawnTrust(), ...at('2026-06-01T12:00:00Z'), lt])
    expect(status).toBe(1)
    expect(changes).toHaveLength(1)
    expect(changes[0]?.before?.signatures[0]?.verdict).toBe('TOTAL-PASSED')
    expect(changes[0]?.causes.map(({ kind }) => kind)).toContain('list-changed')
    expect(changes[0]?.causes[0]?.text).toMatch(/withdrawn since .*; it was granted since/)
    expect(err).toContain('1 list-changed')
  })

  it('a run since an earlier one sees that a time-stamp of a container no longer passes, and says why', async () => {
    const file = join(folder, 'stamped.asics')
    writeFileSync(file, timeStampedContainer())
    const own = join(folder, 'short.json')
    const algorithms = { usages: { 'time-stamp': { digests: { SHA256: { until: '2027-03-01' } } } } }
    writeFileSync(own, JSON.stringify({ name: 'short', basis: 'POLv1', description: 'x', algorithms }))
    const by = ['--policy', own, '--trust', trust]
    const { changes, err } = await twice([...by, ...at('2026-06-01T12:00:00Z'), file], [...by, ...at('2027-03-01T00:00:00Z'), file])
    expect(changes[0]).toMatchObject({
      before: { signatures: [], timeStampTokens: [{ verdict: 'TOTAL-PASSED' }] },
      now: { signatures: [], timeStampTokens: [{ verdict: expect.stringMatching(/^INDETERMINATE/) }] },
      causes: [{ kind: 'algorithm-ended' }],
    })
    expect(err).toContain('1 file, 1 with another verdict: 1 algorithm-ended')
    const withdrawn = await twice([...common, file], ['--trust', withdrawnTrust('tsa'), ...at('2026-06-01T12:00:00Z'), file])
    expect(withdrawn.changes[0]?.causes.map(({ kind }) => kind)).toContain('list-changed')
    const old = await twice([...common, file], [...common, file], (path) => {
      const line = JSON.parse(readFileSync(path, 'utf8')) as { basis: { timeStampTokens?: unknown } }
      delete line.basis.timeStampTokens
      writeFileSync(path, JSON.stringify(line))
    })
    // A version that did not write tokens says nothing about them.
    expect(old.changes).toEqual([])
  })

  it('a run since an earlier one names an algorithm that ended between the two', async () => {
    const by = ['--policy', archive, '--trust', trust]
    const { changes } = await twice([...by, ...at('2028-12-31T12:00:00Z'), lt], [...by, ...at('2029-01-01T00:00:00Z'), lt])
    expect(changes[0]?.causes[0]).toEqual({
      kind: 'algorithm-ended',
      text: expect.stringMatching(/^An algorithm ended on 2029-01-01T00:00:00Z/),
    })
  })

  it('a run since an earlier one says that the file is another, is new, or cannot be read', async () => {
    const file = join(folder, 'document.asice')
    const other = join(root, 'fixtures/documents/data-file-changed.asice')
    writeFileSync(file, readFileSync(lt))
    const changed = await twice([...common, file], [...common, file], () => writeFileSync(file, readFileSync(other)))
    expect(changed.changes[0]?.causes[0]?.kind).toBe('file-changed')
    const unread = await twice([...common, file], [...common, file], () => rmSync(file))
    expect(unread).toMatchObject({ status: 2, changes: [{ now: { error: 'FILE_MISSING' }, causes: [{ kind: 'file-not-read' }] }] })
    const fresh = await twice([...common, lt], [...common, other])
    expect(fresh.changes[0]?.causes[0]?.kind).toBe('file-new')
    expect(fresh.err).toContain('1 file of the earlier run was not validated now')
  })

  it('a run since an earlier one of another release names the rule by its key, with what the changelog says', async () => {
    const { changes } = await twice([...common, lt], [...common, lt], (old) => {
      const line = JSON.parse(readFileSync(old, 'utf8')) as {
        report: { signatures: { indication: string; errors: object[] }[] }
        basis: { validator: string }
      }
      Object.assign(line.report.signatures[0] ?? {}, {
        indication: 'INDETERMINATE',
        errors: [{ key: 'signature-algorithm-acceptable', content: '' }],
      })
      line.basis.validator = 'allkiri 0.0.9'
      writeFileSync(old, JSON.stringify(line))
    })
    expect(changes[0]?.causes).toEqual([
      { kind: 'release', text: expect.stringMatching(/signature-algorithm-acceptable: RSA, RSASSA-PSS and ECDSA with SHA3-256/) },
    ])
  })

  it('a run since an earlier one refuses lines that cannot be read, and ignores one that is cut off', async () => {
    expect(await run(['validate', '--since', join(folder, 'none.jsonl'), ...common, lt])).toMatchObject({ status: 2 })
    const { changes } = await twice([...common, lt], [...common, lt], (old) => writeFileSync(old, readFileSync(old, 'utf8').slice(0, 200)))
    expect(changes[0]?.causes[0]?.kind).toBe('file-new')
    expect((await run(['validate', '--since', 'x', '--skip-done', 'x', '--json-lines', lt])).status).toBe(64)
  })
})
