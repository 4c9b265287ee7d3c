import type { Instant } from '#model'
import { buildTrustSnapshot, type SharedIndex, shareTrustIndex, type TrustContent } from '#trust'
import { assembleLists, type SourceFiles } from '../list-set/assemble-lists.js'
import { fileOf, keyOf, type StoredList } from '../list-set/list-file.js'
import type { AssemblyContext, ListSet } from '../list-set/list-set.js'
import type { StoreContent } from './list-store.js'

/** The results of one check of all lists. Plain data. */
export interface CheckedFacts extends Pick<ListSet, 'lists' | 'refusals' | 'notices' | 'pinned'> {
  readonly checkedAt: Instant
}

export interface CheckedTrust extends SharedIndex {
  readonly facts: CheckedFacts
}

export const nothingChecked = (now: Instant): CheckedFacts => ({ lists: [], refusals: [], notices: [], pinned: [], checkedAt: now })

/** The trust that follows from the lists, the new content of the store, and every list that was ever accepted. */
export interface FinishedCheck extends Pick<StoreContent, 'lists' | 'accepted'> {
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
