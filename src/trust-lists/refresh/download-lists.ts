import { digestHex } from '#crypto'
import { type Instant, resultOrNull } from '#model'
import { chooseListOfLists } from '../list-set/choose-list-of-lists.js'
import { type ListFile, type ListPromise, readListFile, unpackList } from '../list-set/list-file.js'
import { type AssemblyContext, Findings } from '../list-set/list-set.js'
import { type ListSource, takesTerritory } from '../list-set/list-source.js'
import { surveyFiles } from '../list-set/survey.js'
import { pointersToNationalLists, routeToListOfLists } from '../lotl/authenticate-list-of-lists.js'
import type { ListPointer, TrustedListLimits } from '../trusted-list/trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { FetchError, type Fetcher, type FetchRequest } from './fetcher.js'
import { fileOf, keyOf, packForStore, type StoredList } from './list-store.js'

export interface DownloadContext {
  readonly fetch: Fetcher
  readonly check: AssemblyContext
  readonly concurrency: number
  readonly maxTotalBytes: number
}

/** What became of one download, or of one folder. */
export interface Attempt {
  readonly source: string
  /** `EE`, or the territory of the list of lists. */
  readonly territory: string
  readonly location: string
  /** `not-modified`: the copy at hand is still the newest. */
  readonly outcome: 'fetched' | 'not-modified' | 'failed'
  readonly message: string | null
}

/** What the network brought for one source, beside what is at hand already: lists as the store would keep them, should they be accepted. */
export interface Downloads {
  readonly fetched: readonly StoredList[]
  readonly attempts: readonly Attempt[]
}

/**
 * Fetches the list of lists, the pivots that it needs and the national lists that it announces. The list of lists is authenticated before any address
 * of it is followed, except those of pivots. Never rejects for something that cannot be fetched.
 */
export async function downloadLists(source: ListSource, stored: readonly StoredList[], context: DownloadContext): Promise<Downloads> {
  const { check, concurrency } = context
  const fetched: StoredList[] = []
  const attempts: Attempt[] = []
  let bytesLeft = context.maxTotalBytes
  const filesAtHand = () => [...stored.map((list) => fileOf(list, 'store')), ...fetched.map((list) => fileOf(list, 'network'))]
  const fetchOne = async (promise: ListPromise, location: string, territory: string): Promise<void> => {
    const attempt = { source: source.name, territory, location }
    const list = { source: source.name, promise }
    try {
      const before = stored.find((one) => keyOf(one) === keyOf(list))?.fetched
      const answer = await context.fetch({ location, ...validatorsFor(location, before ?? null, check.now) })
      if (answer.kind === 'fetched') {
        bytesLeft -= answer.bytes.length
        if (bytesLeft < 0) throw new FetchError('FETCH_TOO_LARGE', 'The lists of this refresh are larger than is allowed in all.')
        const xml = unpackList(answer.bytes, check.limits.xml.maxBytes)
        const from = { location, etag: answer.etag, lastModified: answer.lastModified }
        // Kept as gzip: thirty lists in XML would be most of the memory of a refresh.
        fetched.push({ ...list, digest: digestHex(xml), bytes: packForStore(xml), fetched: from })
      }
      attempts.push({ ...attempt, outcome: answer.kind, message: null })
    } catch (error) {
      if (!(error instanceof FetchError || error instanceof TrustedListError)) throw error
      attempts.push({ ...attempt, outcome: 'failed', message: error instanceof TrustedListError ? error.described : error.message })
    }
  }
  await fetchOne({ kind: 'list-of-lists' }, source.location, source.territory)
  // A pivot never changes, so one that is at hand is not asked for again.
  const known = new Set(stored.flatMap(({ promise }) => (promise.kind === 'pivot' ? [promise.location] : [])))
  const pivots = new Set(filesAtHand().flatMap((file) => pivotsNeeded(source, file, check.limits)))
  const missing = [...pivots].filter((location) => !known.has(location))
  await inParallel(missing, concurrency, (location) => fetchOne({ kind: 'pivot', location }, location, source.territory))
  await inParallel(announcedLists(source, filesAtHand(), check), concurrency, ({ territory, location }) =>
    fetchOne({ kind: 'trusted-list', territory }, location, territory),
  )
  return { fetched, attempts }
}

/** RFC 9110, 8.8.3. A longer one than any server makes could fill the header of every later request, which servers refuse. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,200}"$/

/**
 * By what a server tells whether the copy at hand is the newest. One answer that was forged or faulty must not keep later ones from coming: `*` as an ETag, or
 * a time in the future, would be answered with "not modified" whatever the list has become.
 */
function validatorsFor(location: string, before: StoredList['fetched'], now: Instant): Pick<FetchRequest, 'etag' | 'lastModified'> {
  if (before?.location !== location) return { etag: null, lastModified: null }
  const { etag, lastModified } = before
  return {
    etag: etag !== null && entityTag.test(etag) ? etag : null,
    lastModified: lastModified !== null && Date.parse(lastModified) <= now ? lastModified : null,
  }
}

/**
 * Addresses of the pivots that a list of lists needs, so that they can be fetched before it is checked. Nothing has been authenticated: these addresses come
 * from an untrusted file. Empty when the file is no list of lists that the pinned notices could lead to.
 */
export function pivotsNeeded(source: ListSource, file: ListFile, limits: TrustedListLimits): readonly string[] {
  if (file.promised?.kind !== 'list-of-lists') return []
  const needed = resultOrNull(TrustedListError, () => {
    const { list } = readListFile(file, limits)
    return list.kind === 'list-of-lists' ? routeToListOfLists(list, source.anchors, limits.maxPivots).pivots : null
  })
  // What is wrong with it is found, and told, when it is checked.
  return needed ?? []
}

/** The national lists that the authentic list of lists among the files announces, of the territories that the source takes. */
function announcedLists(source: ListSource, files: readonly ListFile[], context: AssemblyContext): readonly ListPointer[] {
  const findings = new Findings(source.name)
  const chosen = chooseListOfLists(source, surveyFiles(source, files, context, findings), context, findings)
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
