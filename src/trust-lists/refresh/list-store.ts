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

/** What is remembered of accepted lists, by `AcceptedListFacts.id`. */
export type AcceptedLists = ReadonlyMap<string, AcceptedList>

/** The facts of both, for each list those with the higher number. How a list of lists was authenticated is kept when only one of them states it. */
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
  /** What could not be read, one sentence each. */
  readonly problems: readonly string[]
  /** Identifies the content that was read: the version changes when another process saves. Null: what the store holds cannot be read. */
  readonly version: string | null
}

/** Files that nothing names are removed after this time: another process may be about to name them. */
const abandonedAfter = 3_600_000

/**
 * The last good lists in one folder. Each list is a file that is named by its content and never changes; the manifest says which of them belong together
 * and is replaced in one step. So a process that is stopped at any moment leaves the old set or the new one, never a mixture: a new list of lists
 * without the national list that it announces would remove the trust of a country.
 *
 * Several processes may share the folder without a lock (README.md of `service/trust-refresh`): every file is written aside and renamed, and `save`
 * takes the version of the store that its lists follow from.
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

  /** What the lists of the store are, without reading them. */
  async names(): Promise<readonly NamedList[]> {
    return readManifest(await this.#manifest(), this.#maxManifestBytes)?.lists ?? []
  }

  /** Rejects only when the disk fails in another way than by missing files; what is damaged is left out and told. */
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
   * Makes these lists the content of the store, and says so: false when another process has saved since `version`; then nothing was replaced. When it rejects,
   * the content is the one before, or already the new one.
   */
  async save({ lists, accepted }: Pick<StoreContent, 'lists' | 'accepted'>, now: Instant, version: string | null): Promise<boolean> {
    await this.#disk.makeFolder(this.#folder)
    const named = new Set((await this.names()).map(({ digest }) => digest))
    const entries: ManifestEntry[] = []
    for (const { source, promise, digest, bytes, fetched } of lists) {
      entries.push({ source, promise, digest, packed: digestHex(bytes), fetched })
      // Unnamed files may be removed by another process at this moment, and named ones may be damaged.
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
   * The age of a file is taken from the newest file of the folder: a clock that is ahead, or fixed, would make old what another process has just written. A file that was
   * written under such a clock must not do so either, so the newest counts as no newer than now.
   */
  async #removeAbandoned(now: Instant): Promise<void> {
    const found = await this.#disk.list(this.#folder)
    const newest = found.reduce((latest, { modified }) => Math.max(latest, modified), 0)
    const present = Math.min(now, newest)
    // Asked for after that, so that what another process has named in the meantime is among it.
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

/** Key of a list in the store. A newer list replaces the one of the same key. */
export const keyOf = ({ source, promise }: Pick<NamedList, 'source' | 'promise'>): string => `${source} ${nameOf(promise)}`

/** The file of a list, as a check takes it. */
export function fileOf({ promise, bytes, fetched }: StoredList, origin: 'store' | 'network'): ListFile {
  return { name: fetched?.location ?? nameOf(promise), origin, promised: promise, bytes: () => bytes }
}

/** gzip for the store; the fastest level, which is half as large again as the best and costs a fifth. */
export function packForStore(xml: Uint8Array): Uint8Array {
  return gzipSync(xml, { level: 1, chunkSize: 1_048_576 })
}
