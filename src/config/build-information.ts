import { readFileSync } from 'node:fs'
import { formatInstant, systemErrorCode } from '#model'

export interface BuildInformation {
  readonly name: string
  readonly version: string
  /** Moment of the build as the interface writes it, `N/A` when the build did not record one. */
  readonly buildTime: string
}

/** The folder of the package: two folders above this file, in the sources, in the modules of the build and in its bundle (`dist/bundle`). */
export const packageFolder = new URL('../../', import.meta.url)

/** Name and version from the package, the moment from `dist/build.json` (`{"buildTime": "…"}`), which the build writes. */
export function readBuildInformation(): BuildInformation {
  const metadata = readJson(new URL('package.json', packageFolder))
  const buildTime = new Date(textOf(readJson(new URL('dist/build.json', packageFolder)), 'buildTime')).getTime()
  return {
    name: textOf(metadata, 'name'),
    version: textOf(metadata, 'version'),
    buildTime: Number.isNaN(buildTime) ? 'N/A' : formatInstant(buildTime),
  }
}

/** Null when there is no such file; a file that is not JSON is a broken installation and throws. */
function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

function textOf(value: unknown, member: 'name' | 'version' | 'buildTime'): string {
  const found: unknown = typeof value === 'object' && value !== null && member in value ? Reflect.get(value, member) : undefined
  return typeof found === 'string' ? found : 'N/A'
}
