import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { originalStack } from '#config'

const folder = mkdtempSync(join(tmpdir(), 'allkiri-stack-'))
afterAll(() => rmSync(folder, { recursive: true }))

const source = `type Text = string

export function fail(text: Text): never {
  throw new Error(text)
}
`

async function failureIn(name: string): Promise<Error> {
  const { fail } = (await import(join(folder, name))) as { readonly fail: (text: string) => never }
  try {
    return fail('first line\nsecond line')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

describe('the stack of an error in the bundle', () => {
  it('names the place in the sources', async () => {
    writeFileSync(join(folder, 'source.ts'), source)
    await build({
      absWorkingDir: folder,
      entryPoints: ['source.ts'],
      outfile: join(folder, 'bundle.mjs.js'),
      format: 'esm',
      bundle: true,
      minify: true,
      sourcemap: 'linked',
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const stack = originalStack(await failureIn('bundle.mjs.js'))
    expect(stack).toMatch(/^Error: first line\nsecond line\n {4}at .*source\.ts:4:9\)$/m)
    expect(stack).not.toContain('bundle.mjs.js')
  })

  it('stays as it is without a map, and with one that is broken', async () => {
    writeFileSync(join(folder, 'plain.js'), 'export function fail(text) { throw new Error(text) }')
    writeFileSync(join(folder, 'broken.js'), 'export function fail(text) { throw new Error(text) }')
    writeFileSync(join(folder, 'broken.js.map'), '{')
    for (const name of ['plain.js', 'broken.js']) {
      const error = await failureIn(name)
      expect(originalStack(error)).toBe(error.stack)
    }
  })

  const root = new URL('../..', import.meta.url).pathname
  it.skipIf(!existsSync(join(root, 'dist/bundle')))('has a map beside each file of the built bundle, which names our sources', () => {
    const files = readdirSync(join(root, 'dist/bundle'))
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts.filter((file) => !files.includes(`${file}.map`))).toEqual([])
    const worker = join(root, 'dist/bundle/validation-worker.js')
    const shown = execFileSync(
      process.execPath,
      [
        '--enable-source-maps',
        '--input-type=module',
        '-e',
        `
      const { default: run } = await import(${JSON.stringify(worker)})
      await run(null).catch((error) => console.log(error.stack))
    `,
      ],
      { encoding: 'utf8' },
    )
    expect(shown).toMatch(/src\/service\/(?:time-slice|validation-worker)\.ts:\d+/)
  })
})
