import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PackageMissing } from '#std'
import { run } from './run-in-process.js'

describe('command line', () => {
  it('the command line shows help and version on the standard output, with status 0', async () => {
    const help = await run(['--help'])
    expect(help).toMatchObject({ status: 0, err: '' })
    expect(help.out).toMatch(/serve[\s\S]*validate/)
    expect((await run(['validate', '--help'])).out).toMatch(/--type[\s\S]*--policy[\s\S]*--trust[\s\S]*--at[\s\S]*--json[\s\S]*--explain/)
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    [[]],
    [['valdate', 'x']],
    [['validate']],
    [['validate', '--frobnicate', 'x']],
    [['validate', '--type', 'zip', 'x']],
    [['validate', '--policy', 'POLv5', 'x']],
    [['validate', '--at', 'yesterday', 'x']],
    [['validate', '--at', '2026-08-20', 'x']],
    [['validate', '--part', '9/8', 'x']],
    [['validate', '--skip-done', 'done', 'x']],
    [['validate', '--files-from', '-', '-']],
    [['completion', 'ksh']],
    [['serve', 'x']],
    [['validate', '--trust', '', 'x']],
    [['files', '--out', ' ', 'x']],
    [['trust', 'check', '']],
    [['report', 'x', '--json', '-']],
    [['report', 'x', '--pdf', '']],
  ])('the command line ends with 64 and a sentence when it is used wrongly: %j (decisions.md#command-line)', async (args) => {
    const { status, err, out } = await run(args)
    expect(status).toBe(64)
    expect(err).not.toBe('')
    expect(out).toBe('')
  })

  it('the command line ends with 64 and every problem when settings are wrong', async () => {
    for (const command of [['serve'], ['validate', 'x']]) {
      const { status, err } = await run(command, { ALLKIRI_PORT: 'x', ALLKIRI_TRSUT: '/x' })
      expect(status).toBe(64)
      expect(err.split('\n').filter(Boolean)).toHaveLength(2)
      expect(err).toContain('the nearest one is ALLKIRI_TRUST.')
    }
  })

  it('the command line ends with 64 when the trust that is named cannot be read', async () => {
    const { status, err } = await run(['validate', '--trust', '/nowhere/trust.json', 'x'])
    expect(status).toBe(64)
    expect(err).toContain('/nowhere/trust.json')
  })

  it('the command line names the setting that holds the path of a trust that cannot be read, unless an option does', async () => {
    const wrong = { ALLKIRI_TRUST: '/nowhere/trust.json' }
    expect((await run(['validate', 'x'], wrong)).err).toMatch(/^allkiri: ALLKIRI_TRUST: \/nowhere\/trust\.json: /)
    expect((await run(['trust', 'status'], { ALLKIRI_TRUST_LISTS: '/nowhere' })).err).toMatch(/^allkiri: ALLKIRI_TRUST_LISTS: \/nowhere: /)
    expect((await run(['validate', 'x'], { ALLKIRI_XROAD: '/nowhere.json' })).err).toMatch(/^allkiri: ALLKIRI_XROAD: \/nowhere\.json: /)
    expect((await run(['validate', '--trust', '/other', 'x'], wrong)).err).toMatch(/^allkiri: \/other: /)
  })

  it('the command line distinguishes a name that is not UTF-8 from a missing file, in a folder and as an argument', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-'))
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/leping-`), Buffer.of(0xfc), Buffer.from('.bdoc')]), 'x')
    for (const path of [folder, join(folder, 'leping-\uFFFD.bdoc')]) {
      const { status, out } = await run(['validate', '--json-lines', path])
      expect(status).toBe(2)
      expect(JSON.parse(out)).toMatchObject({ file: join(folder, 'leping-\uFFFD.bdoc'), error: { code: 'FILE_NAME_NOT_UTF8' } })
    }
    writeFileSync(join(folder, 'leping-\uFFFD.bdoc'), 'x')
    expect((await run(['validate', '--json-lines', join(folder, 'leping-\uFFFD.bdoc')])).out).not.toContain('FILE_NAME_NOT_UTF8')
    rmSync(folder, { recursive: true })
  })

  it('the command line reports errors of the system about a file, and none of them as an internal error', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-'))
    const [file, circle] = [join(folder, 'file'), join(folder, 'circle')]
    writeFileSync(file, '')
    symlinkSync(circle, circle)
    for (const [path, cause] of [
      [circle, /lead in a circle/],
      [join(file, 'x'), /is not a folder/],
      [join(folder, 'a'.repeat(300)), /name is too long/],
    ] as const) {
      for (const command of ['validate', 'files']) {
        const { status, out } = await run([command, path])
        expect(status).toBe(2)
        expect(out).toMatch(new RegExp(`: not ${command === 'files' ? 'read' : 'validated'}\n {4}cause {4}`))
        expect(out).toMatch(cause)
        expect(out).not.toMatch(/fault|\bat async|\\u000a/)
      }
    }
    rmSync(folder, { recursive: true })
  })

  it('the command line says of an empty file that it is empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-'))
    const file = join(folder, 'tühi.asice')
    writeFileSync(file, '')
    const { status, out } = await run(['validate', file])
    expect(status).toBe(2)
    expect(out).toContain('It is empty.')
    rmSync(folder, { recursive: true })
  })

  it('allkiri serve takes its settings from the environment', async () => {
    const { status, served } = await run(['serve'], { ALLKIRI_PORT: '9999' })
    expect(status).toBe(0)
    expect(served[0]?.port).toBe(9999)
  })

  it('the command line names a package that this installation was made without, and calls it no fault of a document', async () => {
    const { status, out, err } = await run(['serve'], {}, undefined, () => Promise.reject(new PackageMissing('fastify')))
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(/^allkiri: The package fastify is not installed\..*npm install fastify\n$/)
  })
})
