import type { Instant } from '#model'
import {
  type AcceptedList,
  type AssemblyContext,
  assembleLists,
  buildTrustSnapshot,
  type ConfiguredSource,
  type ListSet,
  packTrustIndex,
  type SourceFiles,
  type TrustContent,
  type TrustedListLimits,
  unpackList,
} from '#trust'
import { type Attempt, type CheckedTrust, shareBytes } from './checked-trust.js'
import type { Disk } from './disk.js'
import { downloadLists, fileOf, keyOfPromise } from './download-lists.js'
import type { Fetcher } from './fetcher.js'
import { identitiesOf, identityOf, keyOfResult } from './inputs.js'
import { keepResult } from './kept-result.js'
import type { ReadFolder } from './list-folder.js'
import { ListStore, packForStore, type StoredList } from './list-store.js'

type Cache = AssemblyContext['cache']

/** What a refresh is told. Plain data, so that it can be sent to a thread. */
export interface RefreshRequest {
  readonly sources: readonly ConfiguredSource[]
  /** Trusted certificates beside the lists. */
  readonly certificates: readonly TrustContent[]
  readonly now: Instant
  /** Folder of the store; null: nothing is kept. */
  readonly store: string | null
  /** False: only what is at hand is checked. */
  readonly online: boolean
  /** Lists that are trusted but that no disk has taken; they stand in for those of the store. */
  readonly unsaved: readonly StoredList[]
  /** `AssemblyContext.floor`. */
  readonly floor: readonly (readonly [string, AcceptedList])[]
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

/**
 * One refresh: what the store holds, what the network or a folder brings, one check of all of it, and the good lists back into the store. Every
 * list that was good before takes part in the check, so nothing that the network brings can take it away without being better.
 * Rejects only for faults of ours, and when a folder cannot be read at all.
 */
export async function performRefresh(request: RefreshRequest, tools: RefreshTools): Promise<RefreshOutcome> {
  const problems: string[] = []
  const stored = await readStored(request, tools.disk, problems)
  const context: AssemblyContext = {
    now: request.now,
    limits: tools.limits.trustedList,
    cache: tools.cache,
    floor: new Map(request.floor),
    mayBePoorer: new Set(request.mayBePoorer),
  }
  const attempts: Attempt[] = []
  const fetched: StoredList[] = []
  const inputs: SourceFiles[] = []
  for (const { source, files } of filesOf(request.sources, stored, tools.readFolder)) {
    const own = stored.filter((list) => list.source === source.name)
    const folder = request.sources.find((one) => one.source === source)?.folder ?? null
    if (folder !== null || !request.online) inputs.push({ source, files })
    else {
      const downloads = await downloadLists(source, own, { fetch: tools.fetch, check: context, ...tools.limits.trustRefresh })
      attempts.push(...downloads.attempts)
      fetched.push(...downloads.fetched)
      inputs.push({ source, files: [...files, ...downloads.fetched.map((list) => fileOf(list, 'network'))] })
    }
  }
  const seen = identitiesOf([...stored, ...fetched], request.sources, tools.readFolder)
  if (bringsNothingNew(request, seen)) return { trust: null, attempts, memory: request.lastCheck, unsaved: [], problems }
  const lists = assembleLists(inputs, context)
  const trust = trustOf(lists, request, tools.cache)
  const good = goodLists(lists, fetched, stored, context.limits.xml.maxBytes)
  const saved = await save(request, good, trust, tools, problems)
  const kept = good.map(identityOf)
  return { trust, attempts, memory: { inputs: [...seen, ...kept], kept }, unsaved: saved ? [] : good, problems }
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

async function readStored({ store, unsaved }: RefreshRequest, disk: Disk, problems: string[]): Promise<readonly StoredList[]> {
  if (store === null) return unsaved
  const keyOf = (list: StoredList) => `${list.source} ${keyOfPromise(list.promise)}`
  const newer = new Set(unsaved.map(keyOf))
  try {
    const content = await new ListStore(disk, store).load()
    problems.push(...content.problems)
    return [...unsaved, ...content.lists.filter((list) => !newer.has(keyOf(list)))]
  } catch (error) {
    problems.push(`The store ${store} cannot be read: ${reasonOf(error)}.`)
    return unsaved
  }
}

function trustOf(
  { contents, lists, refusals, notices, pinned }: ListSet,
  { certificates, now }: RefreshRequest,
  cache: Cache,
): CheckedTrust {
  const snapshot = buildTrustSnapshot([...certificates, ...contents])
  const { digest, sources, services } = snapshot
  return {
    summary: { digest, sources, services: services.length, certificates: snapshot.certificates.length },
    packed: shareBytes(packTrustIndex(snapshot, cache)),
    facts: { lists, refusals, notices, pinned, checkedAt: now },
  }
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

/** False when the lists could not be saved. A result that could not be kept costs time at the next start and nothing else. */
async function save(
  { store, sources, certificates, now }: RefreshRequest,
  good: readonly StoredList[],
  trust: CheckedTrust,
  { disk, readFolder }: RefreshTools,
  problems: string[],
): Promise<boolean> {
  if (store === null) return false
  try {
    await new ListStore(disk, store).save(good, now)
  } catch (error) {
    problems.push(`The lists could not be saved in ${store}: ${reasonOf(error)}. They stay in use until the service stops.`)
    return false
  }
  try {
    await keepResult(disk, store, keyOfResult(sources, certificates, identitiesOf(good, sources, readFolder)), trust)
  } catch (error) {
    problems.push(`The result of the check could not be saved in ${store}: ${reasonOf(error)}. The next start takes longer.`)
  }
  return true
}

/** What is at hand without a network: the lists of the store, and the folders. */
export function filesOf(
  sources: readonly ConfiguredSource[],
  stored: readonly StoredList[],
  readFolder: RefreshTools['readFolder'],
): readonly SourceFiles[] {
  return sources.map(({ source, folder }) => ({
    source,
    files: [
      ...stored.filter((list) => list.source === source.name).map((list) => fileOf(list, 'store')),
      ...(folder === null ? [] : readFolder(folder)),
    ],
  }))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
