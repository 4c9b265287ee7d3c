import { TrustSettingsError } from '#trust'
import type { ListFile } from '../list-set/list-file.js'

/** A file of a folder that stands in for the network. */
export interface FolderFile extends ListFile {
  /** Digest of its content, or a word for why it cannot be read. */
  readonly fingerprint: () => string
}

/** Throws `TrustSettingsError` when the folder cannot be read. */
export type ReadFolder = (folder: string) => readonly FolderFile[]

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
