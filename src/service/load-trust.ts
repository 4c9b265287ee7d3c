import { readdirSync, statSync } from 'node:fs'
import { limits } from '#config'
import type { TrustSnapshot } from '#model'
import { buildTrustSnapshot, readTrustSettings, type TrustFileAccess } from '#trust'
import { readRegularFile } from './regular-file.js'
import { openDecodedCache } from './validation-context.js'

export { TrustSettingsError } from '#trust'

/** The trust that a setting names, as a snapshot; without a setting one that holds nothing. Throws `TrustSettingsError` with what to write instead. */
export function loadTrust(path: string | null): TrustSnapshot {
  if (path === null) return buildTrustSnapshot([])
  return buildTrustSnapshot([readTrustSettings(path, { files: disk, cache: openDecodedCache(), limits: limits.trust })])
}

/** Files of the machine. */
export const disk: TrustFileAccess = {
  inspect: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    if (found.isDirectory()) return { kind: 'folder' }
    return found.isFile() ? { kind: 'file', size: found.size } : { kind: 'other' }
  },
  readFile: readRegularFile,
  readDirectory: (path) => readdirSync(path),
}
