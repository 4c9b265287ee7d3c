import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { formatInstant, type Instant } from '#model'
import { digestHex } from '#readers/crypto'
import { memberOf } from '#std'
import { summaryOfIndex } from '#trust'
import { keyOf, type StoredList } from '../list-set/list-file.js'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import { type TrustChange, trustChangeIn } from '../watch/trust-change.js'
import type { Disk } from './access.js'
import { manifestFormat, manifestName, type NamedList, readJson, readManifest } from './manifest.js'
import type { CheckedFacts, CheckedTrust } from './perform-refresh.js'

/** What is remembered about accepted lists, by `AcceptedListFacts.id`. */
export type AcceptedLists = ReadonlyMap<string, AcceptedList>

export interface StoreContent {
  readonly lists: readonly StoredList[]
  readonly accepted: AcceptedLists
  /** What could not be read, one sentence per problem. */
  readonly problems: readonly string[]
  /** False when the store cannot be read: then it must not be replaced, because it may remember lists that this process does not know. */
  readonly readable: boolean
}

/** Names of the other files: the time of the last confirmation, the packed index of the last result, and the description of that result. */
/** The changes that refreshes found. */
const historyName = 'history.json'
const confirmationName = 'confirmed.json'
const indexName = 'result.bin'
const descriptionName = 'result.json'

interface ResultDescription {
  readonly key: string
  /** SHA-256 of the packed index, to detect a damaged file, or one of another result. */
  readonly digest: string
  readonly facts: CheckedFacts
}

/**
 * The last good lists in one folder. Each list is a file that is named after the digest of its content and never changes. The manifest names the current files
 * and is replaced atomically. A process that stops at any time therefore leaves the old set or the new one, never a mixture: a new list of lists without the
 * national list that it announces would remove the trust of a country.
 *
 * The folder belongs to one process (README.md of `trust/supply`): only that process may save. Others may read it at any time.
 */
export class ListStore {
  readonly #disk: Disk
  readonly #folder: string
  readonly #maxManifestBytes: number

  constructor(disk: Disk, folder: string, maxManifestBytes: number) {
    this.#disk = disk
    this.#folder = folder
    this.#maxManifestBytes = maxManifestBytes
  }

  /** The lists in the manifest, without their content. */
  async names(): Promise<readonly NamedList[]> {
    return readManifest(await this.#read(manifestName), this.#maxManifestBytes)?.lists ?? []
  }

  /** Reads the store. Damaged or missing files are left out and reported in `problems`. Rejects only with other errors of the disk. */
  async load(): Promise<StoreContent> {
    const manifest = await this.#read(manifestName)
    const known = readManifest(manifest, this.#maxManifestBytes)
    const problems: string[] = []
    if (manifest !== null && known === null)
      problems.push(`The store ${this.#folder} has a manifest that cannot be read; its lists are fetched again.`)
    const lists: StoredList[] = []
    for (const list of known?.lists ?? []) {
      const bytes = await this.#read(fileNameOf(list))
      if (bytes !== null && digestHex(bytes) === list.packed) lists.push({ ...list, bytes })
      else problems.push(`The store ${this.#folder} has lost or damaged the ${keyOf(list)}; it is fetched again.`)
    }
    return { lists, accepted: new Map(Object.entries(known?.accepted ?? {})), problems, readable: true }
  }

  /** Replaces the content of the store. When it rejects, the content is either the previous or already the new one. */
  async save({ lists, accepted }: Pick<StoreContent, 'lists' | 'accepted'>): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    for (const list of lists) {
      const name = fileNameOf(list)
      // A file may be there and damaged.
      if (!isSame(await this.#read(name), list.bytes)) await this.#replace(name, list.bytes)
    }
    const entries = lists.map(({ source, promise, digest, packed, fetched }): NamedList => ({ source, promise, digest, packed, fetched }))
    const content = { format: manifestFormat, lists: entries, accepted: Object.fromEntries(accepted) }
    const manifest = Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
    if (!isSame(await this.#read(manifestName), manifest)) await this.#replace(manifestName, manifest)
    await this.#removeOthers(new Set(lists.map(fileNameOf)))
  }

  /**
   * Records the time of a refresh that confirmed every list to be the newest. The age of the trust is counted from it, also after a restart: a restart must not
   * hide an outage. Rejects with system errors.
   */
  async confirm(at: Instant): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    await this.#replace(confirmationName, Buffer.from(`${JSON.stringify({ confirmedAt: formatInstant(at) })}\n`))
  }

  /** The changes that earlier refreshes found, the newest last; none when there is no such file or it cannot be read. */
  async history(): Promise<readonly TrustChange[]> {
    const stored = memberOf(readJson(await this.#read(historyName)), 'changes')
    return Array.isArray(stored) ? stored.map(trustChangeIn).filter((change) => change !== null) : []
  }

  /** Replaces the history. Rejects with system errors. */
  async saveHistory(changes: readonly TrustChange[]): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    await this.#replace(historyName, Buffer.from(`${JSON.stringify({ changes })}\n`))
  }

  /** The recorded time; null when it is missing or unreadable, and for a time in the future, because a clock was wrong. */
  async confirmedAt(now: Instant): Promise<Instant | null> {
    const stated = memberOf(readJson(await this.#read(confirmationName)), 'confirmedAt')
    if (typeof stated !== 'string') return null
    const at = Date.parse(stated)
    return at <= now ? at : null
  }

  /**
   * Stores the result of the last check of all lists, so that a restart with the same lists does not have to wait for a check. It is protected only by the
   * permissions of its folder, and by the check that follows every start. The folder must exist. Rejects with system errors.
   */
  async saveResult(key: string, { packed, facts }: CheckedTrust): Promise<void> {
    const index = Buffer.from(packed)
    const description: ResultDescription = { key, digest: digestHex(index), facts }
    await this.#replace(indexName, index)
    await this.#replace(descriptionName, Buffer.from(JSON.stringify(description)))
  }

  /** The stored result, when it was computed from exactly the inputs of the key and is still valid at this time; otherwise null. */
  async result(key: string, now: Instant): Promise<CheckedTrust | null> {
    // A description with the right key was written by this version of the program, because the key includes the version.
    const description = readJson(await this.#read(descriptionName)) as ResultDescription | null
    if (description?.key !== key || !isStillValid(description.facts, now)) return null
    const packed = await this.#disk.readShared(join(this.#folder, indexName))
    // The digest is computed from the bytes that will be used and compared with the description.
    if (packed === null || digestHex(Buffer.from(packed)) !== description.digest) return null
    return { summary: summaryOfIndex(Buffer.from(packed)), packed, facts: description.facts }
  }

  /** Removes lists that the manifest does not name any more, and what a process that was killed has left. */
  async #removeOthers(named: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#disk.list(this.#folder)) {
      const ours = name.endsWith(listSuffix) || name.endsWith(temporarySuffix)
      if (ours && !named.has(name)) await this.#disk.remove(join(this.#folder, name))
    }
  }

  #read(name: string): Promise<Uint8Array | null> {
    return this.#disk.read(join(this.#folder, name))
  }

  /** Replaces a file atomically: writes a temporary file, then renames it. If the process or the machine stops, the file is complete or unchanged. */
  async #replace(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#folder, name)
    const temporary = `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`
    try {
      await this.#disk.write(temporary, bytes)
      await this.#disk.rename(temporary, path)
      await this.#disk.syncFolder(this.#folder)
    } catch (error) {
      // Remove the incomplete file, because the disk may be full. The first error is reported.
      await this.#disk.remove(temporary).catch(() => undefined)
      throw error
    }
  }
}

const listSuffix = '.xml.gz'
const temporarySuffix = '.tmp'

const fileNameOf = ({ digest }: NamedList): string => `${digest}${listSuffix}`

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean => one !== null && Buffer.compare(one, other) === 0

/**
 * Whether a check would give the same result at this time. Acceptance depends on the time only by the issue dates of the lists, so a new check is needed when
 * the clock was moved back before one of them, or when a list was refused as issued in the future.
 */
function isStillValid({ lists, refusals }: CheckedFacts, now: Instant): boolean {
  return lists.every((list) => list.issued <= now) && refusals.every((refusal) => refusal.code !== 'LIST_ISSUED_LATER')
}
