import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openValidator } from '../../../src/library.js'
import { run } from './run-in-process.js'

const fixtures = new URL('../../../fixtures', import.meta.url).pathname
const document = join(fixtures, 'documents/lt.asice')
const common = ['--trust', join(fixtures, 'trust/standard.json'), '--at', '2026-06-01T12:00:00Z']
let folder = ''
const file = (name: string, content: object) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}
let strict = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-policy-'))
  strict = file('strict.json', {
    name: 'Range',
    basis: 'POLv1',
    description: 'Only ECDSA.',
    algorithms: { keys: { RSA: null, ECDSA: null } },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('allkiri policy', () => {
  it('check says that a file is sound, or every fault of it', async () => {
    expect(await run(['policy', 'check', strict])).toMatchObject({ status: 0, out: `${strict}: a sound policy, Range, based on POLv1\n` })
    const wrong = file('wrong.json', {
      name: 'a',
      basis: 'POLv1',
      description: 'x',
      more: 1,
      levels: { 'signing-certificate-present': 'maybe' },
    })
    const checked = await run(['policy', 'check', wrong])
    expect(checked.status).toBe(1)
    expect(checked.err.trim().split('\n')).toHaveLength(2)
    expect(await run(['policy', 'check', join(folder, 'none.json')])).toMatchObject({ status: 1, err: expect.stringContaining('ENOENT') })
  })

  it('show prints the constraints of a policy by its name or file', async () => {
    const shown = await run(['policy', 'show', 'polv3'])
    expect(shown.out).toContain('constraints.unsignedFiles = failure  [BDOC 2.1 8]')
    expect((await run(['policy', 'show', 'Range'], { ALLKIRI_POLICIES: strict })).out).toContain('Range, based on POLv1: Only ECDSA.')
    expect(JSON.parse((await run(['policy', 'show', strict, '--json'])).out)).toMatchObject({
      name: 'Range',
      policyFile: { basis: 'POLv1' },
    })
    expect(await run(['policy', 'show', 'POLv9'])).toMatchObject({
      status: 64,
      err: expect.stringContaining('POLv9: there is no such policy'),
    })
  })

  it('compare prints the constraints in which two policies differ', async () => {
    const compared = await run(['policy', 'compare', 'POLv1', 'POLv2'])
    expect(compared).toMatchObject({ status: 1, out: expect.stringContaining('levels.signature-level-qualified') })
    expect(await run(['policy', 'compare', 'POLv1', 'POLv1'])).toMatchObject({ status: 0 })
  })
})

describe('a policy of the operator', () => {
  it('a policy of the operator decides verdicts on the command line, and stands in the report', async () => {
    const validated = await run(['validate', '--json', '--policy', 'range', ...common, document], { ALLKIRI_POLICIES: strict })
    expect(validated.status).toBe(1)
    const [{ report }] = JSON.parse(validated.out) as [{ report: { policy: object; signatures: { indication: string }[] } }]
    expect(report.policy).toEqual({ policyName: 'Range', policyDescription: 'Only ECDSA.', policyUrl: '' })
    expect(report.signatures[0]?.indication).toBe('INDETERMINATE')
    expect((await run(['validate', '--policy', strict, ...common, document])).status).toBe(1)
    expect((await run(['validate', '--policy', 'POLv1', ...common, document])).status).toBe(0)
  })

  it('a policy of the operator is known to the library by its name', async () => {
    const { readFileSync } = await import('node:fs')
    const validator = await openValidator({ trust: join(fixtures, 'trust/standard.json'), policies: [strict] })
    const options = { at: new Date('2026-06-01T12:00:00Z') }
    expect((await validator.validate(readFileSync(document), { ...options, policy: 'Range' })).signatures[0]?.indication).toBe(
      'INDETERMINATE',
    )
    expect((await validator.validate(readFileSync(document), options)).signatures[0]?.indication).toBe('TOTAL-PASSED')
    await expect(validator.validate(readFileSync(document), { policy: 'Other' })).rejects.toThrow(
      'policy: give one of POLv1, POLv2, POLv3, POLv4, Range.',
    )
    await validator.close()
  })

  it('a policy file with a fault stops the start with a sentence for each', async () => {
    const twice = file('twice.json', { name: 'RANGE', basis: 'POLv1', description: 'x' })
    const refused = await run(['validate', document], { ALLKIRI_POLICIES: `${strict},${twice}` })
    expect(refused).toMatchObject({ status: 64, err: expect.stringContaining(`${strict} has the name RANGE as well`) })
  })
})
