import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { originalStack } from '#config'
import { isBuilt, needs } from '../support/needs.js'

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
  it('the stack of an error in the bundle names the place in the sources', async () => {
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

  it('the stack of an error in the bundle stays as it is without a map, and with one that is broken', async () => {
    writeFileSync(join(folder, 'plain.js'), 'export function fail(text) { throw new Error(text) }')
    writeFileSync(join(folder, 'broken.js'), 'export function fail(text) { throw new Error(text) }')
    writeFileSync(join(folder, 'broken.js.map'), '{')
    for (const name of ['plain.js', 'broken.js']) {
      const error = await failureIn(name)
      expect(originalStack(error)).toBe(error.stack)
    }
  })

  const root = new URL('../..', import.meta.url).pathname
  it(
    'the stack of an error in the bundle has a map beside each file of the built bundle, which names our sources',
    needs({ 'a build': isBuilt }),
    () => {
      const files = readdirSync(join(root, 'dist/bundle'))
      const scripts = files.filter((file) => file.endsWith('.js'))
      expect(scripts.filter((file) => !files.includes(`${file}.map`))).toEqual([])
    },
  )

  it(
    'the stack of an error in the bundle is mapped for an error that a thread of the bundle throws',
    needs({ 'a build': isBuilt }),
    async () => {
      const script = join(root, 'dist/bundle/validation-worker.js')
      const thread = new Worker(`import(${JSON.stringify(script)}).then(({ default: run }) => run(null))`, { eval: true, execArgv: [] })
      const [error] = (await once(thread, 'error')) as [Error]
      expect(error.stack).toContain('validation-worker.js:')
      expect(originalStack(error)).toMatch(/at .*\(src\/threads\/validation-worker\.ts:\d+:\d+\)/)
    },
  )
})
