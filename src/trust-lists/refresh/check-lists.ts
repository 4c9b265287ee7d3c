import type { Instant } from '#model'
import { buildTrustSnapshot, packTrustIndex, type SnapshotSummary, summaryOfIndex, type TrustContent } from '#trust'
import { assembleLists, type SourceFiles } from '../list-set/assemble-lists.js'
import { unpackList } from '../list-set/list-file.js'
import type { AcceptedListFacts, AssemblyContext, ListNotice, ListRefusal, ListSet, PinnedInUse } from '../list-set/list-set.js'
import type { SourceFolder } from './list-folder.js'
import { type AcceptedLists, fileOf, keyOfPromise, packForStore, type StoredList } from './list-store.js'

/** What became of one download, or of one folder. */
export interface Attempt {
  readonly source: string
  /** `EE`, or the territory of the list of lists. */
  readonly territory: string
  readonly location: string
  readonly outcome: 'fetched' | 'not-modified' | 'failed'
  /** Why it failed; null when it did not. */
  readonly message: string | null
}

/** The facts of one check of all lists, and of the downloads before it. Plain data. */
export interface CheckedFacts {
  readonly lists: readonly AcceptedListFacts[]
  readonly refusals: readonly ListRefusal[]
  readonly notices: readonly ListNotice[]
  readonly pinned: readonly PinnedInUse[]
  /** When the lists were checked. */
  readonly checkedAt: Instant
}

/** The packed index of the trust that follows from a check, in memory that threads share, with the facts of the check. */
export interface CheckedTrust {
  readonly summary: SnapshotSummary
  readonly packed: SharedArrayBuffer
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

/** A packed index in memory that threads share. */
export function trustOfPacked(bytes: Uint8Array, facts: CheckedFacts): CheckedTrust {
  const packed = new SharedArrayBuffer(bytes.length)
  new Uint8Array(packed).set(bytes)
  return { summary: summaryOfIndex(bytes), packed, facts }
}

/** Everything that takes part in a check, read already. */
export interface ListsAtHand {
  /** Of the store, or of those that no disk has taken. */
  readonly stored: readonly StoredList[]
  readonly fetched: readonly StoredList[]
  /** One for each source. */
  readonly folders: readonly SourceFolder[]
}

export interface FinishedCheck {
  readonly trust: CheckedTrust
  /** What the store should hold from now on. */
  readonly lists: readonly StoredList[]
  /** Everything that was ever accepted. */
  readonly accepted: AcceptedLists
}

/**
 * One check of all lists: the same settings, lists and moment give the same trust. Every list that was good before takes part, so nothing that the network
 * brings can take it away without being better.
 *
 * @param certificates trusted beside the lists
 */
export function checkLists(
  certificates: readonly TrustContent[],
  atHand: ListsAtHand,
  context: AssemblyContext & { readonly now: Instant },
): FinishedCheck {
  const set = assembleLists(filesOf(atHand), context)
  const { contents, lists, refusals, notices, pinned } = set
  const packed = packTrustIndex(buildTrustSnapshot([...certificates, ...contents]), context.cache)
  return {
    trust: trustOfPacked(packed, { lists, refusals, notices, pinned, checkedAt: context.now }),
    lists: goodLists(set, atHand, context.limits.xml.maxBytes),
    accepted: new Map([...context.accepted, ...set.accepted]),
  }
}

function filesOf({ stored, fetched, folders }: ListsAtHand): readonly SourceFiles[] {
  const own = (lists: readonly StoredList[], source: string) => lists.filter((list) => list.source === source)
  return folders.map(({ source, files }) => ({
    source,
    files: [
      ...own(stored, source.name).map((list) => fileOf(list, 'store')),
      ...files,
      ...own(fetched, source.name).map((list) => fileOf(list, 'network')),
    ],
  }))
}

/**
 * What the store should hold: the lists that are trusted now, and beside them what it held of other lists. A list that is refused today, because the
 * clock is wrong or a setting was, is kept: it is checked at each reading, and only a better one takes its place.
 */
function goodLists({ used }: ListSet, { fetched, stored }: ListsAtHand, maxBytes: number): readonly StoredList[] {
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
