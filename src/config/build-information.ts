import { readFileSync } from 'node:fs'
import { formatInstant, systemErrorCode } from '#model'
import { memberOf } from '#std'

export interface BuildInformation {
  readonly name: string
  readonly version: string
  /** Time of the build in the format of the interface; `N/A` when the build did not record it. */
  readonly buildTime: string
}

/** The folder of the package: two levels above this module, whether that is in `src/config`, `dist/config` or the bundle (`dist/bundle`). */
export const packageFolder = new URL('../../', import.meta.url)

/** Reads name and version from package.json, and the time from `dist/build.json` (`{"buildTime": "…"}`), which the build writes. */
export function readBuildInformation(): BuildInformation {
  const metadata = readJson(new URL('package.json', packageFolder))
  const buildTime = new Date(textOf(readJson(new URL('dist/build.json', packageFolder)), 'buildTime')).getTime()
  return {
    name: textOf(metadata, 'name'),
    version: textOf(metadata, 'version'),
    buildTime: Number.isNaN(buildTime) ? 'N/A' : formatInstant(buildTime),
  }
}

/** Null when there is no such file. Throws for a file that is not JSON, because the installation is broken. */
function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

function textOf(value: unknown, member: 'name' | 'version' | 'buildTime'): string {
  const found = memberOf(value, member)
  return typeof found === 'string' ? found : 'N/A'
}
