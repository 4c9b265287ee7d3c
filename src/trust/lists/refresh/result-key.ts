import { digestHex } from '#readers/crypto'
import type { TrustContent } from '#trust'
import { keyOf } from '../list-set/list-file.js'
import type { ListSource } from '../list-set/list-set.js'
import type { SourceFolder } from '../list-settings/list-folder.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { NamedList } from './manifest.js'

/** Inputs of a check other than the files. */
export interface CheckSettings {
  readonly sources: readonly ListSource[]
  /** Certificates that are trusted in addition to the lists. */
  readonly certificates: readonly TrustContent[]
  /** Version and build of the program. Results of another build are not used. */
  readonly program: string
}

/** Names of the files in folders, each with the digest of its content, or the reason why it cannot be read. */
export function identitiesOf(folders: readonly SourceFolder[]): readonly string[] {
  return folders.flatMap(({ source, files }) =>
    files.map((file) => {
      const bytes = orListError(file.bytes)
      return `${source.name} file ${file.name} ${bytes instanceof TrustedListError ? bytes.message : digestHex(bytes)}`
    }),
  )
}

/**
 * A digest over all inputs of a check: the program, the settings with every pinned certificate, and the files. At the same time, the same key means the same
 * result.
 *
 * @param ofFolders result of `identitiesOf`
 */
export function keyOfResult(
  { sources, certificates, program }: CheckSettings,
  lists: readonly NamedList[],
  ofFolders: readonly string[],
): string {
  const configured = sources.map((source) => ({
    ...source,
    anchors: source.anchors.map((set) => ({ ...set, certificates: set.certificates.map(digestHex) })),
  }))
  const files = [...new Set([...lists.map((list) => `${keyOf(list)} ${list.digest}`), ...ofFolders])].sort()
  return digestHex(Buffer.from(JSON.stringify([program, configured, certificates, files])))
}
