import type { TrustContent } from '#trust'
import type { ConfiguredSource } from '../list-settings/read-list-settings.js'
import { keyOfPromise } from './download-lists.js'
import type { SourceFolder } from './list-folder.js'
import { type NamedList, sha256 } from './list-store.js'

/** To be raised when the same lists give another snapshot than before: kept results of older programs are then not used. */
const checkRevision = 3

/** Names of everything that a check looks at, each with the digest of its content: the same names give the same result at the same moment. */
export function identitiesOf(lists: readonly NamedList[], folders: readonly SourceFolder[]): readonly string[] {
  const ofFolders = folders.flatMap(({ source, files }) => files.map((file) => `${source.name} file ${file.name} ${file.fingerprint()}`))
  return [...lists.map(identityOf), ...ofFolders]
}

export function identityOf({ source, promise, digest }: NamedList): string {
  return `${source} ${keyOfPromise(promise)} ${digest}`
}

/** What the result of a check follows from, in one digest: the program (its version and build), the settings with every pinned certificate, and the files. */
export function keyOfResult(
  sources: readonly ConfiguredSource[],
  certificates: readonly TrustContent[],
  identities: readonly string[],
  program: string,
): string {
  const configured = sources.map(({ source, folder }) => ({
    ...source,
    folder,
    anchors: source.anchors.map((set) => ({ ...set, certificates: set.certificates.map(sha256) })),
  }))
  const files = [...new Set(identities)].sort()
  return sha256(Buffer.from(JSON.stringify([checkRevision, program, configured, certificates, files])))
}
