import { TrustSettingsError } from '#trust'
import type { ListFile } from '../list-set/list-file.js'
import type { ListSource } from '../list-set/list-source.js'
import type { ConfiguredSource } from '../list-settings/read-list-settings.js'

/** A file of a folder that stands in for the network. */
interface FolderFile extends ListFile {
  /** Digest of its content, or a word for why it cannot be read. */
  readonly fingerprint: () => string
}

/** Throws `TrustSettingsError` when the folder cannot be read. */
export type ReadFolder = (folder: string) => readonly FolderFile[]

/** What the folder of a source holds; nothing where it has none. */
export interface SourceFolder {
  readonly source: ListSource
  readonly folder: string | null
  readonly files: readonly FolderFile[]
  /** Why the folder brings nothing; null when it does, and where there is none. */
  readonly problem: string | null
}

/** A folder that is empty or gone brings nothing: what the store holds stays in use. */
export function foldersOf(sources: readonly ConfiguredSource[], readFolder: ReadFolder): readonly SourceFolder[] {
  return sources.map(({ source, folder }) => {
    if (folder === null) return { source, folder, files: [], problem: null }
    try {
      const files = readFolder(folder)
      return { source, folder, files, problem: files.length === 0 ? `The folder ${folder} holds no trusted list (.xml or .xml.gz).` : null }
    } catch (error) {
      if (!(error instanceof TrustSettingsError)) throw error
      return { source, folder, files: [], problem: error.message }
    }
  })
}
