import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const common = ['--trust', join(root, 'fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z'] as const

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-steps-'))
  for (const name of ['data-file-changed.asice', 'lt.asice', 'unsigned-file-added.asice'])
    cpSync(join(root, 'fixtures/documents', name), join(folder, name))
  writeFileSync(join(folder, 'märkmed.txt'), 'x')
  writeFileSync(join(folder, 'vigane.asice'), 'PK')
})
afterAll(() => rmSync(folder, { recursive: true }))

function allkiri(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ status: unknown; out: string; err: string }>((done) => {
    execFile(
      process.execPath,
      [join(root, 'dist/main.js'), ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (error, out, err) => done({ status: error?.code ?? 0, out, err }),
    )
  })
}

describe('the first steps on a command line (build first)', needs({ 'a build': isBuilt }), () => {
  it('allkiri validate --brief prints one line for each file, those with trouble last, and tells what was left out', async () => {
    const { status, out, err } = await allkiri(['validate', '--brief', folder, ...common])
    expect(status).toBe(2)
    const lines = out.trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, 17).trim())).toEqual(['valid', 'not valid', 'not fully signed', 'not read'])
    expect(lines[1]).toContain('data-file-changed.asice: The file leping.txt has been changed')
    expect(err).toContain('; 1 other file was left out because of the name (--every-file validates all)')
  })

  it('allkiri serve --check says what would be served and with which trust, and does not listen', async () => {
    const trust = join(root, 'fixtures/trust/standard.json')
    const checked = await allkiri(['serve', '--check'], { ALLKIRI_TRUST: trust, ALLKIRI_PORT: '18999' })
    expect(checked).toEqual({
      status: 0,
      out: 'The settings are right. They serve: validation at http://127.0.0.1:18999.\nTrust: trusted services: 4, sources that name them: 1.\n',
      err: '',
    })
    const chosenLater = { ALLKIRI_TRUST: trust, ALLKIRI_HOST: '::1', ALLKIRI_PORT: '0', ALLKIRI_METRICS_PORT: '18998' }
    expect((await allkiri(['serve', '--check'], chosenLater)).out).toContain(
      'They serve: validation at http://[::1], at a port that the system chooses, metrics at http://[::1]:18998.\n',
    )
    expect(await allkiri(['serve', '--check'], { ALLKIRI_TRUST: join(folder, 'puudub.json') })).toMatchObject({ status: 64 })
    const withoutFolder = {
      ALLKIRI_TRUST: trust,
      ALLKIRI_SERVICES: 'capsules',
      ALLKIRI_DATA: join(folder, 'puudub'),
      ALLKIRI_CAPSULES_SANDBOX: 'true',
    }
    expect(await allkiri(['serve', '--check'], withoutFolder)).toMatchObject({
      status: 64,
      err: expect.stringContaining('there is no folder') as string,
    })
  })
})
