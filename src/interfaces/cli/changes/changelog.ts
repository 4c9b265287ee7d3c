import { readFileSync } from 'node:fs'
import { packageFolder } from '#config'
import { systemErrorCode } from '#model'

/** What the section "Verdicts" of the changelog says, by the key of a check. Empty where the package has no changelog. */
export function changedVerdicts(): ReadonlyMap<string, string> {
  const [, section = ''] = readChangelog().split(/^### Verdicts$/m)
  const rows = [...section.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|/gm)]
  // The first row of a key is the newest one.
  return new Map(
    rows
      .toReversed()
      .flatMap(([, keys = '', what = '']) => [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']): [string, string] => [key, what.trim()])),
  )
}

function readChangelog(): string {
  try {
    return readFileSync(new URL('.github/CHANGELOG.md', packageFolder), 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ''
    throw error
  }
}
