/**
 * Key capsules: a sender stores one on the server so that the holder of one private key can open a container, perhaps years later.
 *
 * - `capsule-types`: the closed list of types and the rules for the bytes of each; `check-capsule` applies them
 * - `expiry`: reads and bounds the time of expiry; `transaction-id`: the ids; `recipient-of-key`: encodes a public key as senders do
 * - `capsule-store`: the contract of a store; `sql/` implements it for SQLite and PostgreSQL, with a database client that the caller passes in
 * - `json-lines` moves capsules between stores; `java-server-row` reads those of the Java server
 *
 * README.md explains why no acknowledged capsule is lost. Nothing here depends on HTTP, certificates or the validation of signatures.
 */
export * from './capsule.js'
export { type CapsuleStore, type Deletion, type MoveResult, StoreDamaged, StoreUnavailable } from './capsule-store.js'
export { capsuleTypeNames } from './capsule-types.js'
export { checkCapsule, fieldLengths } from './check-capsule.js'
export { decideExpiry, type Expiry, type ExpiryBounds, formatExpiryTime, readExpiryTime } from './expiry.js'
export { type JavaServerRow, readJavaServerRow } from './java-server-row.js'
export { readTransferLine, writeEnd, writeRecord } from './json-lines.js'
export { type Recipient, recipientOfKey } from './recipient-of-key.js'
export {
  beginSession,
  type PostgresPool,
  type PostgresQueries,
  postgresStore,
  preparePostgres,
  replicationGivenUp,
} from './sql/postgres-store.js'
export { SqliteCapsules, type SqliteDatabase, type SqliteValue } from './sql/sqlite-capsules.js'
export { copyDatabaseInto, type DatabaseContent, inspectDatabase } from './sql/sqlite-inspection.js'
export { type ClockReading, type KeptClock, StoreClock } from './store-clock.js'
export {
  hasLengthOfTransactionId,
  isTransactionId,
  randomIdBytes,
  transactionIdForm,
  transactionIdLengths,
  transactionIdOf,
} from './transaction-id.js'
