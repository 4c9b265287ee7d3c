import { type Instant, resultOrNull } from '#model'
import { bufferOf } from '#std'
import type { CapsuleRecord, DeletedCapsule, StoredCapsule } from './capsule.js'
import { capsuleTypeOf } from './capsule-types.js'
import { fieldLengths } from './check-capsule.js'
import { formatExpiryTime, readExpiryTime } from './expiry.js'
import { isTransactionId } from './transaction-id.js'

/**
 * A line of the JSON Lines file that moves capsules between stores. The members have the names of the REST interface. A deleted capsule has a line with its id,
 * because the id must not be reused. The last line states the number of lines before it: a file without a last line is truncated, and each missing line could
 * be a document that its recipient cannot open.
 */
type TransferLine = { readonly kind: 'record'; readonly record: CapsuleRecord } | { readonly kind: 'end'; readonly records: number }

/** The line of one record, without its line feed. */
export function writeRecord(record: CapsuleRecord): string {
  const { id, expiry, adjusted } = record.capsule
  const common = { transaction_id: id, expiry_time: formatExpiryTime(expiry), expiry_time_adjusted: adjusted }
  if (record.kind === 'deleted') return JSON.stringify({ ...common, deleted: true })
  const { type, recipient, keyMaterial } = record.capsule
  return JSON.stringify({
    ...common,
    capsule_type: type,
    recipient_id: bufferOf(recipient).toString('base64'),
    ephemeral_key_material: bufferOf(keyMaterial).toString('base64'),
  })
}

/** The last line, with the number of records before it. */
export function writeEnd(records: number): string {
  return JSON.stringify({ end: true, records })
}

/**
 * Reads a line, or returns a phrase that says what is wrong with it. Only the form is checked, so that capsules which another server once accepted can be
 * moved: the content was checked when the capsule was first stored.
 */
export function readTransferLine(line: string): TransferLine | string {
  const members = membersOf(line)
  if (members === null) return 'it is not a JSON object'
  if (members.get('end') === true) {
    const records = members.get('records')
    return typeof records === 'number' && Number.isSafeInteger(records) ? { kind: 'end', records } : 'the number of records is missing'
  }
  const common = readCommon(members)
  if (typeof common === 'string') return common
  if (members.get('deleted') === true) return { kind: 'record', record: { kind: 'deleted', capsule: common } }
  const capsule = readContent(members, common)
  return typeof capsule === 'string' ? capsule : { kind: 'record', record: { kind: 'stored', capsule } }
}

function membersOf(line: string): ReadonlyMap<string, unknown> | null {
  const value = resultOrNull(SyntaxError, (): unknown => JSON.parse(line))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null
}

function readCommon(members: ReadonlyMap<string, unknown>): DeletedCapsule | string {
  const id = members.get('transaction_id')
  if (typeof id !== 'string' || !isTransactionId(id)) return 'transaction_id is not 18 to 34 letters and digits'
  const expiry = readInstant(members.get('expiry_time'))
  if (expiry === null) return 'expiry_time is not a time in UTC'
  const adjusted = members.get('expiry_time_adjusted')
  return typeof adjusted === 'boolean' ? { id, expiry, adjusted } : 'expiry_time_adjusted is not true or false'
}

function readContent(members: ReadonlyMap<string, unknown>, common: DeletedCapsule): StoredCapsule | string {
  const name = members.get('capsule_type')
  const type = typeof name === 'string' ? capsuleTypeOf(name) : null
  if (type === null) return 'capsule_type is none that this release knows'
  const recipient = readBytes(members.get('recipient_id'), fieldLengths.maxRecipient)
  if (recipient === null || recipient.length === 0) return 'recipient_id is not base64 of the permitted length'
  const keyMaterial = readBytes(members.get('ephemeral_key_material'), fieldLengths.maxKeyMaterial)
  if (keyMaterial === null) return 'ephemeral_key_material is not base64 of the permitted length'
  return { ...common, type, recipient, keyMaterial }
}

function readInstant(value: unknown): Instant | null {
  return typeof value === 'string' && /Z$/.test(value) ? readExpiryTime(value) : null
}

/** Decodes base64 exactly as `writeRecord` writes it. */
function readBytes(value: unknown, maxLength: number): Buffer | null {
  if (typeof value !== 'string') return null
  const bytes = Buffer.from(value, 'base64')
  return bytes.length <= maxLength && bytes.toString('base64') === value ? bytes : null
}
