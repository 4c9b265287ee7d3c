import type { IncomingMessage } from 'node:http'
import type { Instant } from '#model'
import {
  type CapsuleProblem,
  type CapsuleSubmission,
  capsuleTypeNames,
  capsuleTypeOf,
  checkCapsule,
  isTransactionId,
  readExpiryTime,
} from '#service'
import { decodeStrictBase64 } from './strict-base64.js'

/** Problems of the interface itself, beside those of the capsule. Never reused after removal. */
export type CapsuleFieldCode = 'CAPSULE_FIELD_MISSING' | 'CAPSULE_FIELD_NOT_TEXT' | 'CAPSULE_FIELD_NOT_BASE64'

export type SubmissionProblem = Omit<CapsuleProblem, 'code'> & { readonly code: CapsuleProblem['code'] | CapsuleFieldCode }

/** The request cannot be served as it stands: one problem for each field that is wrong, in the order of the fields. */
export class SubmissionRefused extends Error {
  override readonly name = 'SubmissionRefused'
  readonly problems: readonly SubmissionProblem[]
  constructor(problems: readonly SubmissionProblem[]) {
    super(problems.map((problem) => `${problem.field}: ${problem.code}`).join('; '))
    this.problems = problems
  }
}

/** Makes a submission of the members of a body, the header and the id of the path (null: none). Unknown members are ignored (ruling 64). */
export function readSubmission(members: ReadonlyMap<string, unknown>, request: IncomingMessage, id: string | null): CapsuleSubmission {
  const problems: SubmissionProblem[] = []
  const taken = <T>(read: T | RefusedField): T | null => {
    if (!(read instanceof RefusedField)) return read
    problems.push(read.problem)
    return null
  }
  const recipient = taken(readBytes(members, 'recipient_id'))
  const keyMaterial = taken(readBytes(members, 'ephemeral_key_material'))
  const type = taken(readType(members))
  const requestedExpiry = taken(readExpiry(request))
  if (id !== null && !isTransactionId(id))
    problems.push({ field: 'transactionId', code: 'TRANSACTION_ID_FORM', message: 'The id must be 18 to 34 letters and digits.' })
  problems.push(...checkCapsule({ recipient, keyMaterial, type }))
  if (problems.length > 0 || recipient === null || keyMaterial === null || type === null) throw new SubmissionRefused(inOrder(problems))
  return { capsule: { type, recipient, keyMaterial }, requestedExpiry, id }
}

class RefusedField {
  readonly problem: SubmissionProblem
  constructor(problem: SubmissionProblem) {
    this.problem = problem
  }
}

const fieldOrder: readonly SubmissionProblem['field'][] = [
  'recipient_id',
  'ephemeral_key_material',
  'capsule_type',
  'x-expiry-time',
  'transactionId',
]

function inOrder(problems: readonly SubmissionProblem[]): readonly SubmissionProblem[] {
  return [...problems].sort((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field))
}

function readText(members: ReadonlyMap<string, unknown>, field: SubmissionProblem['field']): string | RefusedField {
  const value = members.get(field)
  if (value === undefined || value === null)
    return new RefusedField({ field, code: 'CAPSULE_FIELD_MISSING', message: `The member ${field} is missing.` })
  if (typeof value !== 'string') return new RefusedField({ field, code: 'CAPSULE_FIELD_NOT_TEXT', message: `${field} must be a string.` })
  return value
}

function readBytes(members: ReadonlyMap<string, unknown>, field: 'recipient_id' | 'ephemeral_key_material'): Uint8Array | RefusedField {
  const text = readText(members, field)
  if (text instanceof RefusedField) return text
  const message = `${field} must be base64 of the standard alphabet (+ and /), with padding.`
  return decodeStrictBase64(text) ?? new RefusedField({ field, code: 'CAPSULE_FIELD_NOT_BASE64', message })
}

function readType(members: ReadonlyMap<string, unknown>): CapsuleSubmission['capsule']['type'] | RefusedField {
  const text = readText(members, 'capsule_type')
  if (text instanceof RefusedField) return text
  const message = `There is no capsule type ${JSON.stringify(text.slice(0, 100))}; there are ${capsuleTypeNames.join(', ')}.`
  return capsuleTypeOf(text) ?? new RefusedField({ field: 'capsule_type', code: 'CAPSULE_TYPE_UNKNOWN', message })
}

/** Null when none is asked for. Of a header that is sent twice the first counts; a blank one counts as absent. */
function readExpiry(request: IncomingMessage): Instant | null | RefusedField {
  const text = request.headersDistinct['x-expiry-time']?.[0]?.trim() ?? ''
  if (text === '') return null
  const message = 'x-expiry-time must be a time by RFC 3339, such as 2027-03-01T10:20:30Z; without an offset it is UTC.'
  return readExpiryTime(text) ?? new RefusedField({ field: 'x-expiry-time', code: 'EXPIRY_TIME_FORM', message })
}
