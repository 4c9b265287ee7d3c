import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Instant } from '#model'
import type { ListFile, ListPromise } from '../list-set/list-file.js'
import type { AcceptedList, ListOfListsOrigin } from '../trusted-list/accept-national-list.js'
import { type Disk, replaceFile, temporarySuffix } from './disk.js'

/** What the store knows of a list: what it was asked for as, and how to ask whether there is a newer one. */
export interface NamedList {
  /** Name of the source. */
  readonly source: string
  readonly promise: ListPromise
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  /** Where it was fetched from, and what the server said then; null when it was not fetched. */
  readonly fetched: FetchedFrom | null
}

export interface StoredList extends NamedList {
  /** gzip of the XML. */
  readonly bytes: Uint8Array
}

export interface FetchedFrom {
  readonly location: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What is remembered of accepted lists, by `AcceptedListFacts.id`. */
export type AcceptedLists = ReadonlyMap<string, AcceptedList>

/** What both know, the higher number of each. That one of them does not say how a list of lists was authenticated takes nothing back. */
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
  /** Identifies the content that was read: the version changes when another process saves. */
  readonly version: string
}

interface ManifestEntry extends NamedList {
  /** SHA-256 of the file as it lies on the disk. */
  readonly packed: string
}

export const manifestName = 'manifest.json'
const format = 2
/** Without `accepted`. */
const formatBefore = 1
/** Thirty lists with their pivots take 20 KB. The manifest is read in the thread that answers requests. */
const maxManifestBytes = 1_000_000
/** Files that nothing names are removed after this time: another process may be about to name them. */
const abandonedAfter = 3_600_000

/**
 * The last good lists in one folder. Each list is a file that is named by its content and never changes; the manifest says which of them belong together
 * and is replaced in one step. So a process that is stopped at any moment leaves the old set or the new one, never a mixture: a new list of lists
 * without the national list that it announces would cost a country.
 *
 * Several processes may share the folder without a lock (README.md of this folder): every file is written aside and renamed, and who saves says which
 * version of the store his lists follow from.
 */
export class ListStore {
  readonly #disk: Disk
  readonly #folder: string

  constructor(disk: Disk, folder: string) {
    this.#disk = disk
    this.#folder = folder
  }

  /** What the lists of the store are, without reading them. */
  async names(): Promise<readonly NamedList[]> {
    const manifest = await this.#disk.read(join(this.#folder, manifestName))
    return manifest === null ? [] : namesIn(manifest)
  }

  /** Rejects only when the disk fails in another way than by missing files; what is damaged is left out and told. */
  async load(): Promise<StoreContent> {
    const manifest = await this.#disk.read(join(this.#folder, manifestName))
    const version = versionOf(manifest)
    const none = { lists: [], accepted: new Map() }
    if (manifest === null) return { ...none, problems: [], version }
    const known = readManifest(manifest)
    if (known === null) {
      const problem = `The store ${this.#folder} has a manifest that cannot be read; its lists are fetched again.`
      return { ...none, problems: [problem], version }
    }
    const lists: StoredList[] = []
    const problems: string[] = []
    for (const { source, promise, digest, packed, fetched } of known.lists) {
      const bytes = await this.#disk.read(this.#pathOf(digest))
      if (bytes !== null && sha256(bytes) === packed) lists.push({ source, promise, digest, bytes, fetched })
      else problems.push(`The store ${this.#folder} has lost or damaged the ${nameOf(promise)} of ${source}; it is fetched again.`)
    }
    return { lists, accepted: known.accepted, problems, version }
  }

  /**
   * Makes these lists the content of the store, and says so: false when another process has saved since `version`; then nothing was replaced. When it rejects,
   * the content is the one before, or already the new one.
   */
  async save({ lists, accepted }: Pick<StoreContent, 'lists' | 'accepted'>, now: Instant, version: string): Promise<boolean> {
    await this.#disk.makeFolder(this.#folder)
    const named = new Set((await this.names()).map(({ digest }) => digest))
    const entries: ManifestEntry[] = []
    for (const { source, promise, digest, bytes, fetched } of lists) {
      entries.push({ source, promise, digest, packed: sha256(bytes), fetched })
      // Unnamed files may be removed by another process at this moment, and named ones may be damaged.
      if (!named.has(digest) || !(await this.#isWhole(digest, bytes))) await replaceFile(this.#disk, this.#pathOf(digest), bytes)
    }
    const manifest = Buffer.from(`${JSON.stringify({ format, lists: entries, accepted: Object.fromEntries(accepted) }, null, 1)}\n`)
    const before = await this.#disk.read(join(this.#folder, manifestName))
    if (before === null || !manifest.equals(before)) {
      if (versionOf(before) !== version) return false
      await replaceFile(this.#disk, join(this.#folder, manifestName), manifest)
    }
    await this.#removeAbandoned(now)
    return true
  }

  async #isWhole(digest: string, bytes: Uint8Array): Promise<boolean> {
    const found = await this.#disk.read(this.#pathOf(digest))
    return found !== null && Buffer.compare(found, bytes) === 0
  }

  async #removeAbandoned(now: Instant): Promise<void> {
    const found = await this.#disk.list(this.#folder)
    // Asked for after that, so that what another process has named in the meantime is among it.
    const named = new Set((await this.names()).map(({ digest }) => fileNameOf(digest)))
    for (const { name, modified } of found) {
      const ours = name.endsWith('.xml.gz') || name.endsWith(temporarySuffix)
      if (ours && !named.has(name) && now - modified > abandonedAfter) await this.#disk.remove(join(this.#folder, name))
    }
  }

  #pathOf(digest: string): string {
    return join(this.#folder, fileNameOf(digest))
  }
}

const versionOf = (manifest: Uint8Array | null): string => (manifest === null ? 'empty' : sha256(manifest))

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

/** What a list is in the store: the one that a newer one replaces has the same key. */
export const keyOfPromise = nameOf

/** The file of a list, as a check takes it. */
export function fileOf({ promise, bytes, fetched }: StoredList, origin: 'store' | 'network'): ListFile {
  return { name: fetched?.location ?? nameOf(promise), origin, promised: promise, bytes: () => bytes }
}

/** gzip for the store; the fastest level, which is half as large again as the best and costs a fifth. */
export function packForStore(xml: Uint8Array): Uint8Array {
  return gzipSync(xml, { level: 1, chunkSize: 1_048_576 })
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The lists that a manifest names; none for anything that is no manifest. */
export function namesIn(manifest: Uint8Array): readonly NamedList[] {
  return readManifest(manifest)?.lists ?? []
}

interface Manifest {
  readonly lists: readonly ManifestEntry[]
  readonly accepted: AcceptedLists
}

/** Null for anything that this program has not written: the store is then as good as empty. */
function readManifest(bytes: Uint8Array): Manifest | null {
  const value = bytes.length > maxManifestBytes ? null : readJson(bytes)
  if (!isObject(value) || !Array.isArray(value['lists'])) return null
  const lists = value['lists'].map(readEntry)
  const accepted = value['format'] === formatBefore ? new Map() : value['format'] === format ? readAccepted(value['accepted']) : null
  return accepted !== null && lists.every((entry) => entry !== null) ? { lists, accepted } : null
}

function readAccepted(value: unknown): AcceptedLists | null {
  if (!isObject(value)) return null
  const accepted = new Map<string, AcceptedList>()
  for (const [id, one] of Object.entries(value)) {
    if (!isObject(one)) return null
    const { sequenceNumber, digest, issued, entries } = one
    const origin = readOrigin(one['origin'])
    if (!isNumber(sequenceNumber) || !isNumber(issued) || !isNumber(entries) || typeof digest !== 'string' || origin === undefined)
      return null
    accepted.set(id, { sequenceNumber, digest, issued, entries, origin })
  }
  return accepted
}

function readOrigin(value: unknown): ListOfListsOrigin | null | undefined {
  if (value === null) return null
  if (!isObject(value)) return undefined
  const { notice, pivot } = value
  return isNumber(pivot) && (notice === null || typeof notice === 'string') ? { notice, pivot } : undefined
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

/** The value of a JSON text in UTF-8; null for anything else. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const hex = /^[0-9a-f]{64}$/

function readEntry(value: unknown): ManifestEntry | null {
  if (!isObject(value)) return null
  const { source, digest, packed } = value
  const promise = readPromise(value['promise'])
  const fetched = readFetched(value['fetched'])
  if (typeof source !== 'string' || promise === null || fetched === undefined) return null
  // The digest becomes a file name: nothing but hex may.
  if (typeof digest !== 'string' || !hex.test(digest) || typeof packed !== 'string') return null
  return { source, promise, digest, packed, fetched }
}

function readPromise(value: unknown): ListPromise | null {
  if (!isObject(value)) return null
  const { kind, location, territory } = value
  if (kind === 'list-of-lists') return { kind }
  if (kind === 'pivot' && typeof location === 'string') return { kind, location }
  return kind === 'trusted-list' && typeof territory === 'string' ? { kind, territory } : null
}

function readFetched(value: unknown): FetchedFrom | null | undefined {
  if (value === null) return null
  if (!isObject(value) || typeof value['location'] !== 'string') return undefined
  const text = (member: unknown) => (typeof member === 'string' ? member : null)
  return { location: value['location'], etag: text(value['etag']), lastModified: text(value['lastModified']) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
