import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { agreement, signedContainer } from '../../support/asice.js'
import { cadesSignature } from '../../support/cades.js'
import { detachedSignature } from '../../support/loose-xades.js'
import { run } from './run-in-process.js'

const trust = fileURLToPath(new URL('../../../fixtures/trust/standard.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'allkiri-content-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, content: Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const validate = (...args: readonly string[]) => run(['validate', '--trust', trust, '--at', '2026-06-01T12:00:00Z', ...args])

describe('a signature without its content on the command line', () => {
  const content = write(agreement.name, agreement.content)

  it.each([
    ['p7s', () => cadesSignature(agreement.content, { enveloping: false })],
    ['xml', () => detachedSignature([agreement])],
  ])('a detached .%s passes with --content, and is told to lack it without', async (extension, make) => {
    const file = write(`leping.${extension}`, make())
    const without = await validate(file)
    expect(without.status).toBe(1)
    expect(without.out).toContain('SIGNED_DATA_NOT_FOUND')
    const given = await validate(file, '--content', content)
    expect(given.out).toContain('1 of 1 signature passes')
    expect(given.status).toBe(0)
    const wrong = await validate(file, '--content', write('muu.txt', Buffer.from('x')))
    expect(wrong.status).toBe(1)
  })

  it('a --content that is not there is told', async () => {
    const file = write('puudub.p7s', cadesSignature(agreement.content, { enveloping: false }))
    expect((await validate(file, '--content', join(folder, 'seda-ei-ole.txt'))).status).toBe(2)
  })
})

it('a --content beside a container is refused, because it would not be read', async () => {
  const file = write('leping.asice', signedContainer())
  const { status, err, out } = await validate(file, '--content', write(agreement.name, agreement.content))
  expect(status).toBe(2)
  expect(out + err).toMatch(/--content.*a BDOC or ASiC-E container, which contains what its signatures cover/)
})

describe('ASiC-S with a time-stamp on the command line', () => {
  it('a token is shown with its time, and the document inside with the time at which it was judged', async () => {
    const { out, status } = await validate(
      write('leping.asics', timeStampedContainer({ file: { name: 'leping.asice', content: signedContainer() } })),
    )
    expect(out).toContain('time-stamp META-INF/timestamp.tst: TOTAL-PASSED')
    expect(out).toContain('2026-03-10T10:00:05Z')
    expect(out).toContain('1 of 1 signature passes')
    expect(out).toContain('the time of the time-stamp')
    expect(status).toBe(0)
  })
})
