import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = new URL('../../src', import.meta.url).pathname
const entry = 'service/validation-worker.ts'

/** Every module of ours that a worker thread loads before the first `await` of a task; `print` is loaded after it. */
function loaded(): readonly string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, type, target = ''] of text.matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'/gm)) {
      if (type !== undefined || target.startsWith('node:')) continue
      const path = target.startsWith('#') ? `${target.slice(1)}/index.ts` : join(file, '..', target.replace(/\.js$/, '.ts'))
      if (existsSync(join(src, path))) visit(path)
    }
  }
  visit(entry)
  return [...found]
}

/**
 * A validation that is cut off stops between any two steps, and its thread goes on with the next. That is safe because everything that lasts from one to the
 * next is dropped then (`validation-worker`): so nothing else may last.
 */
describe('modules that judge documents in a thread', () => {
  const variable = /^(?:export )?(?:let|var) \w+/gm
  const collection =
    /^(?:export )?const \w+(?:: (?!Readonly|readonly)[^=]*)? = (?:new (?:Map|Set|WeakMap|WeakSet|Array)\b|\[\]|\{\})[^\n]*/gm
  const member = /^ +(?:private |protected |public )?static (?!readonly )(?:#?\w+)(?::[^=(]+)? =[^\n]*/gm

  it('keep no state at their top level between two documents', () => {
    const modules = loaded()
    expect(modules.length).toBeGreaterThan(200)
    const kept = modules
      .filter((file) => file !== entry)
      .flatMap((file) => {
        const text = readFileSync(join(src, file), 'utf8')
        return [variable, collection, member].flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`))
      })
    // The service of capsules and compiled schemas are reached through an index and used by the main thread alone.
    const inThreads = kept.filter((each) => !/^(?:service\/capsules|json-schema)\//.test(each)).map((each) => each.split(' =')[0] ?? '')
    expect(inThreads.map((each) => each.replace(/(const \w+).*/, '$1')).sort()).toEqual([
      // Replaced by an empty one together with everything else that is kept (`validation-worker`).
      'crypto/public-key.ts: let cache',
      // An entry is made whole and then put into its place in one step; whoever finds it compares all of it.
      'der/values.ts: const recentOids',
      // Becomes true by the first cut-off, and stays so.
      'service/time-slice.ts: let hasCutOff',
      // Stands for "no children" by its identity, and is replaced by the first child.
      'xml/parse-xml.ts: const noChildren',
    ])
  })

  it('find loaded what they use of the platform, which loads parts of itself at their first use', () => {
    const warmUp = readFileSync(join(src, 'service/load-platform.ts'), 'utf8')
    const used = loaded().flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/^import \{([^}]*)\} from 'node:(?:crypto|zlib|buffer)'/gm)]
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ') && name !== 'constants')
        .map((name) => ({ file, name })),
    )
    expect(new Set(used.map(({ name }) => name)).size).toBeGreaterThan(8)
    // Those of CDOC2 and of the capsules are reached through an index and not used in threads.
    const missing = used.filter(
      ({ file, name }) =>
        !/^(?:service\/(?:capsules|cdoc2)|cdoc2|capsule)\//.test(file) &&
        !new RegExp(`\\b${name}\\(|^import \\{ ${name}\\b`, 'm').test(warmUp),
    )
    expect(missing).toEqual([])
  })

  it('set lastIndex of a regular expression before each use', () => {
    const wrong = loaded().flatMap((file) => {
      const text = readFileSync(join(src, file), 'utf8')
      const shared = [...text.matchAll(/^(?:export )?const (\w+)(?:: [^=]*)? =\s+\/.+\/[a-z]*[gy][a-z]*$/gm)].map(([, name = '']) => name)
      return shared.flatMap((name) => {
        if (text.includes(`${name}.lastIndex = `)) return []
        // `replace` begins at the start of the text; a copy of the expression does as well.
        return [...text.matchAll(new RegExp(`.*\\b${name}\\b.*`, 'g'))]
          .map(([line]) => line.trim())
          .filter((line) => !line.startsWith(`const ${name}`) && !new RegExp(`(?:replace(?:All)?|new RegExp)\\(${name}\\b`).test(line))
          .map((line) => `${file}: ${line}`)
      })
    })
    expect(wrong).toEqual([])
  })
})
