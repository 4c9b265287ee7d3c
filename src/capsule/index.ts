/**
 * Key capsules: what a sender leaves on the server so that the holder of one private key can open a container, years later.
 *
 * `capsule-types` holds the closed list of types and what the bytes of each must be, `check-capsule` asks it. `expiry` reads and bounds the time until
 * which a capsule is kept, `transaction-id` names it, `recipient-of-key` writes a public key as senders do. `capsule-store` is the contract of a store;
 * `sql/` implements it in SQLite and PostgreSQL, each given its database client from outside. `json-lines` moves capsules between stores.
 * README.md argues why no acknowledged capsule is lost. Nothing here knows HTTP, certificates or the validation of signatures.
 */
export * from './capsule.js'
export { type CapsuleStore, type Deletion, type MoveResult, StoreDamaged, StoreUnavailable } from './capsule-store.js'
export { capsuleTypeNames } from './capsule-types.js'
export { checkCapsule, fieldLengths } from './check-capsule.js'
export { decideExpiry, type Expiry, type ExpiryBounds, formatExpiryTime, readExpiryTime } from './expiry.js'
export { type JavaServerRow, javaServerColumns, readJavaServerRow } from './java-server-row.js'
export { readTransferLine, writeEnd, writeRecord } from './json-lines.js'
export { type Recipient, recipientOfKey } from './recipient-of-key.js'
export { beginSession, openPostgresStore, type PostgresQueries, replicationGivenUp } from './sql/postgres-store.js'
export { SqliteCapsules, type SqliteDatabase, type SqliteValue } from './sql/sqlite-capsules.js'
export { assertRecordsFindable, copyDatabaseInto, type DatabaseContent, inspectDatabase } from './sql/sqlite-inspection.js'
export { type ClockReading, type KeptClock, StoreClock } from './store-clock.js'
export {
  hasLengthOfTransactionId,
  isTransactionId,
  randomIdBytes,
  transactionIdForm,
  transactionIdLengths,
  transactionIdOf,
} from './transaction-id.js'
