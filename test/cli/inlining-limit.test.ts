import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const limit = new URL('../../dist/inlining-limit.js', import.meta.url)
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** What a program of its own prints as JSON: flags hold for a whole process, so never for that of the tests. */
const printed = (script: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))

describe.skipIf(!existsSync(limit))('what V8 inlines (build first)', () => {
  it('has the limit that V8 knows by this name', () => {
    // The tag is a digest of the version and of all flags (documentation of node:v8): a name that this V8 does not know would not change it.
    const [before, after, again] = printed(`
      import { cachedDataVersionTag } from 'node:v8'
      const { limitInlining } = await import(${JSON.stringify(limit.href)})
      const tags = [cachedDataVersionTag()]
      for (let i = 0; i < 2; i++) {
        limitInlining()
        tags.push(cachedDataVersionTag())
      }
      console.log(JSON.stringify(tags))`) as number[]
    expect(after).not.toBe(before)
    expect(again).toBe(after)
  })

  it('has it in the program, before the program is compiled', () => {
    const [first, atEnd] = printed(`
      import { cachedDataVersionTag } from 'node:v8'
      const { limitInlining } = await import(${JSON.stringify(limit.href)})
      const before = cachedDataVersionTag()
      process.argv = [process.execPath, ${JSON.stringify(program)}, '--version']
      process.stdout.write = () => true
      await import(${JSON.stringify(program)})
      const after = cachedDataVersionTag()
      limitInlining()
      process.stdout.write = Object.getPrototypeOf(process.stdout).write
      process.stdout.write(JSON.stringify([before !== after, after === cachedDataVersionTag()]))`) as boolean[]
    expect([first, atEnd]).toEqual([true, true])
  })
})
