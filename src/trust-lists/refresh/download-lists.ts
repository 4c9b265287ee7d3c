import { chooseListOfLists } from '../list-set/choose-list-of-lists.js'
import { type ListFile, type ListPromise, readListFile, unpackList } from '../list-set/list-file.js'
import { type AssemblyContext, Findings } from '../list-set/list-set.js'
import { type ListSource, takesTerritory } from '../list-set/list-source.js'
import { pointersToNationalLists, routeToListOfLists } from '../lotl/authenticate-list-of-lists.js'
import type { ListPointer, TrustedListLimits } from '../trusted-list/trusted-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { Attempt } from './check-lists.js'
import { FetchError, type Fetcher } from './fetcher.js'
import { type FetchedFrom, fileOf, keyOfPromise, packForStore, type StoredList, sha256 } from './list-store.js'

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
      const before = this.#stored.find((list) => keyOfPromise(list.promise) === keyOfPromise(promise))?.fetched ?? null
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

/**
 * Addresses of the pivots that a list of lists needs, so that they can be fetched before it is checked. Nothing has been authenticated: these addresses come
 * from an untrusted file. Empty when the file is no list of lists that the pinned notices could lead to.
 */
export function pivotsNeeded(source: ListSource, file: ListFile, limits: TrustedListLimits): readonly string[] {
  const needed = orListError(() => {
    const { list } = readListFile(file, limits)
    const notices = source.anchors.map(({ name, noticeUrl }) => ({ name, noticeUrl, certificates: [] }))
    return list.kind === 'list-of-lists' ? routeToListOfLists(list, notices, limits.maxPivots).pivots : []
  })
  // What is wrong with it is found, and told, when it is checked.
  return needed instanceof TrustedListError ? [] : needed
}

/** The national lists that the authentic list of lists among the files announces, of the territories that the source takes. */
function announcedLists(source: ListSource, files: readonly ListFile[], context: AssemblyContext): readonly ListPointer[] {
  const chosen = chooseListOfLists(source, files, [], context, new Findings())
  if (chosen === null) return []
  return pointersToNationalLists(chosen.read.list).filter(({ territory }) => takesTerritory(source.territories, territory))
}

async function inParallel<T>(inputs: readonly T[], width: number, action: (input: T) => Promise<void>): Promise<void> {
  const waiting = inputs.values()
  const lane = async (): Promise<void> => {
    for (const input of waiting) await action(input)
  }
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, lane))
}
