import { join } from 'node:path'
import { digestHex } from '#crypto'
import type { Instant } from '#model'
import { summaryOfIndex, type TrustContent } from '#trust'
import { keyOf } from '../list-set/list-file.js'
import type { ListSource } from '../list-set/list-set.js'
import type { SourceFolder } from '../list-settings/list-folder.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type Disk, replaceFile } from './access.js'
import { type NamedList, readJson } from './manifest.js'
import type { CheckedFacts, CheckedTrust } from './perform-refresh.js'

/**
 * The stored result of the last check of all lists, so that a restart with the same lists does not have to wait for a check: the packed index, and a
 * description of its inputs. It is protected only by the permissions of its folder, and by the check that follows every start.
 */
const indexName = 'result.bin'
const descriptionName = 'result.json'

interface Description {
  readonly key: string
  /** SHA-256 of the packed index, to detect a damaged file, or one that another process has replaced in the meantime. */
  readonly digest: string
  readonly facts: CheckedFacts
}

/** Stores the result in the folder of the store, which must exist. */
export async function storeResult(disk: Disk, folder: string, key: string, { packed, facts }: CheckedTrust): Promise<void> {
  const index = Buffer.from(packed)
  const description: Description = { key, digest: digestHex(index), facts }
  await replaceFile(disk, join(folder, indexName), index)
  await replaceFile(disk, join(folder, descriptionName), Buffer.from(JSON.stringify(description)))
}

/** The stored result, when it was computed from exactly these inputs and is still valid at this time; otherwise null. */
export async function readStoredResult(disk: Disk, folder: string, key: string, now: Instant): Promise<CheckedTrust | null> {
  // A description with the right key was written by this version of the program, because the key includes the version.
  const description = readJson(await disk.read(join(folder, descriptionName))) as Description | null
  if (description?.key !== key || !isStillValid(description.facts, now)) return null
  const packed = await disk.readShared(join(folder, indexName))
  // The digest is computed from the bytes that will be used and compared with the description.
  if (packed === null || digestHex(Buffer.from(packed)) !== description.digest) return null
  return { summary: summaryOfIndex(Buffer.from(packed)), packed, facts: description.facts }
}

/**
 * Whether a check would give the same result at this time. Acceptance depends on the time only by the issue dates of the lists, so a new check is needed when
 * the clock was moved back before one of them, or when a list was refused as issued in the future.
 */
function isStillValid({ lists, refusals }: CheckedFacts, now: Instant): boolean {
  return lists.every((list) => list.issued <= now) && refusals.every((refusal) => refusal.code !== 'LIST_ISSUED_LATER')
}

/** Increase when the same lists give another snapshot than before, so that stored results of older programs are not used. */
const checkRevision = 3

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
  return digestHex(Buffer.from(JSON.stringify([checkRevision, program, configured, certificates, files])))
}
