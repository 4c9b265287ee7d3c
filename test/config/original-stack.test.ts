import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
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
  })

  it.skipIf(!existsSync(join(root, 'dist/bundle')))('is mapped for an error that a thread of the bundle throws', async () => {
    const script = join(root, 'dist/bundle/validation-worker.js')
    const thread = new Worker(`import(${JSON.stringify(script)}).then(({ default: run }) => run(null))`, { eval: true, execArgv: [] })
    const [error] = (await once(thread, 'error')) as [Error]
    expect(error.stack).toContain('validation-worker.js:')
    expect(originalStack(error)).toMatch(/at .*\(src\/service\/(?:time-slice|validation-worker)\.ts:\d+:\d+\)/)
  })

  it.skipIf(!existsSync(join(root, 'dist/bundle')))(
    'is mapped, causes included, where nobody catches the fault, and no long line stands above it',
    () => {
      const fault = `process.stdout.write = () => { throw new Error('first', { cause: new Error('second') }) }`
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(fault)}`, join(root, 'dist/main.js'), '--version'],
        { encoding: 'utf8' },
      )
      expect(status).not.toBe(0)
      expect(stderr).toContain('Error: first')
      expect(stderr).toMatch(/at .*\(src\/cli\/[a-z-]+\.ts:\d+:\d+\)/)
      expect(stderr).not.toMatch(/dist\/(?:bundle|main)\S*:\d+:\d+\)/)
      expect(Math.max(...stderr.split('\n').map(({ length }) => length))).toBeLessThan(500)
    },
  )
})
