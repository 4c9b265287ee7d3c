/**
 * Trusted lists: fetches, authenticates, stores and refreshes the lists of the European Union and of other lists of lists, and provides their services to
 * `trust`. Access to network, disk and folders is injected. Nothing here evaluates a document.
 */
export type { AcceptedListFacts, ListSource, TrustWarning } from './list-set/list-set.js'
export { isStale, trustWarnings } from './list-set/warnings.js'
export { foldersOf, listFilesOf, type ReadFolder } from './list-settings/list-folder.js'
export { readListSettings } from './list-settings/read-list-settings.js'
export type { Disk } from './refresh/access.js'
export {
  type FetchAnswer,
  FetchError,
  type Fetcher,
  type FetchRequest,
} from './refresh/access.js'
export type { Attempt } from './refresh/download-lists.js'
export { ListStore } from './refresh/list-store.js'
export { manifestName, readManifest } from './refresh/manifest.js'
export {
  type CheckedFacts,
  type CheckedTrust,
  type ListState,
  nothingChecked,
  nothingKnown,
  performRefresh,
  type RefreshOutcome,
  type RefreshRequest,
  type RefreshSettings,
  type RefreshTools,
} from './refresh/perform-refresh.js'
export { identitiesOf, keyOfResult } from './refresh/result-key.js'
export { changesBetween } from './watch/changes-between.js'
export { type TrustChange, trustChangeIn, trustChangeKinds } from './watch/trust-change.js'
