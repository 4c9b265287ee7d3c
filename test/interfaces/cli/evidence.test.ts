import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { moments } from '../../support/pki.js'
import { run } from './run-in-process.js'

const root = new URL('../../..', import.meta.url).pathname
const fixture = (name: string) => resolve(root, 'fixtures/documents', name)
const common = ['--trust', join(root, 'fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z']
let folder = ''
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function evidenceOf(name: string, more: readonly string[] = []): Promise<string> {
  const path = join(folder, `verdict-${++count}.zip`)
  const { err } = await run(['report', fixture(name), '--evidence', path, ...common, ...more])
  expect(err).toBe('')
  return path
}

/** Another ZIP with changed entries; with `consistent`, the digests in verdict.json are those of the changed entries. */
async function forged(path: string, change: (name: string, text: string) => string): Promise<string> {
  const archive = await JSZip.loadAsync(readFileSync(path))
  for (const name of Object.keys(archive.files)) archive.file(name, change(name, (await archive.file(name)?.async('string')) ?? ''))
  const changed = join(folder, `forged-${++count}.zip`)
  writeFileSync(changed, await archive.generateAsync({ type: 'nodebuffer' }))
  return changed
}

describe('a verdict as evidence', () => {
  it.each([
    'lt.asice',
    'lta.asice',
    'lt-tm.bdoc',
    'data-file-changed.asice',
    'chain-unknown.asice',
    'ddoc-1.3.ddoc',
    'pdf-level-lta.pdf',
    'no-signature.asice',
  ])('a verdict on %s is repeated from its evidence alone, on a machine that trusts nothing', async (name) => {
    const path = await evidenceOf(name)
    expect(readFileSync(path).length).toBeLessThan(100_000)
    expect(await run(['verify-report', path, fixture(name)])).toMatchObject({ status: 0, out: expect.stringMatching(/^same/) })
  })

  it.each([
    ['a container of time-stamps', () => timeStampedContainer({ archive: [{}] }), '2 of 2 time-stamps pass'],
    [
      'a signed document in a container of time-stamps',
      () =>
        timeStampedContainer({
          file: { name: 'a.asice', content: readFileSync(fixture('lt.asice')) },
          timeStamp: { genTime: moments.archive },
        }),
      '1 of 1 signature passes, 1 of 1 time-stamp passes',
    ],
    [
      'a container of time-stamps of which none passes',
      () => timeStampedContainer({ timeStamp: { data: Buffer.from('x') } }),
      '0 of 1 time-stamp passes',
    ],
  ] as const)('a verdict on %s is repeated from its evidence, with every token', async (_, document, verdict) => {
    const container = join(folder, `stamped-${++count}.asics`)
    writeFileSync(container, document())
    const path = await evidenceOf(container)
    expect(readFileSync(path).length).toBeLessThan(100_000)
    const { status, out } = await run(['verify-report', path, container])
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining(`verdict  ${verdict}\n`) })
    const other = await forged(path, (name, text) => (name === 'report.json' ? text.replaceAll('"TOTAL-', '"total-') : text))
    expect(await run(['verify-report', other, container])).toMatchObject({
      status: 1,
      out: expect.stringContaining('changed: report.json'),
    })
  })

  it.each(['xroad-simple.asice', 'xroad-batch.asice', 'xroad-message-changed.asice'])(
    'a verdict on %s of X-Road is repeated from its evidence, which has the trust of the instance that mattered',
    async (name) => {
      const path = join(folder, `verdict-${++count}.zip`)
      const xroad = { ALLKIRI_XROAD: join(root, 'fixtures/trust/xroad/xroad.json') }
      const made = await run(['report', fixture(name), '--evidence', path, ...common], xroad)
      expect(made.err).toBe('')
      expect(readFileSync(path).length).toBeLessThan(100_000)
      expect(await run(['verify-report', path, fixture(name)])).toMatchObject({ status: 0, out: expect.stringMatching(/^same/) })
      const trust = JSON.parse((await (await JSZip.loadAsync(readFileSync(path))).file('trust.json')?.async('string')) ?? '') as {
        instance: { services: { name: string }[] }
      }
      expect(trust.instance.services.length).toBeGreaterThan(0)
    },
  )

  it('evidence of an X-Road document whose instance nobody knows says so again', async () => {
    const path = await evidenceOf('xroad-simple.asice')
    expect(await run(['verify-report', path, fixture('xroad-simple.asice')])).toMatchObject({ status: 0 })
  })

  it('verify-report says which verdict was repeated, and that the evidence brings its own trust', async () => {
    const own = /trust {4}that in the evidence, not that of this machine/
    for (const [name, verdict] of [
      ['lt.asice', '1 of 1 signature passes'],
      ['data-file-changed.asice', '0 of 1 signature passes'],
    ] as const) {
      const { out } = await run(['verify-report', await evidenceOf(name), fixture(name)])
      expect(out).toContain(`verdict  ${verdict}\n  policy   POLv1, at 2026-06-01T12:00:00Z`)
      expect(out).toMatch(own)
    }
    const path = await evidenceOf('lt.asice', ['--policy', join(root, 'docs/policies/archive.json')])
    expect((await run(['verify-report', path, fixture('lt.asice')])).out).toContain('by the policy file in the evidence')
  })

  it('evidence has the same octets each time', async () => {
    const [first, second] = [await evidenceOf('lta.asice'), await evidenceOf('lta.asice')]
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true)
  })

  it('evidence holds the policy file by which the verdict was made', async () => {
    const path = await evidenceOf('lt.asice', ['--policy', join(root, 'docs/policies/archive.json')])
    expect(await run(['verify-report', path, fixture('lt.asice')])).toMatchObject({ status: 0 })
    const other = await forged(path, (name, text) => (name === 'policy.json' ? text.replace('ends-proof', 'no-effect') : text))
    expect(await run(['verify-report', other, fixture('lt.asice')])).toMatchObject({
      status: 1,
      out: expect.stringContaining('changed: policy.json'),
    })
  })

  it('evidence of another document is told so', async () => {
    const path = await evidenceOf('lt.asice')
    expect(await run(['verify-report', path, fixture('lta.asice')])).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^another document/),
    })
  })

  it('evidence with a forged entry of a list is told by the part that was changed', async () => {
    const path = await evidenceOf('lt.asice')
    const other = await forged(path, (name, text) => (name === 'trust.json' ? text.replaceAll('"granted"', '"withdrawn"') : text))
    expect(await run(['verify-report', other, fixture('lt.asice')])).toMatchObject({
      status: 1,
      out: expect.stringContaining('changed: trust.json'),
    })
  })

  it.each([
    ['report.json', /report\.json/],
    ['trust.json', /trust\.json/],
    ['policy.json', /policy\.json/],
    ['verdict.json', /verdict\.json|another document|archive/],
  ])('evidence with one flipped bit in %s, packed anew, is told by that entry, wherever the bit is', async (entry, told) => {
    const path = await evidenceOf('lt.asice', ['--policy', join(root, 'docs/policies/archive.json')])
    const archive = await JSZip.loadAsync(readFileSync(path))
    const { length } = (await archive.file(entry)?.async('nodebuffer')) ?? []
    for (let part = 0; part < 8; part++) {
      const at = Math.floor(((part + 0.5) * (length ?? 0)) / 8)
      const other = await forged(path, (name, text) => {
        if (name !== entry) return text
        const octets = Buffer.from(text)
        octets[at] = (octets[at] ?? 0) ^ 1
        return octets.toString('latin1')
      })
      const { status, out, err } = await run(['verify-report', other, fixture('lt.asice')])
      expect({ at, told: status === 0 ? '' : out + err }).toMatchObject({ told: expect.stringMatching(told) })
    }
  })

  it('evidence whose forger has written the digests anew is told by what the verdict then is', async () => {
    const { createHash } = await import('node:crypto')
    const path = await evidenceOf('lt.asice')
    let trust = ''
    const withdrawn = await forged(path, (name, text) => {
      if (name === 'trust.json') trust = text.replaceAll('"granted"', '"withdrawn"')
      return name === 'trust.json' ? trust : text
    })
    const digest = createHash('sha256').update(trust).digest('hex')
    const other = await forged(withdrawn, (name, text) =>
      name === 'verdict.json' ? text.replace(/("trust\.json": ")[0-9a-f]{64}/, `$1${digest}`) : text,
    )
    const verified = await run(['verify-report', other, fixture('lt.asice')])
    expect(verified).toMatchObject({ status: 1, out: expect.stringMatching(/^differs/) })
    expect(verified.out).toContain('signatures[0].indication: "TOTAL-PASSED" in the evidence, "INDETERMINATE" repeated')
  })

  it('evidence with one flipped bit is never the same verdict, wherever the bit is', async () => {
    const path = await evidenceOf('lt.asice')
    const bytes = readFileSync(path)
    const flipped = join(folder, 'flipped.zip')
    for (let at = 5; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(flipped, changed)
      const { status, out, err } = await run(['verify-report', flipped, fixture('lt.asice')])
      expect({ at, told: status === 0 ? '' : out + err }).toMatchObject({ told: expect.stringMatching(/\.json|archive|document/) })
    }
  })

  it('evidence that is no ZIP, or is not ours, is refused with the reason', async () => {
    expect(await run(['verify-report', fixture('lt.asice'), fixture('lt.asice')])).toMatchObject({
      status: 2,
      err: expect.stringContaining('verdict.json is missing'),
    })
    expect(await run(['verify-report', join(folder, 'none.zip'), fixture('lt.asice')])).toMatchObject({ status: 2 })
  })
})
