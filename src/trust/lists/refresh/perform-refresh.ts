import { type Instant, reasonOf } from '#model'
import { buildTrustSnapshot, type SharedIndex, shareTrustIndex, type TrustContent } from '#trust'
import { assembleLists, type SourceFiles } from '../list-set/assemble-lists.js'
import { fileOf, keyOf, type StoredList } from '../list-set/list-file.js'
import type { AssemblyContext, ListSet } from '../list-set/list-set.js'
import { foldersOf, type ReadFolder, type SourceFolder } from '../list-settings/list-folder.js'
import type { TrustedListLimits } from '../trusted-list/read-trusted-list.js'
import type { Disk, Fetcher } from './access.js'
import { type Attempt, type DownloadContext, type Downloads, downloadLists } from './download-lists.js'
import { type AcceptedLists, ListStore, type StoreContent } from './list-store.js'
import { type CheckSettings, identitiesOf, keyOfResult } from './result-key.js'

/** The results of one check of all lists. Plain data. */
export interface CheckedFacts extends Pick<ListSet, 'lists' | 'refusals' | 'notices' | 'pinned'> {
  readonly checkedAt: Instant
}

export interface CheckedTrust extends SharedIndex {
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

/** The trust that follows from the lists, the new content of the store, and every list that was ever accepted. */
interface FinishedCheck extends Pick<StoreContent, 'lists' | 'accepted'> {
  readonly trust: CheckedTrust
}

/**
 * Checks all lists: the part of a refresh without input and output. The same settings, state, files and time always give the same new state, trust and
 * findings. Every stored list is included, so a download replaces a good list only when it is better.
 *
 * @param certificates trusted in addition to the lists
 * @param stored lists in the store
 * @param fetched downloaded lists
 * @param folders one entry per source
 */
export function checkLists(
  certificates: readonly TrustContent[],
  stored: readonly StoredList[],
  fetched: readonly StoredList[],
  folders: readonly SourceFiles[],
  context: AssemblyContext,
): FinishedCheck {
  const inputs = folders.map(({ source, files }) => {
    const own = (lists: readonly StoredList[], origin: 'store' | 'network') =>
      lists.filter((list) => list.source === source.name).map((list) => fileOf(list, origin))
    return { source, files: [...own(stored, 'store'), ...files, ...own(fetched, 'network')] }
  })
  const { contents, accepted, used, ...found } = assembleLists(inputs, context)
  // A list that is refused now, for example because of a wrong clock or setting, remains in the store. It is checked again at each refresh, and only a better
  // one replaces it. When the same content was downloaded again, the download is kept, which has the newer ETag and Last-Modified.
  const known = [...stored, ...used]
  const renewed = fetched.filter((list) => used.some((one) => one.digest === list.digest && keyOf(one) === keyOf(list)))
  return {
    trust: {
      ...shareTrustIndex(buildTrustSnapshot([...certificates, ...contents]), context.cache),
      facts: { ...found, checkedAt: context.now },
    },
    lists: [...new Map([...known, ...renewed].map((list) => [keyOf(list), list])).values()],
    accepted: new Map([...context.accepted, ...accepted]),
  }
}

/** What a process remembers about its lists between two refreshes. Plain data, so that it can be sent to a thread. */
export interface ListState {
  /** Accepted lists that could not be saved. They take precedence over those in the store. */
  readonly unsaved: readonly StoredList[]
  /** Every list that was ever accepted, because the store may have lost it. */
  readonly accepted: AcceptedLists
  /** `keyOfResult` of the lists and files of the last check. A refresh with the same key does not check again. Null: it always checks. */
  readonly lastCheck: string | null
}

export const nothingKnown: ListState = Object.freeze({ unsaved: [], accepted: new Map(), lastCheck: null })

export interface RefreshSettings extends CheckSettings {
  /** Folder of the store; null: lists are held in memory only. */
  readonly store: string | null
  /** False: the store is read but never written, for example for a check at another time, or because it belongs to another process. */
  readonly keep: boolean
}

/** Input of a refresh: settings and the last state. Plain data, so that it can be sent to a thread. */
export interface RefreshRequest extends RefreshSettings {
  readonly now: Instant
  /** False: nothing is downloaded; only stored lists and folders are checked. */
  readonly online: boolean
  /** Ids of lists that may have lost most of their entries. */
  readonly mayBePoorer: readonly string[]
  readonly state: ListState
}

/** Result of a refresh: the new state, the resulting trust, and what happened. */
export interface RefreshOutcome {
  /** Null when the inputs are the same as at the last check. */
  readonly trust: CheckedTrust | null
  readonly state: ListState
  readonly attempts: readonly Attempt[]
  /** Problems of the store: failed operations, and lost or damaged files; one sentence each. */
  readonly problems: readonly string[]
}

export interface RefreshTools {
  readonly disk: Disk
  readonly fetch: Fetcher
  /** Reads the files of a folder that is used instead of the network. */
  readonly readFolder: ReadFolder
  readonly cache: AssemblyContext['cache']
  readonly limits: {
    readonly trustedList: TrustedListLimits
    readonly trustRefresh: Pick<DownloadContext, 'concurrency' | 'maxTotalBytes'> & { readonly maxManifestBytes: number }
  }
}

/**
 * Performs one refresh: reads the store, downloads lists or reads folders, checks everything (`checkLists`), and saves the good lists. Rejects only with internal
 * errors.
 *
 * @example
 * const first = await performRefresh({ ...settings, now, online: true, mayBePoorer: [], state: nothingKnown }, tools)
 * const second = await performRefresh({ ...settings, now, online: true, mayBePoorer: [], state: first.state }, tools)
 */
export async function performRefresh(request: RefreshRequest, tools: RefreshTools): Promise<RefreshOutcome> {
  const { sources, certificates, now, state } = request
  const check = { now, limits: tools.limits.trustedList, cache: tools.cache, mayBePoorer: new Set(request.mayBePoorer) }
  const folders = foldersOf(sources, tools.readFolder)
  const ofFolders = identitiesOf(folders)
  const { lists: stored, accepted, readable, ...known } = await readStored(request, tools)
  const { fetched, attempts } = await download(request, folders, stored, { ...check, accepted }, tools)
  const problems = [...known.problems]
  const isSaved = state.unsaved.length === 0 || request.store === null || !request.keep
  if (isSaved && state.lastCheck === keyOfResult(request, [...stored, ...fetched], ofFolders))
    return { trust: null, state: { ...state, accepted }, attempts, problems }
  const result = checkLists(certificates, stored, fetched, folders, { ...check, accepted })
  const saved = await save(request, result, readable, ofFolders, tools, problems)
  const lastCheck = keyOfResult(request, [...result.lists, ...fetched], ofFolders)
  const unsaved = saved ? [] : result.lists
  return { trust: result.trust, state: { unsaved, accepted: result.accepted, lastCheck }, attempts, problems }
}

/** Downloads the lists of all sources without a folder; reports the problems of folders. */
async function download(
  { online }: RefreshRequest,
  folders: readonly SourceFolder[],
  stored: readonly StoredList[],
  check: AssemblyContext,
  { fetch, limits }: RefreshTools,
): Promise<Downloads> {
  const fetched: StoredList[] = []
  const attempts: Attempt[] = []
  for (const { source, problem } of folders) {
    const { name, territory, folder } = source
    if (folder !== null && problem !== null)
      attempts.push({ source: name, territory, location: folder, outcome: 'failed', message: problem })
    if (folder !== null || !online) continue
    const own = stored.filter((list) => list.source === name)
    const downloads = await downloadLists(source, own, { fetch, check, ...limits.trustRefresh })
    fetched.push(...downloads.fetched)
    attempts.push(...downloads.attempts)
  }
  return { fetched, attempts }
}

/** Reads the store and adds the lists in memory. Never rejects: when the disk fails, this is reported, and only the lists in memory are used. */
async function readStored({ store, state: { unsaved, accepted } }: RefreshRequest, tools: RefreshTools): Promise<StoreContent> {
  if (store === null) return { lists: unsaved, accepted, problems: [], readable: false }
  const newer = new Set(unsaved.map(keyOf))
  try {
    const known = await openStore(store, tools).load()
    const lists = [...unsaved, ...known.lists.filter((list) => !newer.has(keyOf(list)))]
    return { ...known, lists, accepted: joinAccepted(known.accepted, accepted) }
  } catch (error) {
    return { lists: unsaved, accepted, problems: [`The store ${store} cannot be read: ${reasonOf(error)}.`], readable: false }
  }
}

/** Saves lists and result; false when the lists were not saved. A result that cannot be saved only makes the next start slower. */
async function save(
  request: RefreshRequest,
  { trust, ...good }: FinishedCheck,
  readable: boolean,
  ofFolders: readonly string[],
  tools: RefreshTools,
  problems: string[],
): Promise<boolean> {
  const { store, keep } = request
  if (store === null || !keep) return false
  const kept = openStore(store, tools)
  const notSaved = (reason: string) => {
    problems.push(`The lists could not be saved in ${store}${reason}. They stay in use until the service stops.`)
    return false
  }
  if (!readable) return notSaved(', because its content cannot be read')
  try {
    await kept.save(good)
  } catch (error) {
    return notSaved(`: ${reasonOf(error)}`)
  }
  try {
    await kept.saveResult(keyOfResult(request, good.lists, ofFolders), trust)
  } catch (error) {
    problems.push(`The result of the check could not be saved in ${store}: ${reasonOf(error)}. The next start takes longer.`)
  }
  return true
}

/** Merges both: for each list the entry with the higher number. When only one entry has an `origin`, that one is used. */
function joinAccepted(one: AcceptedLists, other: AcceptedLists): AcceptedLists {
  const joined = new Map(one)
  for (const [id, accepted] of other) {
    const known = joined.get(id) ?? accepted
    const [lower, higher] = known.sequenceNumber <= accepted.sequenceNumber ? [known, accepted] : [accepted, known]
    joined.set(id, { ...higher, origin: higher.origin ?? lower.origin })
  }
  return joined
}

function openStore(folder: string, { disk, limits }: RefreshTools): ListStore {
  return new ListStore(disk, folder, limits.trustRefresh.maxManifestBytes)
}
