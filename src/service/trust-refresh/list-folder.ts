import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '#config'
import { systemErrorCode } from '#model'
import { type ListFile, listFilesOf } from '#trust'
import { disk } from '../load-trust.js'

/** A file of a folder that stands in for the network. */
export interface FolderFile extends ListFile {
  /** Digest of its content, or a word for why it cannot be read. */
  readonly fingerprint: () => string
}

export type ReadFolder = (folder: string) => readonly FolderFile[]

export const readListFolder: ReadFolder = (folder) =>
  listFilesOf(folder, { files: disk, limits: limits.trust }).map((file) => ({
    ...file,
    fingerprint: () => fingerprintOf(join(folder, file.name)),
  }))

/** Piece by piece: whole lists would be the largest part of the memory of a start, and stay until somebody collects them. */
function fingerprintOf(path: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(65_536)
  try {
    const file = openSync(path, 'r')
    try {
      for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) hash.update(piece.subarray(0, length))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === null) throw error
    return `unreadable ${code}`
  }
  return hash.digest('hex')
}
