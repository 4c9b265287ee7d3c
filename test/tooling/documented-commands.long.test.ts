import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificatePem, freshKey, keyPem, makeCapsulePki } from '../support/capsule-pki.js'
import { isBuilt, needs } from '../support/needs.js'
import { freePort, startService } from '../support/run-service.mjs'

const root = new URL('../..', import.meta.url).pathname
const run = promisify(execFile)
const read = (page: string) => readFileSync(join(root, page), 'utf8')

const pages = [
  'README.md',
  'docs/README.md',
  'docs/rest.md',
  'docs/soap.md',
  'docs/command-line.md',
  'docs/cdoc2.md',
  'docs/key-capsules.md',
  'docs/trust.md',
  'docs/settings.md',
  'docs/operate.md',
  'docs/library.md',
  'docs/migrate-from-siva.md',
  'docs/metrics.md',
]

interface Documented {
  readonly page: string
  /** `sh`: runs as it stands, in the folder of the sources. `bash`: over files of the reader's own. */
  readonly kind: 'sh' | 'bash'
  readonly command: string
}

/** Every line of every block of commands, without its comment; a line that ends in the midst of a text goes on to the end of that text. */
const commands: readonly Documented[] = pages.flatMap((page) =>
  [...read(page).matchAll(/^```(sh|bash)\n(.*?)^```$/gms)].flatMap(([, kind = '', block = '']) =>
    block
      .replace(
        /^(.*<<END)\n(.*?)\nEND$/gms,
        (_all, first: string, text: string) => `${first}\u0000${text.replaceAll('\n', '\u0000')}\u0000END`,
      )
      .split('\n')
      .map((line) => line.replace(/\s+#\s.*$/, '').trim())
      .filter((line) => line !== '')
      .map((line) => ({ page, kind: kind === 'sh' ? ('sh' as const) : ('bash' as const), command: line.replaceAll('\u0000', '\n') })),
  ),
)

/** What cannot be run here, each with the reason. */
const notRun: readonly (readonly [form: RegExp, reason: string])[] = [
  [/^npm ci( && npm (run (demo|build)|test))?$/, 'installs packages, from the network'],
  [/^npm (run build|prune --omit=dev)$/, 'replaces what these tests run'],
  [/^sudo /, 'changes the machine'],
  [/^(curl -s http:\/\/127\.0\.0\.1:8080\/monitoring|journalctl )/, 'needs the service of the machine'],
]
const ofProgram = /^(?:ALLKIRI_\w+=\S+ )*(?:node dist\/main\.js|allkiri) /
const startOfService = /^((?:ALLKIRI_\w+=\S+ )+)npm start$/

/** The block that follows a command, where the page shows what it prints. */
function shownAfter(page: string, command: string, kind: string): string {
  const rest = read(page).slice(read(page).indexOf(command))
  return new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'ms').exec(rest.slice(rest.indexOf('```') + 3))?.[1] ?? ''
}

describe('commands of the pages (build first)', needs({ 'a build': isBuilt }), () => {
  let folder: string
  const shell = async (command: string, cwd: string) => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALLKIRI_')))
    const env = {
      ...inherited,
      PATH: [join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
      ALLKIRI_DATA: join(folder, 'data'),
      ALLKIRI_TRUST_STORE: join(folder, 'trust'),
    }
    return run('bash', ['-c', command], { cwd, env }).then(
      ({ stdout }) => ({ status: 0, out: stdout }),
      (error: { readonly code?: number; readonly stdout?: string; readonly stderr?: string }) => ({
        status: error.code,
        out: error.stdout ?? '',
        said: error.stderr,
      }),
    )
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'documented-'))
    for (const name of ['data', 'backup', 'bin', 'own']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'bin/allkiri'), `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/main.js')}' "$@"\n`)
    chmodSync(join(folder, 'bin/allkiri'), 0o755)
    filesOfTheReader(join(folder, 'own'))
    // The store, which the service would have made: an import that ends at once has made it.
    expect(await shell('allkiri capsules import /dev/null', root)).toMatchObject({ status: 1 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('commands of the pages are run, each of them, or not for a reason', () => {
    const known = ({ command }: Documented) =>
      ofProgram.test(command) ||
      startOfService.test(command) ||
      /^(curl -s \S+\/(validate(\?filename=\S+)?|validateDocument) |source <\(allkiri )/.test(command)
    expect(commands.filter((each) => !known(each) && !notRun.some(([form]) => form.test(each.command)))).toEqual([])
    expect(commands.filter(known).length).toBeGreaterThan(18)
    // A reason that nothing needs any more hides the next command.
    expect(notRun.filter(([form]) => !commands.some(({ command }) => form.test(command)))).toEqual([])
  })

  it('commands of the pages as written, in their order, end with the documented status', async () => {
    for (const { page, command } of commands.filter((each) => each.kind === 'sh' && ofProgram.test(each.command))) {
      const { status } = await shell(command.replaceAll(' /backup/', ` ${folder}/backup/`), root)
      // One of the two documents of this example does not pass.
      expect([page, command, status]).toEqual([page, command, command.includes('data-file-changed') ? 1 : 0])
    }
  })

  it('commands of the pages over files of the reader, in their order, do what they say', async () => {
    for (const { page, command } of commands.filter((each) => each.kind === 'bash' && /^(source <\()?allkiri /.test(each.command))) {
      const { status, ...more } = await shell(command, join(folder, 'own'))
      // Nothing is trusted where the reader has set nothing: verdicts are not positive, and that is status 1.
      const promised = /^allkiri (validate|report|FILE)\b/.test(command) ? [0, 1] : [0]
      expect([page, command, promised.includes(status ?? -1) ? promised : status, more]).toEqual([page, command, promised, more])
    }
    for (const made of [
      'report.xml',
      'report.json',
      'report.pdf',
      'report.html',
      'FOLDER/leping.txt',
      'done.jsonl',
      'avatud/leping.pdf',
      'arhiiv.cdoc2',
    ])
      expect([made, existsSync(join(folder, 'own', made))]).toEqual([made, true])
  })

  it('commands of the pages print what the README shows', async () => {
    const { command } = commands.find(
      (each) => each.page === 'docs/command-line.md' && each.command.startsWith('node dist/main.js validate'),
    ) ?? {
      command: '',
    }
    const shown = shownAfter('docs/command-line.md', command, '')
    const beginning = shown.slice(0, shown.indexOf('…'))
    expect(beginning.length).toBeGreaterThan(200)
    expect((await shell(command, root)).out.slice(0, beginning.length)).toBe(beginning)
  })

  it('commands of the pages start the service and ask it, and get the answer of the README', async () => {
    const start = commands.find(({ command }) => startOfService.test(command))?.command ?? ''
    const port = String(await freePort())
    const settings = Object.fromEntries([...start.matchAll(/(ALLKIRI_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
    expect(Object.keys(settings)).toHaveLength(2)
    const service = await startService({ root, env: { ...settings, ALLKIRI_PORT: port } })
    try {
      const curl = commands.find(({ command }) => /^curl -s \S+\/validate -H /.test(command))?.command ?? ''
      const { out } = await shell(curl.replace(':8080/', `:${port}/`), root)
      const shown = JSON.parse(shownAfter('docs/rest.md', 'curl -s', 'json')) as unknown
      expect(JSON.parse(out)).toEqual(matching(shown))
      const soap =
        commands.find(({ command }) => /^curl -s \S+\/soap\/validationWebService\/validateDocument /.test(command))?.command ?? ''
      expect((await shell(soap.replace(':8080/', `:${port}/`), root)).out).toContain('<ValidSignaturesCount>1</ValidSignaturesCount>')
    } finally {
      await service.stop()
    }
  })

  it('examples of the page about the library print what it shows', async () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(root, join(project, 'node_modules/allkiri'))
    const [code = '', printed] = [...read('docs/library.md').matchAll(/^```(?:js)?\n(.*?)^```$/gms)].map((match) => match[1])
    writeFileSync(join(project, 'example.mjs'), code)
    expect((await run(process.execPath, ['example.mjs'], { cwd: project })).stdout).toBe(printed)
  })

  it('commands in the midst of a sentence of the pages exist, with their options', async () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const inline = pages.flatMap((page) =>
      [
        ...read(page)
          .replace(/^```.*?^```$/gms, '')
          .matchAll(/`([^`\n]+)`/g),
      ].map(([, text = '']) => text),
    )
    const missing: string[] = []
    let looked = 0
    for (const text of new Set(inline)) {
      const script = /^npm run (\w+)$/.exec(text)?.[1]
      if (script !== undefined && scripts[script] === undefined) missing.push(text)
      const file = /^node (test\/\S+)/.exec(text)?.[1]
      if (file !== undefined && !existsSync(join(root, file))) missing.push(text)
      const words = /^(?:ALLKIRI_\w+=\S+ )*(?:node dist\/main\.js|allkiri) (.+)$/.exec(text)?.[1]?.split(' ') ?? []
      const path = words.filter(
        (word, at) => /^[a-z][\w-]*$/.test(word) && words.slice(0, at).every((before) => /^[a-z][\w-]*$/.test(before)),
      )
      if (path.length > 0) {
        const help = await shell(`allkiri ${path.join(' ')} --help`, root)
        const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*/, ''))
        if (help.status !== 0 || options.some((option) => option !== '--help' && !help.out.includes(option))) missing.push(text)
      }
      if (script !== undefined || file !== undefined || path.length > 0) looked += 1
    }
    expect(missing).toEqual([])
    expect(looked).toBeGreaterThan(10)
  })
})

/** Files with the names that the examples of `bash` give to files of the reader. */
function filesOfTheReader(own: string): void {
  mkdirSync(join(own, 'archive'))
  const sample = join(root, 'fixtures/documents/lt.asice')
  for (const name of ['archive/first.asice', 'archive/second.asice', 'FILE']) cpSync(sample, join(own, name))
  writeFileSync(join(own, 'list'), 'archive/first.asice\narchive/second.asice\n')
  for (const name of ['leping.pdf', 'lisa.txt']) writeFileSync(join(own, name), `The content of ${name}.\n`)
  writeFileSync(join(own, 'done.jsonl'), '')
  const mari = makeCapsulePki().client({ name: 'MÄNNIK,MARI-LIIS,47101010033', key: freshKey('mari', 'P-384') })
  writeFileSync(join(own, 'mari.pem'), certificatePem(mari))
  writeFileSync(join(own, 'mari.key'), keyPem(mari))
  writeFileSync(join(own, 'salasona'), 'ilusad ilmad\n')
}

/** What a page shows, where … stands for any text. */
function matching(shown: unknown): unknown {
  if (shown === '…') return expect.any(String)
  if (Array.isArray(shown)) return shown.map(matching)
  if (typeof shown !== 'object' || shown === null) return shown
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, matching(value)]))
}

describe('pages', () => {
  it('pages name no setting that does not exist, and link to no file that is not there', () => {
    const known = new Set([...read('docs/settings.md').matchAll(/^\| `(ALLKIRI_\w+)` \|/gm)].map(([, name]) => name))
    for (const page of [...pages, 'docs/deploy/nginx.conf', 'docs/deploy/haproxy.cfg']) {
      const text = read(page)
      const named = [...text.matchAll(/ALLKIRI_[A-Z_]*[A-Z]/g)].map(([name]) => name)
      expect([page, named.filter((name) => !known.has(name) && ![...known].some((one) => one?.startsWith(`${name}_`)))]).toEqual([page, []])
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
      expect([page, links.filter((link) => !existsSync(join(root, page, '..', link)))]).toEqual([page, []])
    }
  })
})
