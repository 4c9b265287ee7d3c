import { join } from 'node:path'
import { digestHex } from '#crypto'
import type { Instant } from '#model'
import { summaryOfIndex, type TrustContent } from '#trust'
import type { SourceFolder } from '../list-settings/list-folder.js'
import type { ConfiguredSource } from '../list-settings/read-list-settings.js'
import type { CheckedFacts, CheckedTrust } from './check-lists.js'
import { type Disk, replaceFile } from './disk.js'
import { keyOf } from './list-store.js'
import { type NamedList, readJson } from './manifest.js'

/**
 * The result of the last check of all lists, so that a restart with the same lists need not wait for it. It says for itself which inputs it follows from
 * (`key`) and is whole (`digest`); its authenticity rests on the permissions of its folder, and on the check that every start makes afterwards.
 *
 * Layout: packed index, description (JSON, UTF-8), length of the description (4 octets, big endian). The index comes first so that the file can be read
 * into shared memory as it is.
 */
const resultName = 'result.bin'

interface Description {
  readonly key: string
  /** SHA-256 of the packed index, so that a damaged file is found. */
  readonly digest: string
  readonly facts: CheckedFacts
}

export async function keepResult(disk: Disk, folder: string, key: string, { packed, facts }: CheckedTrust): Promise<void> {
  const index = Buffer.from(packed)
  const description: Description = { key, digest: digestHex(index), facts }
  const encoded = Buffer.from(JSON.stringify(description))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(encoded.length)
  await disk.makeFolder(folder)
  await replaceFile(disk, join(folder, resultName), Buffer.concat([index, encoded, length]))
}

/** The kept result when it follows from exactly these inputs and would be the same at this moment; else null. */
export async function readKeptResult(disk: Disk, folder: string, key: string, now: Instant): Promise<CheckedTrust | null> {
  const packed = await disk.readShared(join(folder, resultName))
  if (packed === null || packed.byteLength < 4) return null
  const bytes = Buffer.from(packed)
  const end = bytes.length - 4
  const start = end - bytes.readUInt32BE(end)
  const description = start < 0 ? null : readDescription(bytes.subarray(start, end))
  if (description === null || description.key !== key) return null
  const { digest, facts } = description
  const index = bytes.subarray(0, start)
  // What the file says of the index is not believed: its digest is computed from the bytes that will be used.
  return digestHex(index) === digest && holdsAt(facts, now)
    ? { summary: summaryOfIndex(index), packed: packed.slice(0, start), facts }
    : null
}

/** Only the moment of issue decides whether a list is taken; a clock that was moved back, or past it, asks for another check. */
function holdsAt({ lists, refusals }: CheckedFacts, now: Instant): boolean {
  return lists.every((list) => list.issued <= now) && refusals.every((refusal) => refusal.code !== 'LIST_ISSUED_LATER')
}

function readDescription(bytes: Uint8Array): Description | null {
  const value = readJson(bytes)
  // Whatever has the right key was written by this version of the program, which the key covers.
  return typeof value === 'object' && value !== null && 'key' in value && 'facts' in value ? (value as Description) : null
}

/** To be raised when the same lists give another snapshot than before: kept results of older programs are then not used. */
const checkRevision = 3

/** Names of everything that a check looks at, each with the digest of its content: the same names give the same result at the same moment. */
export function identitiesOf(lists: readonly NamedList[], folders: readonly SourceFolder[]): readonly string[] {
  const ofFolders = folders.flatMap(({ source, files }) => files.map((file) => `${source.name} file ${file.name} ${file.fingerprint()}`))
  return [...lists.map(identityOf), ...ofFolders]
}

export const identityOf = (list: NamedList): string => `${keyOf(list)} ${list.digest}`

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
    anchors: source.anchors.map((set) => ({ ...set, certificates: set.certificates.map(digestHex) })),
  }))
  const files = [...new Set(identities)].sort()
  return digestHex(Buffer.from(JSON.stringify([checkRevision, program, configured, certificates, files])))
}
