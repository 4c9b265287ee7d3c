import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)

interface Documented {
  readonly page: string
  readonly command: string
  /** Settings that stand before the command. */
  readonly settings: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** Every command of this program that a page shows in a block of `sh`. Patterns over files of the reader's own stand in blocks of `bash`. */
function commandsOf(page: string): readonly Documented[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => {
      const match = /^((?:ALLKIRI_\w+=\S+ )*)(?:node dist\/main\.js|allkiri) (.+?)(?:\s+#.*)?$/.exec(line)
      if (match === null) return []
      const settings = Object.fromEntries([...(match[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
      return [{ page, command: line, settings, args: (match[2] ?? '').split(/\s+/) }]
    })
}

const pages = ['README.md', 'docs/operate.md', 'docs/library.md', 'docs/migrate-from-siva.md', 'docs/metrics.md']
const commands = pages.flatMap(commandsOf)

describe.skipIf(!existsSync(join(root, 'dist/main.js')))('commands of the pages (build first)', () => {
  let folder: string
  const main = join(root, 'dist/main.js')
  const execute = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
    const env = { ...inherited, ALLKIRI_DATA: join(folder, 'data'), ALLKIRI_TRUST_STORE: join(folder, 'trust'), ...settings }
    return run(process.execPath, [main, ...args], { cwd: root, env })
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'documented-'))
    for (const name of ['data', 'backup']) mkdirSync(join(folder, name))
    // The store, which the service would have made: an import that ends at once has made it.
    await expect(execute(['capsules', 'import', '/dev/null'])).rejects.toMatchObject({ code: 1 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are there', () => {
    expect(commands.length).toBeGreaterThan(4)
  })

  it('run in their order, each with the status that its text promises', async () => {
    for (const { page, command, settings, args } of commands) {
      const here = args.map((arg) => arg.replace(/^\/backup\//, `${folder}/backup/`))
      const status = await execute(here, settings).then(
        () => 0,
        (error: { readonly code?: number }) => error.code,
      )
      // One of the two documents of this example does not pass.
      const promised = here.some((arg) => arg.includes('data-file-changed')) ? 1 : 0
      expect([page, command, status]).toEqual([page, command, promised])
    }
  }, 240_000)
})

describe('pages', () => {
  it('name no setting that does not exist, and link to no file that is not there', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const known = new Set([...readme.matchAll(/^\| `(ALLKIRI_\w+)` \|/gm)].map(([, name]) => name))
    for (const page of [...pages, 'docs/deploy/nginx.conf', 'docs/deploy/haproxy.cfg']) {
      const text = readFileSync(join(root, page), 'utf8')
      const named = [...text.matchAll(/ALLKIRI_[A-Z_]*[A-Z]/g)].map(([name]) => name)
      expect([page, named.filter((name) => !known.has(name) && ![...known].some((one) => one?.startsWith(`${name}_`)))]).toEqual([page, []])
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
      expect([page, links.filter((link) => !existsSync(join(root, page, '..', link)))]).toEqual([page, []])
    }
  })
})
