import type { Instant } from '#model'
import { buildTrustSnapshot, packTrustIndex, type TrustContent } from '#trust'
import { assembleLists, type SourceFiles } from '../list-set/assemble-lists.js'
import type { AssemblyContext } from '../list-set/assembly.js'
import { unpackList } from '../list-set/list-file.js'
import type { ListSet } from '../list-set/list-set.js'
import type { ConfiguredSource } from '../list-settings/read-list-settings.js'
import type { TrustedListLimits } from '../trusted-list/trusted-list.js'
import { type Attempt, type CheckedTrust, trustOfPacked } from './checked-trust.js'
import type { Disk } from './disk.js'
import { type Downloads, downloadLists, fileOf, keyOfPromise } from './download-lists.js'
import type { Fetcher } from './fetcher.js'
import { identitiesOf, identityOf, keyOfResult } from './inputs.js'
import { keepResult } from './kept-result.js'
import { contentOfFolder, type ReadFolder } from './list-folder.js'
import { type AcceptedLists, joinAccepted, ListStore, packForStore, type StoreContent, type StoredList } from './list-store.js'

type Cache = AssemblyContext['cache']

/** What a refresh is told. Plain data, so that it can be sent to a thread. */
export interface RefreshRequest {
  readonly sources: readonly ConfiguredSource[]
  /** Trusted certificates beside the lists. */
  readonly certificates: readonly TrustContent[]
  readonly now: Instant
  /** Version and build of the program: results of another one are not used. */
  readonly program: string
  /** Folder of the store; null: nothing is kept. */
  readonly store: string | null
  /** False: only what is at hand is checked. */
  readonly online: boolean
  /** False: nothing is written into the store. For a look at another moment, which must leave no trace. */
  readonly keep: boolean
  /** Lists that are trusted but that no disk has taken; they stand in for those of the store. */
  readonly unsaved: readonly StoredList[]
  /** What this process has accepted before: the store may have lost it. */
  readonly accepted: AcceptedLists
  readonly mayBePoorer: readonly string[]
  /** What the last check looked at and kept: what brings nothing new is not checked again. Null: it is. */
  readonly lastCheck: CheckMemory | null
}

/** Names of files, as `identitiesOf` gives them. */
export interface CheckMemory {
  readonly inputs: readonly string[]
  readonly kept: readonly string[]
}

export interface RefreshOutcome {
  /** Null when the inputs are those of the last check. */
  readonly trust: CheckedTrust | null
  readonly attempts: readonly Attempt[]
  readonly memory: CheckMemory
  readonly unsaved: readonly StoredList[]
  /** Everything that was ever accepted. */
  readonly accepted: AcceptedLists
  /** What the disk refused, or had lost; one sentence each. */
  readonly problems: readonly string[]
}

/** What a refresh does things with. */
export interface RefreshTools {
  readonly disk: Disk
  readonly fetch: Fetcher
  /** The files of a folder that stands in for the network. */
  readonly readFolder: ReadFolder
  readonly cache: Cache
  readonly limits: {
    readonly trustedList: TrustedListLimits
    readonly trustRefresh: { readonly concurrency: number; readonly maxTotalBytes: number }
  }
}

/** How often a refresh begins its check again because another process has saved meanwhile. */
const maxRounds = 5

/**
 * One refresh: what the store holds, what the network or a folder brings, one check of all of it, and the good lists back into the store. Every
 * list that was good before takes part in the check, so nothing that the network brings can take it away without being better. What another process
 * has saved meanwhile takes part as well: then the check is made again, with the same downloads.
 * Rejects only for faults of ours.
 */
export async function performRefresh(request: RefreshRequest, tools: RefreshTools): Promise<RefreshOutcome> {
  const check = { now: request.now, limits: tools.limits.trustedList, cache: tools.cache, mayBePoorer: new Set(request.mayBePoorer) }
  let stored = await readStored(request, tools.disk)
  const { fetched, attempts } = await download(request, stored.lists, { ...check, accepted: stored.accepted }, tools)
  for (let round = 1; ; round++) {
    const { lists, version, accepted } = stored
    const problems = [...stored.problems]
    const seen = identitiesOf([...lists, ...fetched], request.sources, tools.readFolder)
    if (bringsNothingNew(request, seen)) return { trust: null, attempts, memory: request.lastCheck, unsaved: [], accepted, problems }
    const set = assembleLists(filesOf(request.sources, lists, tools.readFolder, fetched), { ...check, accepted })
    const trust = trustOf(set, request, tools.cache)
    const good = { lists: goodLists(set, fetched, lists, check.limits.xml.maxBytes), accepted: new Map([...accepted, ...set.accepted]) }
    const saved = await save(request, good, version, trust, tools, problems)
    if (saved === 'changed' && round < maxRounds) {
      stored = await readStored(request, tools.disk)
      continue
    }
    if (saved === 'changed') problems.push(`The lists could not be saved in ${request.store ?? ''}: another process keeps changing it.`)
    const kept = good.lists.map(identityOf)
    const unsaved = saved === 'saved' ? [] : good.lists
    return { trust, attempts, memory: { inputs: [...seen, ...kept], kept }, unsaved, accepted: good.accepted, problems }
  }
}

/** What the network brings for the sources that are asked for there. */
async function download(
  { sources, online }: RefreshRequest,
  stored: readonly StoredList[],
  check: AssemblyContext,
  { fetch, limits, readFolder }: RefreshTools,
): Promise<Downloads> {
  const fetched: StoredList[] = []
  const attempts: Attempt[] = []
  for (const { source, folder } of sources) {
    if (folder !== null) {
      const { problem } = contentOfFolder(folder, readFolder)
      const attempt = { source: source.name, territory: source.territory, location: folder }
      if (problem !== null) attempts.push({ ...attempt, outcome: 'failed', message: problem })
    }
    if (folder !== null || !online) continue
    const own = stored.filter((list) => list.source === source.name)
    const downloads = await downloadLists(source, own, { fetch, check, ...limits.trustRefresh })
    fetched.push(...downloads.fetched)
    attempts.push(...downloads.attempts)
  }
  return { fetched, attempts }
}

/** Everything at hand took part in the last check, and everything that it kept is still there. */
function bringsNothingNew(
  request: RefreshRequest,
  seen: readonly string[],
): request is RefreshRequest & { readonly lastCheck: CheckMemory } {
  if (request.lastCheck === null || (request.unsaved.length > 0 && request.store !== null)) return false
  const known = new Set(request.lastCheck.inputs)
  const present = new Set(seen)
  return seen.every((identity) => known.has(identity)) && request.lastCheck.kept.every((identity) => present.has(identity))
}

/** Never rejects: a disk that fails is told, and then only what is in memory counts. Whatever lies there is replaced. */
async function readStored({ store, unsaved, accepted }: RefreshRequest, disk: Disk): Promise<Stored> {
  if (store === null) return { lists: unsaved, accepted, problems: [], version: null }
  const keyOf = (list: StoredList) => `${list.source} ${keyOfPromise(list.promise)}`
  const newer = new Set(unsaved.map(keyOf))
  try {
    const { lists, problems, version, ...known } = await new ListStore(disk, store).load()
    const joined = [...unsaved, ...lists.filter((list) => !newer.has(keyOf(list)))]
    return { lists: joined, accepted: joinAccepted(known.accepted, accepted), problems, version }
  } catch (error) {
    return { lists: unsaved, accepted, problems: [`The store ${store} cannot be read: ${reasonOf(error)}.`], version: null }
  }
}

type Stored = Omit<StoreContent, 'version'> & { readonly version: string | null }

function trustOf(
  { contents, lists, refusals, notices, pinned }: ListSet,
  { certificates, now }: RefreshRequest,
  cache: Cache,
): CheckedTrust {
  const packed = packTrustIndex(buildTrustSnapshot([...certificates, ...contents]), cache)
  return trustOfPacked(packed, { lists, refusals, notices, pinned, checkedAt: now })
}

/**
 * What the store should hold: the lists that are trusted now, and beside them what it held of other lists. A list that is refused today, because the
 * clock is wrong or a setting was, is kept: it is checked at each reading, and only a better one takes its place.
 */
function goodLists(
  { used }: ListSet,
  fetched: readonly StoredList[],
  stored: readonly StoredList[],
  maxBytes: number,
): readonly StoredList[] {
  const good = new Map<string, StoredList>()
  const keyOf = (source: string, promise: StoredList['promise']) => `${source} ${keyOfPromise(promise)}`
  for (const list of stored) good.set(keyOf(list.source, list.promise), list)
  for (const { source, promise, digest, file } of used) {
    const key = keyOf(source, promise)
    const same = (list: StoredList) => list.digest === digest && keyOf(list.source, list.promise) === key
    // Fetched again with the same content: what the server says of it now is the newer knowledge.
    const known = fetched.find(same) ?? stored.find(same)
    good.set(key, known ?? { source, promise, digest, bytes: packForStore(unpackList(file.bytes(), maxBytes)), fetched: null })
  }
  return [...good.values()]
}

/** `changed`: another process was faster, nothing was saved. A result that could not be kept costs time at the next start and nothing else. */
async function save(
  { store, keep, sources, certificates, now, program }: RefreshRequest,
  good: Pick<StoreContent, 'lists' | 'accepted'>,
  version: string | null,
  trust: CheckedTrust,
  { disk, readFolder }: RefreshTools,
  problems: string[],
): Promise<'saved' | 'changed' | 'failed'> {
  if (store === null || !keep) return 'failed'
  if (version === null) {
    problems.push(
      `The lists could not be saved in ${store}, because what it holds cannot be read. They stay in use until the service stops.`,
    )
    return 'failed'
  }
  try {
    if (!(await new ListStore(disk, store).save(good, now, version))) return 'changed'
  } catch (error) {
    problems.push(`The lists could not be saved in ${store}: ${reasonOf(error)}. They stay in use until the service stops.`)
    return 'failed'
  }
  try {
    await keepResult(disk, store, keyOfResult(sources, certificates, identitiesOf(good.lists, sources, readFolder), program), trust)
  } catch (error) {
    problems.push(`The result of the check could not be saved in ${store}: ${reasonOf(error)}. The next start takes longer.`)
  }
  return 'saved'
}

/** What is at hand: the lists of the store, the folders, and what was fetched. */
function filesOf(
  sources: readonly ConfiguredSource[],
  stored: readonly StoredList[],
  readFolder: RefreshTools['readFolder'],
  fetched: readonly StoredList[],
): readonly SourceFiles[] {
  const own = (lists: readonly StoredList[], source: string) => lists.filter((list) => list.source === source)
  return sources.map(({ source, folder }) => ({
    source,
    files: [
      ...own(stored, source.name).map((list) => fileOf(list, 'store')),
      ...(folder === null ? [] : contentOfFolder(folder, readFolder).files),
      ...own(fetched, source.name).map((list) => fileOf(list, 'network')),
    ],
  }))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
