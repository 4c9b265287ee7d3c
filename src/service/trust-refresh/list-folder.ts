import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { limits } from '#config'
import { systemErrorCode } from '#model'
import { listFilesOf, type ReadFolder } from '#trust-lists'
import { disk } from '../regular-file.js'

export const readListFolder: ReadFolder = (folder) =>
  listFilesOf(folder, { files: disk, limits: limits.trust }).map((file) => ({
    ...file,
    fingerprint: () => fingerprintOf(join(folder, file.name)),
  }))

function fingerprintOf(path: string): string {
  try {
    return createHash('sha256').update(disk.readFile(path, limits.trust.maxFileBytes)).digest('hex')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `unreadable ${systemErrorCode(error) ?? error.message}`
  }
}
