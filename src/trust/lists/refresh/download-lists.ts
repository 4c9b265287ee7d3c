import { type Instant, resultOrNull } from '#model'
import { chooseListOfLists } from '../list-set/best-list.js'
import {
  fileOf,
  keyOf,
  type ListFile,
  type ListPromise,
  packList,
  readListFile,
  type StoredList,
  unpackList,
} from '../list-set/list-file.js'
import { type AssemblyContext, Findings, type ListSource, takesTerritory } from '../list-set/list-set.js'
import { surveyFiles } from '../list-set/survey.js'
import { pointersToNationalLists, routeToListOfLists } from '../lotl/authenticate-list-of-lists.js'
import type { ListPointer, TrustedListLimits } from '../trusted-list/read-trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { FetchError, type Fetcher, type FetchRequest } from './access.js'

export interface DownloadContext {
  readonly fetch: Fetcher
  readonly check: AssemblyContext
  readonly concurrency: number
  readonly maxTotalBytes: number
}

/** The outcome of one download, or of reading one folder. */
export interface Attempt {
  readonly source: string
  /** `EE`, or the territory of the list of lists. */
  readonly territory: string
  readonly location: string
  /** `not-modified`: the stored copy is still the newest. */
  readonly outcome: 'fetched' | 'not-modified' | 'failed'
  readonly message: string | null
}

/** The downloads of one source: lists in the form of the store, not yet checked. */
export interface Downloads {
  readonly fetched: readonly StoredList[]
  readonly attempts: readonly Attempt[]
}

/**
 * Downloads the list of lists, the pivots that it needs and the national lists that it announces. The list of lists is authenticated before any URL in it is
 * requested, except those of pivots. A failed download does not reject; it is reported in `attempts`.
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
        fetched.push(packList(xml, { ...list, fetched: { location, etag: answer.etag, lastModified: answer.lastModified } }))
      }
      attempts.push({ ...attempt, outcome: answer.kind, message: null })
    } catch (error) {
      if (!(error instanceof FetchError || error instanceof TrustedListError)) throw error
      attempts.push({ ...attempt, outcome: 'failed', message: error instanceof TrustedListError ? error.described : error.message })
    }
  }
  await fetchOne({ kind: 'list-of-lists' }, source.location, source.territory)
  // A pivot never changes, so a stored one is not downloaded again.
  const known = new Set(stored.flatMap(({ promise }) => (promise.kind === 'pivot' ? [promise.location] : [])))
  const pivots = new Set(filesAtHand().flatMap((file) => pivotsNeeded(source, file, check.limits)))
  const missing = [...pivots].filter((location) => !known.has(location))
  await inParallel(missing, concurrency, (location) => fetchOne({ kind: 'pivot', location }, location, source.territory))
  await inParallel(announcedLists(source, filesAtHand(), check), concurrency, ({ territory, location }) =>
    fetchOne({ kind: 'trusted-list', territory }, location, territory),
  )
  return { fetched, attempts }
}

/** Entity tag (RFC 9110, 8.8.3) of limited length: a very long one would make the header of every later request so large that servers refuse it. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,200}"$/

/**
 * The validators for a conditional request. A forged or faulty response must not prevent later updates: with `*` as ETag, or a Last-Modified in the future,
 * servers would always answer "not modified".
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
 * URLs of the pivots that a list of lists needs, so that they can be downloaded before it is checked. Nothing is authenticated yet, so these URLs come from an
 * untrusted file. Empty when the file is not a list of lists that starts from a pinned notice.
 */
export function pivotsNeeded(source: ListSource, file: ListFile, limits: TrustedListLimits): readonly string[] {
  if (file.promised?.kind !== 'list-of-lists') return []
  const needed = resultOrNull(TrustedListError, () => {
    const { list } = readListFile(file, limits)
    return list.kind === 'list-of-lists' ? routeToListOfLists(list, source.anchors, limits.maxPivots).pivots : null
  })
  // Its defects are reported when it is checked.
  return needed ?? []
}

/** The national lists that the authenticated list of lists announces, limited to the territories that the source uses. */
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
