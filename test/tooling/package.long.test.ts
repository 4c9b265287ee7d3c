import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { nameOfCheck } from '../../src/readers/json-schema/compile-schema.js'
import { listSettingsSchema } from '../../src/trust/lists/list-settings/read-list-settings.js'
import { manifestSchema } from '../../src/trust/lists/refresh/manifest.js'
import { settingsSchema } from '../../src/trust/settings/settings-file.js'
import { xroadSettingsSchema } from '../../src/trust/xroad/settings-schema.js'
import { isBuilt, needs } from '../support/needs.js'

const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'allkiri-package-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** npm says what it packs; a warning about its own settings may stand in front of the JSON. */
function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function pack(...args: readonly string[]): Packed {
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', ...args], root)) as Packed[]
  if (packed === undefined) throw new Error('nothing was packed')
  return packed
}

describe('the package', needs({ 'a build': isBuilt }), () => {
  it('the package holds what it needs and no test', () => {
    const paths = pack('--dry-run').files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/main.js',
        'wsdl/siva.wsdl',
        'README.md',
        'LICENSE',
        'fixtures/trust/standard.json',
        'src/cdoc2/container/header.fbs',
        'src/cdoc2/container/recipients.fbs',
      ]),
    )
    // Program and library are the bundle; no module of it is there a second time.
    expect(paths.filter((path) => /^dist\/.*\.js$/.test(path) && !/^dist\/(?:bundle\/|main\.js|library\.js)/.test(path))).toEqual([])
    expect(paths.filter((path) => /^test\/|^src\/(?!.*(?:README\.md|\.fbs)$)|\.tsbuildinfo$/.test(path))).toEqual([])
  })

  it('the package holds every file that its README links to or names', () => {
    const paths = pack('--dry-run').files.map(({ path }) => path)
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/(?:\]\((?!https?:|#)|`(?=src\/))([^)#`]+)/g)].map((match) => match[1] ?? '')
    expect(links.filter((link) => !paths.includes(link))).toEqual([])
    expect(links).not.toHaveLength(0)
  })

  it('the package has the sources of what it maps', () => {
    const maps = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js.map'))
    const without = maps.filter((file) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(root, 'dist', file), 'utf8')) as {
        readonly sources: readonly string[]
        readonly sourcesContent?: readonly unknown[]
      }
      const isOfPackage = (at: number) => sources[at]?.includes('node_modules/') === true
      return sourcesContent === undefined || sourcesContent.some((text, at) => typeof text !== 'string' && !isOfPackage(at))
    })
    expect(maps.length).toBeGreaterThan(100)
    expect(without).toEqual([])
  })

  it('the package has the checks of settings files and of the list store compiled, so that no start compiles them', () => {
    const { maxCertificates, maxFiles } = limits.trust
    const bundle = join(root, 'dist/bundle')
    const scripts = readdirSync(bundle).filter((file) => file.endsWith('.js'))
    // The bundler breaks long lines, also within a string: there with a backslash before the end of the line.
    const text = scripts.map((file) => readFileSync(join(bundle, file), 'utf8').replaceAll('\\\n', '')).join('')
    const schemas = [settingsSchema(maxCertificates), xroadSettingsSchema(maxCertificates), listSettingsSchema(maxFiles), manifestSchema]
    for (const schema of schemas) expect(text).toContain(nameOfCheck(schema, 'first'))
  })

  it('the package does not import node:http, because an import of it loads the HTTP client of the platform on Node.js 22.5 and later', () => {
    const scripts = ['main.js', ...readdirSync(join(root, 'dist/bundle')).map((file) => `bundle/${file}`)].filter((file) =>
      file.endsWith('.js'),
    )
    const texts = scripts.map((file) => readFileSync(join(root, 'dist', file), 'utf8'))
    expect(texts.some((text) => text.includes('require("node:http")'))).toBe(true)
    expect(texts.filter((text) => /from\s*"(node:)?http"/.test(text))).toEqual([])
  })

  it('the package installs in an empty folder with packages for the oldest Node.js that it names, and runs', ({ skip }) => {
    const { filename } = pack('--pack-destination', folder)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    installOrSkip(filename, folder, skip)
    expect(tooNew(folder)).toEqual([])
    expect(execFileSync(join(folder, 'node_modules/.bin/allkiri'), ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
    // The example of the guide, word for word, prints what the guide says.
    const [code, printed] = [...readFileSync(join(root, 'docs/library.md'), 'utf8').matchAll(/^```(?:js)?\n(.*?)^```$/gms)].map(
      (match) => match[1],
    )
    writeFileSync(join(folder, 'example.mjs'), code ?? '')
    expect(execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })).toBe(printed)
    // Its types are found by a program that has nothing but the package and the types of Node.js.
    writeFileSync(join(folder, 'example.mts'), typedExample)
    writeFileSync(join(folder, 'documented.mts'), code ?? '')
    expect(
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...tscOptions, 'example.mts', 'documented.mts'], {
        cwd: folder,
        encoding: 'utf8',
      }),
    ).toBe('')
  })

  it('the package without its optional packages is two packages, validates, and says which package a report as PDF, threads and the server need', ({
    skip,
    onTestFinished,
  }) => {
    const { filename } = pack('--pack-destination', folder)
    // Not below the other folder, in whose packages Node.js would look as well.
    const small = mkdtempSync(join(tmpdir(), 'allkiri-small-package-'))
    onTestFinished(() => rmSync(small, { recursive: true }))
    writeFileSync(join(small, 'package.json'), '{ "private": true }')
    installOrSkip(filename, small, skip, '--omit=optional')
    expect(readdirSync(join(small, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['allkiri', 'undici'])
    writeFileSync(join(small, 'example.mjs'), smallExample)
    const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: small, encoding: 'utf8' })
    expect(printed.trim().split('\n')).toEqual(['TOTAL-PASSED', '<!doctype html>', 'PackageMissing pdfkit', 'PackageMissing piscina'])
    const served = spawnSync(join(small, 'node_modules/.bin/allkiri'), ['serve', '--check'], { cwd: small, encoding: 'utf8' })
    expect(served.stderr).toMatch(/^allkiri: The package \S+ is not installed\./m)
    expect(served.status).not.toBe(0)
    const shipped = join(small, 'node_modules/allkiri/fixtures')
    const trusting = ['--trust', join(shipped, 'trust/standard.json')]
    for (const args of [
      ['report', join(shipped, 'documents/lt.asice'), '--pdf', 'report.pdf', ...trusting],
      ['validate', join(shipped, 'documents'), ...trusting],
      ['xroad', 'audit', small, '--policy', 'POLv1'],
    ]) {
      const ran = spawnSync(join(small, 'node_modules/.bin/allkiri'), args, { cwd: small, encoding: 'utf8' })
      expect(ran.stderr).toMatch(/^(?:allkiri: no instance [^\n]*\n)?allkiri: The package \S+ is not installed\.[^\n]*\n$/)
      expect({ status: ran.status, out: ran.stdout }).toEqual({ status: 2, out: '' })
    }
  })
})

/** The tests that need the registry of packages; everything else runs without it. */
function installOrSkip(filename: string, into: string, skip: (note: string) => never, ...options: readonly string[]): void {
  try {
    npm(['install', '--no-audit', '--no-fund', '--prefer-offline', '--engine-strict=false', ...options, join(folder, filename)], into)
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT/.test(said))
      skip('the registry of packages cannot be reached')
    throw error
  }
}

const smallExample = `
import { openValidator } from 'allkiri'
const trust = 'node_modules/allkiri/fixtures/trust/standard.json'
const document = { path: 'node_modules/allkiri/fixtures/documents/lt.asice' }
const at = new Date('2026-06-01T12:00:00Z')
const told = ({ name, message }) => console.log(name, /The package (\\S+) is not/.exec(message)?.[1])
const validator = await openValidator({ trust })
console.log((await validator.validate(document, { at })).signatures[0].indication)
console.log(Buffer.from(await validator.report(document, { at, form: 'html' })).toString().slice(0, 15))
await validator.report(document, { at, form: 'pdf' }).catch(told)
await validator.close()
await openValidator({ trust, threads: 1 }).catch(told)
`

const tscOptions = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--typeRoots', join(root, 'node_modules/@types')]

const typedExample = `
import { openValidator, type Report, validate } from 'allkiri'
const report: Report = await validate(new Uint8Array(), { trustLists: 'none', documentType: 'BDOC', policy: 'POLv2' })
export const counts: readonly number[] = [report.validSignaturesCount, report.signatures.length]
export const names: readonly string[] = report.signatures.map(({ signedBy }) => signedBy)
// @ts-expect-error There is no such setting.
await openValidator({ trusted: 'x' })
`

/** Packages that ask for a newer Node.js than 20.19. */
function tooNew(installed: string): readonly string[] {
  const lock = JSON.parse(readFileSync(join(installed, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
  }
  return Object.entries(lock.packages)
    .filter(([, { engines }]) => /^>=? ?(?:2[1-9]|[3-9]\d)/.test(engines?.node?.trim() ?? ''))
    .map(([path, { engines }]) => `${path} ${engines?.node ?? ''}`)
}
