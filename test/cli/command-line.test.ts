import { describe, expect, it } from 'vitest'
import { run } from './run-in-process.js'

describe('command line', () => {
  it('shows help and version on the standard output, with status 0', async () => {
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
    [['validate', '--policy', 'POLv3', 'x']],
    [['validate', '--at', 'yesterday', 'x']],
    [['validate', '--at', '2026-08-20', 'x']],
    [['serve', 'x']],
  ])('ends with 64 and a sentence when it is used wrongly: %j (ruling 67)', async (args) => {
    const { status, err, out } = await run(args)
    expect(status).toBe(64)
    expect(err).not.toBe('')
    expect(out).toBe('')
  })

  it('ends with 64 and every problem when settings are wrong', async () => {
    for (const command of [['serve'], ['validate', 'x']]) {
      const { status, err } = await run(command, { ALLKIRI_PORT: 'x', ALLKIRI_TRSUT: '/x' })
      expect(status).toBe(64)
      expect(err.split('\n').filter(Boolean)).toHaveLength(2)
      expect(err).toContain('write ALLKIRI_TRUST instead')
    }
  })

  it('ends with 64 when the trust that is named cannot be read', async () => {
    const { status, err } = await run(['validate', '--trust', '/nowhere/trust.json', 'x'])
    expect(status).toBe(64)
    expect(err).toContain('/nowhere/trust.json')
  })

  it('serve takes its settings from the environment', async () => {
    const { status, served } = await run(['serve'], { ALLKIRI_PORT: '9999' })
    expect(status).toBe(0)
    expect(served[0]?.port).toBe(9999)
  })
})
