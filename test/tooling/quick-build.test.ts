import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

describe('the quick build', () => {
  const clone = mkdtempSync(join(tmpdir(), 'quick-build-'))
  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  it('builds a program that runs from nothing but the sources and the packages', async () => {
    for (const part of ['src', 'test/tooling', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(clone, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))

    await run(process.execPath, ['test/tooling/quick-build.js'], { cwd: clone })
    const { stdout } = await run(process.execPath, ['dist/main.js', '--version'], { cwd: clone })

    expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
  })
})
