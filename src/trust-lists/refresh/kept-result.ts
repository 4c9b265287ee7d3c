import { join } from 'node:path'
import { digestHex } from '#crypto'
import type { Instant } from '#model'
import { summaryOfIndex, type TrustContent } from '#trust'
import type { ListSource } from '../list-set/list-source.js'
import type { SourceFolder } from '../list-settings/list-folder.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { CheckedFacts, CheckedTrust } from './check-lists.js'
import { type Disk, replaceFile } from './disk.js'
import { keyOf } from './list-store.js'
import { type NamedList, readJson } from './manifest.js'

/**
 * The result of the last check of all lists, so that a restart with the same lists need not wait for it: the packed index, and beside it which inputs it
 * follows from. Its authenticity rests on the permissions of its folder, and on the check that every start makes afterwards.
 */
const indexName = 'result.bin'
const descriptionName = 'result.json'

interface Description {
  readonly key: string
  /** SHA-256 of the packed index: a damaged file is found, and one that another process has replaced meanwhile. */
  readonly digest: string
  readonly facts: CheckedFacts
}

/** Keeps the result beside the lists in the folder of the store, which exists. */
export async function keepResult(disk: Disk, folder: string, key: string, { packed, facts }: CheckedTrust): Promise<void> {
  const index = Buffer.from(packed)
  const description: Description = { key, digest: digestHex(index), facts }
  await replaceFile(disk, join(folder, indexName), index)
  await replaceFile(disk, join(folder, descriptionName), Buffer.from(JSON.stringify(description)))
}

/** The kept result when it follows from exactly these inputs and would be the same at this moment; else null. */
export async function readKeptResult(disk: Disk, folder: string, key: string, now: Instant): Promise<CheckedTrust | null> {
  const description = readDescription(await disk.read(join(folder, descriptionName)))
  if (description === null || description.key !== key || !holdsAt(description.facts, now)) return null
  const packed = await disk.readShared(join(folder, indexName))
  // The digest is computed from the bytes that will be used and compared with the description.
  if (packed === null || digestHex(Buffer.from(packed)) !== description.digest) return null
  return { summary: summaryOfIndex(Buffer.from(packed)), packed, facts: description.facts }
}

/** Only the moment of issue decides whether a list is taken; a clock that was moved back, or past it, asks for another check. */
function holdsAt({ lists, refusals }: CheckedFacts, now: Instant): boolean {
  return lists.every((list) => list.issued <= now) && refusals.every((refusal) => refusal.code !== 'LIST_ISSUED_LATER')
}

function readDescription(bytes: Uint8Array | null): Description | null {
  const value = bytes === null ? null : readJson(bytes)
  // Whatever has the right key was written by this version of the program, which the key covers.
  return typeof value === 'object' && value !== null && 'key' in value && 'facts' in value ? (value as Description) : null
}

/** To be raised when the same lists give another snapshot than before: kept results of older programs are then not used. */
const checkRevision = 3

/** What the result of a check follows from beside the files. */
export interface CheckSettings {
  readonly sources: readonly ListSource[]
  /** Trusted certificates beside the lists. */
  readonly certificates: readonly TrustContent[]
  /** Version and build of the program: results of another one are not used. */
  readonly program: string
}

/** Names of the files of folders, each with the digest of its content, or why it cannot be read. */
export function identitiesOf(folders: readonly SourceFolder[]): readonly string[] {
  return folders.flatMap(({ source, files }) =>
    files.map((file) => {
      const bytes = orListError(file.bytes)
      return `${source.name} file ${file.name} ${bytes instanceof TrustedListError ? bytes.message : digestHex(bytes)}`
    }),
  )
}

/**
 * What the result of a check follows from, in one digest: the program, the settings with every pinned certificate, and the files. At the same moment the same key
 * means the same result.
 *
 * @param ofFolders as `identitiesOf` gives them
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
