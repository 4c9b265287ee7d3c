import type { IncomingMessage } from 'node:http'
import { type CapsuleProblem, CapsuleRefused, capsuleTypeNames, checkCapsule, isTransactionId, readExpiryTime } from '#capsules/rules'
import type { CapsuleSubmission } from '#capsules/service'
import type { Instant } from '#model'
import type { CheckedMembers } from '../validation/read-fields.js'

/**
 * Reads a submission from the members of a body, the header `x-expiry-time` and the id in the path (null: none). Unknown members are ignored. Throws
 * `CapsuleRefused`.
 */
export function readSubmission({ members, wrong }: CheckedMembers, request: IncomingMessage, id: string | null): CapsuleSubmission {
  const problems = capsuleFields.filter((field) => wrong.has(field)).map((field) => problemOf(field, members[field]))
  const readBytes = (field: 'recipient_id' | 'ephemeral_key_material'): Uint8Array | null => {
    const text = members[field]
    // A member that is not a string already has a problem.
    const bytes = typeof text === 'string' ? decodeStrictBase64(text) : null
    const message = `${field} must be base64 of the standard alphabet (+ and /), with padding.`
    if (bytes === null && !wrong.has(field)) problems.push({ field, code: 'CAPSULE_FIELD_NOT_BASE64', message })
    return bytes
  }
  const recipient = readBytes('recipient_id')
  const keyMaterial = readBytes('ephemeral_key_material')
  const type = capsuleTypeNames.find((name) => name === members['capsule_type']) ?? null
  const requestedExpiry = readExpiry(request)
  if (requestedExpiry === 'malformed') problems.push(expiryForm)
  if (id !== null && !isTransactionId(id))
    problems.push({ field: 'transactionId', code: 'TRANSACTION_ID_FORM', message: 'The id must be 18 to 34 letters and digits.' })
  problems.push(...checkCapsule({ recipient, keyMaterial, type }))
  if (problems.length > 0 || recipient === null || keyMaterial === null || type === null || requestedExpiry === 'malformed')
    throw new CapsuleRefused(inOrder(problems))
  return { capsule: { type, recipient, keyMaterial }, requestedExpiry, id }
}

const capsuleFields = ['recipient_id', 'ephemeral_key_material', 'capsule_type'] as const
const fieldOrder = [...capsuleFields, 'x-expiry-time', 'transactionId'] as const

function inOrder(problems: readonly CapsuleProblem[]): readonly CapsuleProblem[] {
  return [...problems].sort((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field))
}

/** The problem of a member that is missing, null, not a string, or not a capsule type. */
function problemOf(field: (typeof capsuleFields)[number], value: unknown): CapsuleProblem {
  if (value === undefined || value === null) return { field, code: 'CAPSULE_FIELD_MISSING', message: `The member ${field} is missing.` }
  if (typeof value !== 'string') return { field, code: 'CAPSULE_FIELD_NOT_TEXT', message: `${field} must be a string.` }
  const message = `There is no capsule type ${JSON.stringify(value.slice(0, 100))}; there are ${capsuleTypeNames.join(', ')}.`
  return { field, code: 'CAPSULE_TYPE_UNKNOWN', message }
}

const expiryForm: CapsuleProblem = {
  field: 'x-expiry-time',
  code: 'EXPIRY_TIME_FORM',
  message: 'x-expiry-time must be a time by RFC 3339, such as 2027-03-01T10:20:30Z; without an offset it is UTC.',
}

/** The requested expiry; null without the header or when it is blank. Of a repeated header the first value is used. */
function readExpiry(request: IncomingMessage): Instant | null | 'malformed' {
  const text = request.headersDistinct['x-expiry-time']?.[0]?.trim() ?? ''
  return text === '' ? null : (readExpiryTime(text) ?? 'malformed')
}

/** Groups of four characters of the standard alphabet, padded, with white space between groups. Matches in linear time. */
const groups = /^\s*(?:[A-Za-z0-9+/]{4}\s*)*(?:(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)\s*)?$/

/**
 * The decoded bytes; null for anything but padded base64 of the standard alphabet. Unused bits of the last character must be zero: otherwise the capsule would
 * be returned with another text than the stored one.
 */
function decodeStrictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  if (written === text) return bytes
  return groups.test(text) && written === text.replace(/\s+/g, '') ? bytes : null
}
