import { join } from 'node:path'
import { translated } from '#model'
import { type TrustFileAccess, TrustFiles, type TrustLimits, TrustSettingsError } from '#trust'
import type { SourceFiles } from '../list-set/assemble-lists.js'
import type { ListFile } from '../list-set/list-file.js'
import type { ListSource } from '../list-set/list-set.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'

/** Reads the files of a folder. Throws `TrustSettingsError` when the folder cannot be read. */
export type ReadFolder = (folder: string) => readonly ListFile[]

/** The files in the folder of a source; none for a source without folder. */
export interface SourceFolder extends SourceFiles {
  /** Why the folder provides no files; null when it provides some, and for a source without folder. */
  readonly problem: string | null
}

/** The files in the folders of the sources. For a folder that is empty or missing, the lists in the store remain in use. */
export function foldersOf(sources: readonly ListSource[], readFolder: ReadFolder): readonly SourceFolder[] {
  return sources.map((source) => {
    const { folder } = source
    if (folder === null) return { source, files: [], problem: null }
    try {
      return { source, files: readFolder(folder), problem: null }
    } catch (error) {
      if (!(error instanceof TrustSettingsError)) throw error
      return { source, files: [], problem: error.message }
    }
  })
}

/** Names of files that may be lists, by extension, so that a README in a folder of lists is not reported. Throws `TrustSettingsError`, also without any. */
export function listNamesIn(folder: string, field: string | null, files: TrustFiles): readonly string[] {
  const names = files.list(folder).filter((name) => /\.(?:xml|xtsl|tsl)(?:\.gz)?$/i.test(name))
  const sentence = 'the folder holds no trusted list (.xml or .xml.gz); put the list of lists and the national lists there'
  if (names.length === 0) throw new TrustSettingsError('TRUST_FOLDER_EMPTY', folder, field, sentence)
  return names
}

/** The list files of a folder in the order of their names. Their content is not read yet. Throws `TrustSettingsError`. */
export function listFilesOf(folder: string, access: TrustFileAccess, limits: TrustLimits): readonly ListFile[] {
  const names = listNamesIn(folder, null, new TrustFiles(access, limits))
  const sentence = `the folder holds more than ${limits.maxFiles} lists; leave only those that are needed`
  if (names.length > limits.maxFiles) throw new TrustSettingsError('TRUST_TOO_MANY_FILES', folder, null, sentence)
  return names.map((name) => {
    const bytes = () => readList(join(folder, name), new TrustFiles(access, limits))
    return { name, origin: 'folder', promised: null, bytes }
  })
}

/** Reads one file. A file that cannot be read is thrown as `TrustedListError`, so that it does not affect the other files. */
function readList(path: string, files: TrustFiles): Uint8Array {
  const unreadable = ({ message }: TrustSettingsError) => new TrustedListError('LIST_UNREADABLE', message)
  return translated(TrustSettingsError, () => files.read(path), unreadable)
}
