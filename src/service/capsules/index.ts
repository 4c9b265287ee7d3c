/**
 * The use cases of key capsules: store one, fetch one, clean up after expiry, move all of them to another store, and say who a client is.
 * `open-capsule-store` opens what the settings name; the embedded store writes in a thread of its own (`embedded-store`, `writer`, `writer-thread`).
 */

// The words of a request, for the interface that reads it.
export {
  type CapsuleProblem,
  type CapsuleRecord,
  CapsuleRefused,
  type CapsuleStore,
  capsuleTypeNames,
  checkCapsule,
  type DatabaseContent,
  fieldLengths as capsuleFieldLengths,
  formatExpiryTime,
  hasLengthOfTransactionId,
  isTransactionId,
  readExpiryTime,
  StoreDamaged,
  type StoredCapsule,
  StoreUnavailable,
  transactionIdForm,
  transactionIdLengths,
} from '#capsule'
export { backupCapsules, CopyRefused, restoreCapsules, verifyBackup } from './backup-capsules.js'
export {
  type CapsuleClient,
  type CapsuleCounts,
  type CapsuleService,
  type CapsuleStoreState,
  type ClientAdmission,
  openCapsuleService,
} from './capsule-service.js'
export type { CapsuleReader } from './fetch-key-capsule.js'
export { javaServerDatabase } from './java-server-database.js'
export { DumpUnreadable, javaServerDump } from './java-server-dump.js'
export { exportCapsules, type ImportOutcome, importCapsules } from './move-capsules.js'
export { openCapsuleStore } from './open-capsule-store.js'
export type { CapsuleSubmission } from './store-key-capsule.js'
export { readSettingFile } from './trust-folder.js'
