import { join } from 'node:path'
import { limits } from '#config'
import { systemErrorCode } from '#model'
import { type ListFile, listFilesOf, TrustSettingsError } from '#trust'
import { disk } from '../load-trust.js'
import { sha256 } from './list-store.js'

/** A file of a folder that stands in for the network. */
export interface FolderFile extends ListFile {
  /** Digest of its content, or a word for why it cannot be read. */
  readonly fingerprint: () => string
}

/** Throws `TrustSettingsError` when the folder cannot be read. */
export type ReadFolder = (folder: string) => readonly FolderFile[]

export const readListFolder: ReadFolder = (folder) =>
  listFilesOf(folder, { files: disk, limits: limits.trust }).map((file) => ({
    ...file,
    fingerprint: () => fingerprintOf(join(folder, file.name)),
  }))

export interface FolderContent {
  readonly files: readonly FolderFile[]
  /** Why it brings nothing; null when it does. */
  readonly problem: string | null
}

/** What a folder brings. One that is empty or gone brings nothing: what the store holds stays in use. */
export function contentOfFolder(folder: string, readFolder: ReadFolder): FolderContent {
  try {
    const files = readFolder(folder)
    return { files, problem: files.length === 0 ? `The folder ${folder} holds no trusted list (.xml or .xml.gz).` : null }
  } catch (error) {
    if (!(error instanceof TrustSettingsError)) throw error
    return { files: [], problem: error.message }
  }
}

function fingerprintOf(path: string): string {
  try {
    return sha256(disk.readFile(path, limits.trust.maxFileBytes))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `unreadable ${systemErrorCode(error) ?? error.message}`
  }
}
