import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { v8Flags } from '../../../src/v8-flags.js'
import { isBuilt, needs } from '../../support/needs.js'

const flags = new URL('../../../dist/v8-flags.js', import.meta.url)
const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/** What a program of its own prints as JSON: flags hold for a whole process, so never for that of the tests. */
const printed = (script: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))

describe('the flags of V8', () => {
  it('the flags of V8 are known to this V8, each by its name', () => {
    // V8 names each flag that it does not know on standard error.
    const complaints = (flags: readonly string[]) =>
      spawnSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import { setFlagsFromString } from 'node:v8'
          for (const flag of ${JSON.stringify(flags)}) setFlagsFromString(flag)`,
        ],
        { encoding: 'utf8' },
      ).stderr
    expect(v8Flags).not.toEqual([])
    expect(complaints(v8Flags)).toBe('')
    expect(complaints([...v8Flags, '--no-such-flag'])).toContain('--no-such-flag')
  })
})

describe('the flags of V8 in the program (build first)', needs({ 'a build': isBuilt }), () => {
  it('the flags of V8 are set in the program, before the program is compiled', () => {
    const [first, atEnd] = printed(`
      import { cachedDataVersionTag } from 'node:v8'
      const { setV8Flags } = await import(${JSON.stringify(flags.href)})
      const before = cachedDataVersionTag()
      process.argv = [process.execPath, ${JSON.stringify(program)}, '--version']
      process.stdout.write = () => true
      await import(${JSON.stringify(program)})
      const after = cachedDataVersionTag()
      setV8Flags()
      process.stdout.write = Object.getPrototypeOf(process.stdout).write
      process.stdout.write(JSON.stringify([before !== after, after === cachedDataVersionTag()]))`) as boolean[]
    expect([first, atEnd]).toEqual([true, true])
  })
})
