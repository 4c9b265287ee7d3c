/**
 * The use cases of key capsules: store and fetch a capsule, delete expired capsules, move all capsules to another store, back up and restore, authenticate
 * clients. `open-capsule-store` opens the configured store; the embedded store writes in a separate thread (`embedded-store`, `writer`, `writer-thread`).
 * `#capsule` defines the types of capsules and the rules for them.
 */
export { backupCapsules, CopyRefused, digestOfFile, restoreCapsules, verifyBackup } from './backup-capsules.js'
export {
  type CapsuleClient,
  type CapsuleCounts,
  type CapsuleService,
  type CapsuleStoreState,
  openCapsuleService,
} from './capsule-service.js'
export type { CapsuleReader } from './fetch-key-capsule.js'
export { JavaServerUnreadable, javaServerDatabase } from './java-server-database.js'
export { exportCapsules, type ImportOutcome, importCapsules } from './move-capsules.js'
export { assertCapsuleFolder, openCapsuleStore } from './open-capsule-store.js'
export type { CapsuleSubmission } from './store-key-capsule.js'
export { readSettingFile } from './trust-folder.js'
