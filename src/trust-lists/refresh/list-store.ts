import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { digestHex } from '#crypto'
import type { Instant } from '#model'
import type { ListFile, ListPromise } from '../list-set/list-file.js'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import { type Disk, replaceFile, temporarySuffix } from './disk.js'
import { type ManifestEntry, manifestFormat, manifestName, type NamedList, readManifest } from './manifest.js'

export interface StoredList extends NamedList {
  /** gzip of the XML. */
  readonly bytes: Uint8Array
}

/** What is remembered about accepted lists, by `AcceptedListFacts.id`. */
export type AcceptedLists = ReadonlyMap<string, AcceptedList>

/** Merges both: for each list the entry with the higher number. When only one entry has an `origin`, that one is used. */
export function joinAccepted(one: AcceptedLists, other: AcceptedLists): AcceptedLists {
  const joined = new Map(one)
  for (const [id, accepted] of other) {
    const known = joined.get(id) ?? accepted
    const [lower, higher] = known.sequenceNumber <= accepted.sequenceNumber ? [known, accepted] : [accepted, known]
    joined.set(id, { ...higher, origin: higher.origin ?? lower.origin })
  }
  return joined
}

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
    return readManifest(await this.#manifest(), this.#maxManifestBytes)?.lists ?? []
  }

  /** Reads the store. Damaged or missing files are left out and reported in `problems`. Rejects only with other errors of the disk. */
  async load(): Promise<StoreContent> {
    const manifest = await this.#manifest()
    const known = readManifest(manifest, this.#maxManifestBytes)
    const problems: string[] = []
    if (manifest !== null && known === null)
      problems.push(`The store ${this.#folder} has a manifest that cannot be read; its lists are fetched again.`)
    const lists: StoredList[] = []
    for (const { packed, ...list } of known?.lists ?? []) {
      const bytes = await this.#disk.read(this.#pathOf(list.digest))
      if (bytes !== null && digestHex(bytes) === packed) lists.push({ ...list, bytes })
      else
        problems.push(`The store ${this.#folder} has lost or damaged the ${nameOf(list.promise)} of ${list.source}; it is fetched again.`)
    }
    return { lists, accepted: known?.accepted ?? new Map(), problems, version: versionOf(manifest) }
  }

  /**
   * Replaces the content of the store. Resolves to false, without replacing anything, when another process has saved since `version`. When it rejects, the
   * content is either the previous or already the new one.
   */
  async save({ lists, accepted }: Pick<StoreContent, 'lists' | 'accepted'>, now: Instant, version: string | null): Promise<boolean> {
    await this.#disk.makeFolder(this.#folder)
    const named = new Set((await this.names()).map(({ digest }) => digest))
    const entries: ManifestEntry[] = []
    for (const { source, promise, digest, bytes, fetched } of lists) {
      entries.push({ source, promise, digest, packed: digestHex(bytes), fetched })
      // Another process may be removing files that the manifest does not name, and a named file may be damaged.
      if (!named.has(digest) || !(await this.#isWhole(digest, bytes))) await replaceFile(this.#disk, this.#pathOf(digest), bytes)
    }
    const content = { format: manifestFormat, lists: entries, accepted: Object.fromEntries(accepted) }
    const manifest = Buffer.from(`${JSON.stringify(content, null, 1)}\n`)
    const before = await this.#manifest()
    if (before === null || !manifest.equals(before)) {
      if (versionOf(before) !== version) return false
      await replaceFile(this.#disk, join(this.#folder, manifestName), manifest)
    }
    await this.#removeAbandoned(now)
    return true
  }

  #manifest(): Promise<Uint8Array | null> {
    return this.#disk.read(join(this.#folder, manifestName))
  }

  async #isWhole(digest: string, bytes: Uint8Array): Promise<boolean> {
    const found = await this.#disk.read(this.#pathOf(digest))
    return found !== null && Buffer.compare(found, bytes) === 0
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
    const named = new Set((await this.names()).map(({ digest }) => fileNameOf(digest)))
    for (const { name, modified } of found) {
      const ours = name.endsWith('.xml.gz') || name.endsWith(temporarySuffix)
      if (ours && !named.has(name) && present - modified > abandonedAfter) await this.#disk.remove(join(this.#folder, name))
    }
  }

  #pathOf(digest: string): string {
    return join(this.#folder, fileNameOf(digest))
  }
}

const versionOf = (manifest: Uint8Array | null): string => (manifest === null ? 'empty' : digestHex(manifest))

const fileNameOf = (digest: string): string => `${digest}.xml.gz`

function nameOf(promise: ListPromise): string {
  switch (promise.kind) {
    case 'list-of-lists':
      return 'list of lists'
    case 'pivot':
      return `pivot ${promise.location}`
    case 'trusted-list':
      return `list of ${promise.territory}`
  }
}

/** Key of a list in the store. A newer list replaces the one with the same key. */
export const keyOf = ({ source, promise }: Pick<NamedList, 'source' | 'promise'>): string => `${source} ${nameOf(promise)}`

/** A stored or downloaded list as input of a check. */
export function fileOf({ promise, bytes, fetched }: StoredList, origin: 'store' | 'network'): ListFile {
  return { name: fetched?.location ?? nameOf(promise), origin, promised: promise, bytes: () => bytes }
}

/** Compresses a list for the store, at the fastest level: 50 % larger than the best level, in a fifth of the time. */
export function packForStore(xml: Uint8Array): Uint8Array {
  return gzipSync(xml, { level: 1, chunkSize: 1_048_576 })
}
