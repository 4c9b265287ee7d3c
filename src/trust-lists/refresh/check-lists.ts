import type { Instant } from '#model'
import { buildTrustSnapshot, type SharedIndex, shareTrustIndex, type TrustContent } from '#trust'
import { assembleLists } from '../list-set/assemble-lists.js'
import { unpackList } from '../list-set/list-file.js'
import type { AssemblyContext, ListSet, UsedFile } from '../list-set/list-set.js'
import type { SourceFolder } from '../list-settings/list-folder.js'
import { type AcceptedLists, fileOf, keyOf, packForStore, type StoredList } from './list-store.js'

/** The results of one check of all lists. Plain data. */
export interface CheckedFacts extends Pick<ListSet, 'lists' | 'refusals' | 'notices' | 'pinned'> {
  readonly checkedAt: Instant
}

export interface CheckedTrust extends SharedIndex {
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

export interface FinishedCheck {
  readonly trust: CheckedTrust
  /** The new content of the store. */
  readonly lists: readonly StoredList[]
  /** Every list that was ever accepted. */
  readonly accepted: AcceptedLists
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
 * The new content of the store: the accepted lists, and for all other keys the lists that it already contains. A list that is refused now, for example because
 * of a wrong clock or setting, remains in the store. It is checked again at each refresh, and only a better one replaces it.
 */
function goodLists(
  used: readonly UsedFile[],
  stored: readonly StoredList[],
  fetched: readonly StoredList[],
  maxBytes: number,
): readonly StoredList[] {
  const good = new Map(stored.map((list) => [keyOf(list), list]))
  for (const { file, ...list } of used) {
    // The same content was downloaded again: prefer the download, which has the newer ETag and Last-Modified.
    const known = [...fetched, ...stored].find((one) => one.digest === list.digest && keyOf(one) === keyOf(list))
    good.set(keyOf(list), known ?? { ...list, bytes: packForStore(unpackList(file.bytes(), maxBytes)), fetched: null })
  }
  return [...good.values()]
}
