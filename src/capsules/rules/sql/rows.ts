import { memberOf } from '#std'
import type { CapsuleRecord } from '../capsule.js'
import { StoreDamaged, StoreUnavailable } from '../capsule-store.js'
import { capsuleTypeOf } from '../capsule-types.js'
import type { KeptClock } from '../store-clock.js'

/** The columns of a record, in both databases. The three in the middle are null once the capsule is deleted. */
export type CapsuleRow = readonly [
  id: string,
  type: string | null,
  recipient: Uint8Array | null,
  keyMaterial: Uint8Array | null,
  expires: number,
  adjusted: boolean,
]

/** Rows that one query fetches when all records are read. */
export const stepRows = 500

export const columns = 'id, type, recipient, key_material, expires, adjusted'

/** The row that a probe inserts and rolls back. Its id is empty, so it never conflicts with a capsule. */
export const probeRow: CapsuleRow = ['', null, null, null, 0, false]

export function rowOf({ kind, capsule }: CapsuleRecord): CapsuleRow {
  const { id, expiry, adjusted } = capsule
  if (kind === 'deleted') return [id, null, null, null, expiry, adjusted]
  return [id, capsule.type, capsule.recipient, capsule.keyMaterial, expiry, adjusted]
}

/** Reads a row from a database client. Throws `StoreUnavailable` for a row that `rowOf` cannot have written. */
export function recordOf(row: unknown): CapsuleRecord {
  const value = (name: string): unknown => memberOf(row, name)
  const [id, type, recipient, keyMaterial] = [value('id'), value('type'), value('recipient'), value('key_material')]
  // PostgreSQL clients return 64-bit integers as text, SQLite booleans as numbers.
  const expiry = Number(value('expires'))
  const adjusted = Boolean(value('adjusted'))
  if (typeof id !== 'string' || !Number.isSafeInteger(expiry)) throw rowUnreadable()
  if (recipient === null) return { kind: 'deleted', capsule: { id, expiry, adjusted } }
  const known = typeof type === 'string' ? capsuleTypeOf(type) : null
  const [recipientBytes, materialBytes] = [bytesOf(recipient), bytesOf(keyMaterial)]
  if (known === null || recipientBytes === null || materialBytes === null) throw rowUnreadable()
  return { kind: 'stored', capsule: { id, type: known, recipient: recipientBytes, keyMaterial: materialBytes, expiry, adjusted } }
}

/** `StoreUnavailable` and not `StoreDamaged`: the other capsules can still be served. */
function rowUnreadable(): StoreUnavailable {
  return new StoreUnavailable('A row of the capsule table cannot be read: it was damaged, or written by a newer release.')
}

/** The SQLite client returns buffers for one row, and array buffers for several. */
function bytesOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : value instanceof ArrayBuffer ? new Uint8Array(value) : null
}

/** Counts entries of the partial index on the expiry, which contains every capsule that is not deleted. */
export const countStored = 'SELECT count(*) AS count FROM key_capsule WHERE recipient IS NOT NULL'

/** PostgreSQL clients return 64-bit integers as text. */
export function countOf(row: unknown): number {
  return Number(memberOf(row, 'count') ?? 0)
}

export const readClockRow = 'SELECT seen, suspended, accepted FROM key_capsule_clock'

/** Reads the only row of `key_capsule_clock`. PostgreSQL clients return 64-bit integers as text. Throws `StoreDamaged` for a row of another form. */
export function keptClockOf(row: unknown): KeptClock {
  const number = (name: string): number | null => {
    const value = memberOf(row, name)
    return value === null ? null : Number(value)
  }
  const [seen, suspended, accepted] = [number('seen'), number('suspended'), number('accepted')]
  if (accepted === null || ![seen ?? 0, suspended ?? 0, accepted].every(Number.isSafeInteger))
    throw new StoreDamaged('The row with the time of the store is missing or cannot be read.')
  return { seen, suspended, accepted }
}
