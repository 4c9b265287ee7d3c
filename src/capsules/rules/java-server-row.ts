import type { Instant } from '#model'
import type { CapsuleRecord } from './capsule.js'
import type { CapsuleType } from './capsule-types.js'
import { fieldLengths } from './check-capsule.js'
import { readExpiryTime } from './expiry.js'
import { isTransactionId } from './transaction-id.js'

/** Columns of the table `cdoc2_capsule` of the Java capsule server that an import reads, as text; a missing or null one is null. */
export interface JavaServerRow {
  readonly transaction_id: string | null
  /** `\x` and hex, as PostgreSQL writes bytea. */
  readonly recipient: string | null
  readonly payload: string | null
  readonly capsule_type: string | null
  /** A timestamp without a zone, in UTC. Null in rows from before release 1.3 of that server. */
  readonly expiry_time: string | null
  readonly expiry_time_adjusted: string | null
}

const types: ReadonlyMap<string, CapsuleType> = new Map<string, CapsuleType>([
  ['SECP256R1', 'ecc_secp256r1'],
  ['SECP384R1', 'ecc_secp384r1'],
  ['SECP521R1', 'ecc_secp521r1'],
  ['RSA', 'rsa'],
])

/**
 * Expiry of a moved capsule that has none. The Java server keeps such a capsule for ever, so it gets the last second of the last year with four digits.
 */
const WITHOUT_EXPIRY: Instant = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The record of a row, or a phrase that says what is wrong. Only the form is checked: the Java server checked the content when it accepted the capsule. */
export function readJavaServerRow(row: JavaServerRow): CapsuleRecord | string {
  const id = row.transaction_id
  if (id === null || !isTransactionId(id)) return 'transaction_id is not 18 to 34 letters and digits'
  const type = types.get(row.capsule_type ?? '')
  if (type === undefined) return 'capsule_type is none that this release knows'
  const recipient = readBytea(row.recipient, fieldLengths.maxRecipient)
  if (recipient === null || recipient.length === 0) return 'recipient is not bytea in hex of the permitted length'
  const keyMaterial = readBytea(row.payload, fieldLengths.maxKeyMaterial)
  if (keyMaterial === null) return 'payload is not bytea in hex of the permitted length'
  const expiry = row.expiry_time === null ? WITHOUT_EXPIRY : readExpiryTime(row.expiry_time.replace(' ', 'T'))
  if (expiry === null) return 'expiry_time is not a time'
  const adjusted = readBoolean(row.expiry_time_adjusted)
  if (adjusted === null) return 'expiry_time_adjusted is not true or false'
  return { kind: 'stored', capsule: { id, type, recipient, keyMaterial, expiry, adjusted } }
}

function readBytea(text: string | null, maxLength: number): Buffer | null {
  if (text === null || !/^\\x(?:[0-9a-f]{2})*$/i.test(text) || text.length > 2 + 2 * maxLength) return null
  return Buffer.from(text.slice(2), 'hex')
}

function readBoolean(text: string | null): boolean | null {
  if (text === null || text === 'f' || text === 'false') return false
  return text === 't' || text === 'true' ? true : null
}
