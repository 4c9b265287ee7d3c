import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits, readSettings } from '#config'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** `NAME: value`, `NAME=value` and the form of Kubernetes, for every setting in a file. */
function settingsIn(text: string): Readonly<Record<string, string>> {
  const forms = [
    /^\s*(ALLKIRI_\w+): (\S+)$/gm,
    /^\s*- \{ name: (ALLKIRI_\w+), value: "?([^"}]+?)"? \}$/gm,
    /(?:^ENV|\s)(?:\S+=\S+ )*?(ALLKIRI_\w+)=(\S+)/gm,
  ]
  return Object.fromEntries(forms.flatMap((form) => [...text.matchAll(form)].map(([, name = '', value = '']) => [name, value])))
}

describe('what is deployed', () => {
  it.each([
    ['Dockerfile', 2],
    ['docs/deploy/compose.yaml', 9],
    ['docs/deploy/kubernetes.yaml', 4],
  ])('the sample %s has settings that the service takes', (path, least) => {
    const settings = settingsIn(read(path))
    expect(Object.keys(settings).length).toBeGreaterThanOrEqual(least)
    expect(() => readSettings(settings)).not.toThrow()
  })

  /** Seconds that a manager waits before it kills, and the drain in the same file. */
  it.each<[string, RegExp]>([
    ['docs/deploy/allkiri.service', /^TimeoutStopSec=(\d+)s$/m],
    ['docs/deploy/compose.yaml', /^ +stop_grace_period: (\d+)s$/m],
    ['docs/deploy/kubernetes.yaml', /^ +terminationGracePeriodSeconds: (\d+)$/m],
  ])('the sample %s gives the service the time to stop that it may take, as the guide says', (path, form) => {
    const waits = Number(form.exec(read(path))?.[1])
    const drain = Number(settingsIn(read(path))['ALLKIRI_DRAIN_MS'] ?? 0) / 1000
    const needed = drain + (limits.http.closeMilliseconds + limits.http.servicesCloseMilliseconds) / 1000
    expect(waits).toBeGreaterThanOrEqual(needed + 5)
    const row = `| ${waits} s | ${drain === 0 ? 'none' : `${drain} s`} | ${needed} s |`
    expect(read('docs/operate.md')).toContain(row)
  })

  it('the image copies every file that the build needs', () => {
    const dockerfile = read('Dockerfile')
    const { scripts, files } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; files: string[] }
    const built = scripts['build']?.match(/test\/\S+\.js/g) ?? []
    expect(built).not.toEqual([])
    for (const script of built) expect(dockerfile).toContain(`COPY ${script}`)
    expect(files).toContain('wsdl')
    expect(dockerfile).toContain('COPY wsdl wsdl')
  })

  it('a sample names the version of the package, wherever it names one', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    for (const path of ['docs/deploy/compose.yaml', 'docs/deploy/compose-validation.yaml', 'docs/deploy/kubernetes.yaml'])
      expect([...read(path).matchAll(/\/allkiri:(\S+)/g)].map(([, named]) => named)).toEqual([version])
  })

  it('the image names its base by an exact tag where Dependabot reads it, and the release pins its digest', () => {
    const froms = [...read('Dockerfile').matchAll(/^FROM (.+)$/gm)].map(([, from]) => from)
    expect(froms).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim AS base$/), 'base AS build', 'base'])
    const release = read('.github/workflows/release.yml')
    expect(release).toContain("sed -nE 's/^FROM (node:[^@ ]+) AS base$/\\1/p' Dockerfile")
    expect(release).toContain('sed -i "s|^FROM $tag AS base$|FROM $tag@$digest AS base|" Dockerfile')
  })

  it.each(['image', 'release', 'codeql', 'ci'])(
    'workflow %s pins every action by its commit and gives no right that it does not need',
    (name) => {
      const workflow = read(`.github/workflows/${name}.yml`)
      const actions = [...workflow.matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action = '']) => action)
      expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
      expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
    },
  )

  it('the sample unit tells systemd not to restart after wrong settings', () => {
    expect(read('docs/deploy/allkiri.service')).toMatch(/^RestartPreventExitStatus=64$/m)
  })

  it.each([
    ['Dockerfile', /^ENTRYPOINT .*$/m],
    ['docs/deploy/allkiri.service', /^ExecStart=.*$/m],
    ['test/performance/bench.mjs', /^const execArgv = .*$/m],
  ])('the sample %s gives Node.js the options of `npm start`', (path, command) => {
    const optionsIn = (text: string) => text.match(/--[a-z-]+=\d+/g)
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: { readonly start: string } }
    expect(optionsIn(scripts.start)).not.toHaveLength(0)
    expect(optionsIn(command.exec(read(path))?.[0] ?? '')).toEqual(optionsIn(scripts.start))
  })

  it.each(['package.json', 'Dockerfile', 'docs/deploy/allkiri.service', 'test/performance/bench.mjs'])(
    'the sample %s limits the arenas of the C library, as `npm start` does',
    (path) => {
      const found = [...read(path).matchAll(/MALLOC_ARENA_MAX(?:=|: ')(\d+)/g)].map(([, arenas]) => arenas)
      expect(found).toEqual(['2'])
    },
  )
})
