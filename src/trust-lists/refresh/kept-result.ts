import { join } from 'node:path'
import type { Instant } from '#model'
import { summaryOfIndex } from '#trust'
import type { CheckedFacts, CheckedTrust } from './checked-trust.js'
import { type Disk, replaceFile } from './disk.js'
import { sha256 } from './list-store.js'

/**
 * The result of the last check of all lists, so that a restart with the same lists need not wait for it. It says for itself which inputs it follows from
 * (`key`) and is whole (`digest`); that nobody forged it rests on the rights of its folder, and on the check that every start makes afterwards.
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
  const description: Description = { key, digest: sha256(index), facts }
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
  const description = start < 0 ? null : readDescription(bytes.toString('utf8', start, end))
  if (description === null || description.key !== key) return null
  const { digest, facts } = description
  const index = bytes.subarray(0, start)
  // What the file says of the index is not believed: its digest is computed from the bytes that will be used.
  return sha256(index) === digest && holdsAt(facts, now) ? { summary: summaryOfIndex(index), packed: packed.slice(0, start), facts } : null
}

/** Only the moment of issue decides whether a list is taken; a clock that was moved back, or past it, asks for another check. */
function holdsAt({ lists, refusals }: CheckedFacts, now: Instant): boolean {
  return lists.every((list) => list.issued <= now) && refusals.every((refusal) => refusal.code !== 'LIST_ISSUED_LATER')
}

function readDescription(text: string): Description | null {
  try {
    const value: unknown = JSON.parse(text)
    // Whatever has the right key was written by this version of the program, which the key covers.
    return typeof value === 'object' && value !== null && 'key' in value && 'facts' in value ? (value as Description) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
