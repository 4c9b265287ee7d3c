import { join } from 'node:path'
import { digestHex } from '#crypto'
import { formatInstant, type Instant } from '#model'
import { keyOf, type StoredList } from '../list-set/list-file.js'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import { type Disk, replaceFile, temporarySuffix } from './access.js'
import { manifestFormat, manifestName, type NamedList, readJson, readManifest } from './manifest.js'

/** What is remembered about accepted lists, by `AcceptedListFacts.id`. */
export type AcceptedLists = ReadonlyMap<string, AcceptedList>

export interface StoreContent {
  readonly lists: readonly StoredList[]
  readonly accepted: AcceptedLists
  /** What could not be read, one sentence per problem. */
  readonly problems: readonly string[]
  /** Identifies the content that was read; it changes when another process saves. Null when the store cannot be read. */
  readonly version: string | null
}

/** Files that the manifest does not name are removed only after this time in milliseconds, because another process may be about to name them. */
const abandonedAfter = 3_600_000

const confirmationName = 'confirmed.json'

/**
 * The last good lists in one folder. Each list is a file that is named after the digest of its content and never changes. The manifest names the current files
 * and is replaced atomically. A process that stops at any time therefore leaves the old set or the new one, never a mixture: a new list of lists without the
 * national list that it announces would remove the trust of a country.
 *
 * Several processes may share the folder without a lock (README.md of `service/trust-refresh`): every file is written under a temporary name and renamed, and
 * `save` requires the version of the store that its lists were derived from.
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
    return { lists, accepted: new Map(Object.entries(known?.accepted ?? {})), problems, version: versionOf(manifest) }
  }

  /**
   * Replaces the content of the store. Resolves to false, without replacing anything, when another process has saved since `version`. When it rejects, the
   * content is either the previous or already the new one.
   */
  async save({ lists, accepted }: Pick<StoreContent, 'lists' | 'accepted'>, now: Instant, version: string | null): Promise<boolean> {
    await this.#disk.makeFolder(this.#folder)
    const named = new Set((await this.names()).map(fileNameOf))
    for (const list of lists) {
      const name = fileNameOf(list)
      // Another process may be removing files that the manifest does not name, and a named file may be damaged.
      if (!named.has(name) || !isSame(await this.#read(name), list.bytes)) await this.#replace(name, list.bytes)
    }
    const entries = lists.map(({ source, promise, digest, packed, fetched }): NamedList => ({ source, promise, digest, packed, fetched }))
    const content = { format: manifestFormat, lists: entries, accepted: Object.fromEntries(accepted) }
    const manifest = Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
    const before = await this.#read(manifestName)
    if (!isSame(before, manifest)) {
      if (versionOf(before) !== version) return false
      await this.#replace(manifestName, manifest)
    }
    await this.#removeAbandoned(now)
    return true
  }

  /**
   * Records the time of a refresh that confirmed every list to be the newest. The age of the trust is counted from it, also after a restart: a restart must not
   * hide an outage. Rejects with system errors.
   */
  async confirm(at: Instant): Promise<void> {
    await this.#disk.makeFolder(this.#folder)
    await this.#replace(confirmationName, Buffer.from(`${JSON.stringify({ confirmedAt: formatInstant(at) })}\n`))
  }

  /** The recorded time; null when it is missing or unreadable, and for a time in the future, because a clock was wrong. */
  async confirmedAt(now: Instant): Promise<Instant | null> {
    const value = readJson(await this.#read(confirmationName))
    if (typeof value !== 'object' || value === null || !('confirmedAt' in value) || typeof value.confirmedAt !== 'string') return null
    const at = Date.parse(value.confirmedAt)
    return at <= now ? at : null
  }

  /**
   * Removes old files that the manifest does not name. The age is measured from the newest file of the folder and not from the clock: with a clock that is
   * ahead, a file that another process has just written would seem old. A newest file with a time in the future counts as written now, for the same reason.
   */
  async #removeAbandoned(now: Instant): Promise<void> {
    const found = await this.#disk.list(this.#folder)
    const newest = found.reduce((latest, { modified }) => Math.max(latest, modified), 0)
    const present = Math.min(now, newest)
    // Read after the folder, so that files that another process has named in the meantime are included.
    const named = new Set((await this.names()).map(fileNameOf))
    for (const { name, modified } of found) {
      const ours = name.endsWith(listSuffix) || name.endsWith(temporarySuffix)
      if (ours && !named.has(name) && present - modified > abandonedAfter) await this.#disk.remove(join(this.#folder, name))
    }
  }

  #read(name: string): Promise<Uint8Array | null> {
    return this.#disk.read(join(this.#folder, name))
  }

  #replace(name: string, bytes: Uint8Array): Promise<void> {
    return replaceFile(this.#disk, join(this.#folder, name), bytes)
  }
}

const listSuffix = '.xml.gz'

const fileNameOf = ({ digest }: NamedList): string => `${digest}${listSuffix}`

const versionOf = (manifest: Uint8Array | null): string => (manifest === null ? 'empty' : digestHex(manifest))

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean => one !== null && Buffer.compare(one, other) === 0
