/**
 * Supply of trusted lists: fetches, authenticates, keeps and refreshes the lists of the European Union and of other lists of lists, and gives what they say to
 * `trust`. Nothing here judges a document. Network, disk and folders are handed in.
 *
 * - anchors/         who may sign the list of lists of the EU, built in
 * - list-settings/   which lists are trusted, and where they come from
 * - trusted-list/    a list: bytes -> what it says; its signature; whether it is the one that was promised
 * - lotl/            a list of lists: the way from pinned certificates over pivots
 * - list-set/        all files of all sources and what was accepted before -> the lists that are trusted, what was refused and why
 * - refresh/         one refresh: the store, the network and folders -> new state of the store, new trust
 *
 * Another kind of supply (the configuration of an X-Road instance) would be a folder beside this one, with a settings file of its own; what it trusts stays
 * apart from the snapshot of the lists.
 */
export { type AnnouncedList, announcedLists, pivotsNeeded } from './list-set/announcements.js'
export { assembleLists, type SourceFiles } from './list-set/assemble-lists.js'
export type { AssemblyContext } from './list-set/assembly.js'
export { idOfListOfLists } from './list-set/choose-list-of-lists.js'
export { type ListFile, type ListOrigin, type ListPromise, unpackList } from './list-set/list-file.js'
export type { AcceptedListFacts, ListNotice, ListRefusal, ListSet, ListSigner, PinnedInUse, UsedFile } from './list-set/list-set.js'
export type { ListSource, PinnedSigners, TerritoryChoice } from './list-set/list-source.js'
export { isStale, type TrustWarning, trustWarnings } from './list-set/warnings.js'
export { type ConfiguredSource, type ListSettingsContext, listFilesOf, readListSettings } from './list-settings/read-list-settings.js'
export { type Attempt, type CheckedFacts, type CheckedTrust, nothingChecked, trustOfPacked } from './refresh/checked-trust.js'
export type { Disk } from './refresh/disk.js'
export {
  type FetchAnswer,
  FetchError,
  type FetchErrorCode,
  type Fetcher,
  type FetchQuestion,
  type FetchRequest,
} from './refresh/fetcher.js'
export { identitiesOf, keyOfResult } from './refresh/inputs.js'
export { readKeptResult } from './refresh/kept-result.js'
export { type FolderFile, foldersOf, type ReadFolder, type SourceFolder } from './refresh/list-folder.js'
export { type AcceptedLists, ListStore, manifestName, type NamedList, namesIn, type StoredList } from './refresh/list-store.js'
export {
  type ListState,
  nothingKnown,
  performRefresh,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshTools,
} from './refresh/perform-refresh.js'
export type { AcceptedList, ListOfListsOrigin } from './trusted-list/accept-national-list.js'
export type { TrustedListLimits } from './trusted-list/trusted-list.js'
export { TrustedListError, type TrustedListErrorCode } from './trusted-list/trusted-list-error.js'
