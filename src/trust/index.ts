/**
 * What is trusted, and what follows from it for one signature. Settings and trusted lists become an immutable `TrustSnapshot`, packed with its index for all
 * threads; `collectValidationData` joins it with the facts of a signature: verified paths, who signed each revocation datum, and what that
 * datum says about which certificate. Nothing is judged here: roles, statuses and times are the policy's.
 *
 * - settings/        files that the operator names -> services, or an error that says what to write instead
 * - anchors/         who may sign the list of lists of the EU, built in
 * - list-settings/   which lists are trusted, and where they come from
 * - trusted-list/    a list: bytes -> what it says; its signature; whether it is the one that was promised
 * - lotl/            a list of lists: the way from pinned certificates over pivots
 * - list-set/        all files of all sources -> the lists that are trusted, what was refused and why
 * - snapshot/        services -> snapshot with a digest -> index, packed for all threads
 * - path/            certificates of the signature and the snapshot -> prospective paths, within a budget
 * - revocation/      OCSP responses and CRLs -> statuses of the certificates in the paths, and signers
 */
/** The cache that signature and trust share in one thread. `service` joins the two and may not reach the readers, so it gets it from here. */
export { createDecodedCache } from '#x509'
export { type CertificateData, collectCertificateData } from './collect-certificate-data.js'
export { collectValidationData, type TrustContext } from './collect-validation-data.js'
export { type AnnouncedList, announcedLists, pivotsNeeded } from './list-set/announcements.js'
export { assembleLists, type SourceFiles } from './list-set/assemble-lists.js'
export type { AssemblyContext } from './list-set/assembly.js'
export { idOfListOfLists } from './list-set/choose-list-of-lists.js'
export { type ListFile, type ListOrigin, type ListPromise, unpackList } from './list-set/list-file.js'
export type { AcceptedListFacts, ListNotice, ListRefusal, ListSet, ListSigner, PinnedInUse, UsedFile } from './list-set/list-set.js'
export type { ListSource, PinnedSigners, TerritoryChoice } from './list-set/list-source.js'
export { isStale, type TrustWarning, trustWarnings } from './list-set/warnings.js'
export { type ConfiguredSource, type ListSettingsContext, listFilesOf, readListSettings } from './list-settings/read-list-settings.js'
export type { PathLimits } from './path/work-budget.js'
export { readCertificateFile } from './settings/certificate-file.js'
export { readTrustSettings, type TrustSettingsContext } from './settings/read-trust-settings.js'
export type { TrustFileAccess, TrustLimits } from './settings/trust-files.js'
export { TrustSettingsError, type TrustSettingsErrorCode } from './settings/trust-settings-error.js'
export { buildTrustSnapshot, type TrustContent } from './snapshot/build-snapshot.js'
export {
  indexSnapshot,
  openPackedIndex,
  packTrustIndex,
  type SnapshotSummary,
  summaryOfIndex,
  type TrustIndex,
} from './snapshot/trust-index.js'
export type { AcceptedList, ListOfListsOrigin } from './trusted-list/accept-national-list.js'
export type { TrustedListLimits } from './trusted-list/trusted-list.js'
export { TrustedListError, type TrustedListErrorCode } from './trusted-list/trusted-list-error.js'
