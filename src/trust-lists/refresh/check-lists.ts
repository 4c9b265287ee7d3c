import type { Instant } from '#model'
import { buildTrustSnapshot, type SharedIndex, shareTrustIndex, type TrustContent } from '#trust'
import { assembleLists } from '../list-set/assemble-lists.js'
import { unpackList } from '../list-set/list-file.js'
import type { AssemblyContext, ListSet, UsedFile } from '../list-set/list-set.js'
import type { SourceFolder } from '../list-settings/list-folder.js'
import { type AcceptedLists, fileOf, keyOf, packForStore, type StoredList } from './list-store.js'

/** The facts of one check of all lists. Plain data. */
export interface CheckedFacts extends Pick<ListSet, 'lists' | 'refusals' | 'notices' | 'pinned'> {
  readonly checkedAt: Instant
}

export interface CheckedTrust extends SharedIndex {
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

export interface FinishedCheck {
  readonly trust: CheckedTrust
  /** What the store should hold from now on. */
  readonly lists: readonly StoredList[]
  /** Everything that was ever accepted. */
  readonly accepted: AcceptedLists
}

/**
 * One check of all lists, the part of a refresh without input and output: the same settings, state, files and moment give the same new state, trust and
 * findings. Every list that was good before takes part, so nothing that the network brings can take it away without being better.
 *
 * @param certificates trusted beside the lists
 * @param stored lists of the last state
 * @param folders one for each source
 */
export function checkLists(
  certificates: readonly TrustContent[],
  stored: readonly StoredList[],
  fetched: readonly StoredList[],
  folders: readonly SourceFolder[],
  context: AssemblyContext,
): FinishedCheck {
  const inputs = folders.map(({ source, files }) => {
    const own = (lists: readonly StoredList[]) => lists.filter((list) => list.source === source.name)
    const ofStore = own(stored).map((list) => fileOf(list, 'store'))
    return { source, files: [...ofStore, ...files, ...own(fetched).map((list) => fileOf(list, 'network'))] }
  })
  const { contents, accepted, used, ...found } = assembleLists(inputs, context)
  const snapshot = buildTrustSnapshot([...certificates, ...contents])
  return {
    trust: { ...shareTrustIndex(snapshot, context.cache), facts: { ...found, checkedAt: context.now } },
    lists: goodLists(used, stored, fetched, context.limits.xml.maxBytes),
    accepted: new Map([...context.accepted, ...accepted]),
  }
}

/**
 * What the store should hold: the lists that are trusted now, and beside them what it held of other lists. A list that is refused today, because the
 * clock is wrong or a setting was, is kept: it is checked at each reading, and only a better one takes its place.
 */
function goodLists(
  used: readonly UsedFile[],
  stored: readonly StoredList[],
  fetched: readonly StoredList[],
  maxBytes: number,
): readonly StoredList[] {
  const good = new Map(stored.map((list) => [keyOf(list), list]))
  for (const { file, ...list } of used) {
    // Fetched again with the same content: what the server says of it now is the newer knowledge.
    const known = [...fetched, ...stored].find((one) => one.digest === list.digest && keyOf(one) === keyOf(list))
    good.set(keyOf(list), known ?? { ...list, bytes: packForStore(unpackList(file.bytes(), maxBytes)), fetched: null })
  }
  return [...good.values()]
}
