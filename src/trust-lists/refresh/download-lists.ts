import { announcedLists, pivotsNeeded } from '../list-set/announcements.js'
import type { AssemblyContext } from '../list-set/assembly.js'
import { type ListFile, type ListPromise, unpackList } from '../list-set/list-file.js'
import type { ListSource } from '../list-set/list-source.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { Attempt } from './checked-trust.js'
import { FetchError, type Fetcher } from './fetcher.js'
import { type FetchedFrom, packForStore, type StoredList, sha256 } from './list-store.js'

export interface DownloadContext {
  readonly fetch: Fetcher
  readonly check: AssemblyContext
  /** Downloads at once. */
  readonly concurrency: number
  /** Octets that one refresh may bring in all; what comes after that fails. */
  readonly maxTotalBytes: number
}

/** What the network brought for one source, beside what is at hand already. */
export interface Downloads {
  /** As the store would keep them, should they be accepted. */
  readonly fetched: readonly StoredList[]
  /** Answers to a question for changes: the copy at hand is still the newest. */
  readonly attempts: readonly Attempt[]
}

/**
 * Fetches the list of lists, the pivots that it needs and the national lists that it announces. The list of lists is authenticated before any address
 * of it is followed, except those of pivots. Never rejects for something that cannot be fetched.
 */
export async function downloadLists(source: ListSource, stored: readonly StoredList[], context: DownloadContext): Promise<Downloads> {
  const downloader = new Downloader(source, stored, context)
  await downloader.fetchOne({ kind: 'list-of-lists' }, source.location, source.territory)
  await downloader.fetchPivots()
  const announced = announcedLists(source, downloader.files(), context.check)
  await inParallel(announced, context.concurrency, ({ territory, location }) =>
    downloader.fetchOne({ kind: 'trusted-list', territory }, location, territory),
  )
  return { fetched: downloader.fetched, attempts: downloader.attempts }
}

class Downloader {
  readonly fetched: StoredList[] = []
  readonly attempts: Attempt[] = []
  readonly #source: ListSource
  readonly #stored: readonly StoredList[]
  readonly #context: DownloadContext
  #bytesLeft: number

  constructor(source: ListSource, stored: readonly StoredList[], context: DownloadContext) {
    this.#source = source
    this.#stored = stored
    this.#context = context
    this.#bytesLeft = context.maxTotalBytes
  }

  /** Everything at hand at this moment. */
  files(): readonly ListFile[] {
    return [...this.#stored.map((list) => fileOf(list, 'store')), ...this.fetched.map((list) => fileOf(list, 'network'))]
  }

  /** A pivot never changes, so one that is at hand is not asked for again. */
  async fetchPivots(): Promise<void> {
    const { limits } = this.#context.check
    const candidates = this.files().filter((file) => file.promised?.kind === 'list-of-lists')
    const needed = new Set(candidates.flatMap((file) => pivotsNeeded(this.#source, file, limits)))
    const known = (location: string) => this.#stored.some(({ promise }) => promise.kind === 'pivot' && promise.location === location)
    const missing = [...needed].filter((location) => !known(location))
    await inParallel(missing, this.#context.concurrency, (location) =>
      this.fetchOne({ kind: 'pivot', location }, location, this.#source.territory),
    )
  }

  async fetchOne(promise: ListPromise, location: string, territory: string): Promise<void> {
    const attempt = { source: this.#source.name, territory, location }
    try {
      const before = this.#stored.find((list) => samePromise(list.promise, promise))?.fetched ?? null
      const known = before?.location === location ? before : null
      const answer = await this.#context.fetch({ location, etag: known?.etag ?? null, lastModified: known?.lastModified ?? null })
      if (answer.kind === 'fetched') {
        this.#take(promise, answer.bytes, { location, etag: answer.etag, lastModified: answer.lastModified })
      }
      this.attempts.push({ ...attempt, outcome: answer.kind, message: null })
    } catch (error) {
      if (!(error instanceof FetchError || error instanceof TrustedListError)) throw error
      this.attempts.push({ ...attempt, outcome: 'failed', message: error instanceof TrustedListError ? error.described : error.message })
    }
  }

  /** Kept as gzip: thirty lists in XML would be most of the memory of a refresh. */
  #take(promise: ListPromise, bytes: Uint8Array, fetched: FetchedFrom): void {
    this.#bytesLeft -= bytes.length
    if (this.#bytesLeft < 0) throw new FetchError('FETCH_TOO_LARGE', 'The lists of this refresh are larger than is allowed in all.')
    const xml = unpackList(bytes, this.#context.check.limits.xml.maxBytes)
    this.fetched.push({ source: this.#source.name, promise, digest: sha256(xml), bytes: packForStore(xml), fetched })
  }
}

export function fileOf({ promise, bytes, fetched }: StoredList, origin: 'store' | 'network'): ListFile {
  return { name: fetched?.location ?? nameOfPromise(promise), origin, promised: promise, bytes: () => bytes }
}

function nameOfPromise(promise: ListPromise): string {
  switch (promise.kind) {
    case 'list-of-lists':
      return 'list of lists'
    case 'pivot':
      return promise.location
    case 'trusted-list':
      return `list of ${promise.territory}`
  }
}

function samePromise(one: ListPromise, other: ListPromise): boolean {
  return keyOfPromise(one) === keyOfPromise(other)
}

export function keyOfPromise(promise: ListPromise): string {
  switch (promise.kind) {
    case 'list-of-lists':
      return promise.kind
    case 'pivot':
      return `pivot ${promise.location}`
    case 'trusted-list':
      return `territory ${promise.territory}`
  }
}

async function inParallel<T>(inputs: readonly T[], width: number, action: (input: T) => Promise<void>): Promise<void> {
  const waiting = inputs.values()
  const lane = async (): Promise<void> => {
    for (const input of waiting) await action(input)
  }
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, lane))
}
