import type { Check, Mismatch } from '#json-schema'
import { RequestError, type RequestField, type RequestProblem } from '#model'
import { decodeBase64, type SuppliedDocument, UndecodedDocument } from '#service'
import type { RequestMembers } from '../json-body.js'
import { ownBytes } from '../own-bytes.js'

/** Code and message of a problem of a field. */
export type FieldText = readonly [code: string, message: string]

/** The problems of one field. A missing, null, empty or blank value has the problem `missing`. */
export interface FieldTexts {
  readonly missing: FieldText
  readonly notText: FieldText
  readonly wrong: (text: string) => FieldText
}

export interface ReadFields<T> {
  readonly fields: T
  readonly document: SuppliedDocument
}

/**
 * Checks the members of a request against its schema and decodes the document, unless it was cut out. Throws `RequestError` with one problem for each wrong
 * field, in the order of `texts`. Throws `UndecodedDocument` when a field is wrong and the document was cut out, because the document may be wrong as well.
 */
export function readFields<T>(
  { members, document: encoded }: RequestMembers,
  check: Check<T>,
  texts: Readonly<Partial<Record<RequestField, FieldTexts>>>,
): ReadFields<T> {
  const { value: fields, mismatches } = check(members)
  const wrong = new Map<string, unknown>(mismatches?.map((mismatch) => [fieldOf(mismatch), members[fieldOf(mismatch)]]))
  const document = wrong.has('document') ? null : (encoded ?? readDocument(members['document']))
  if (fields !== null && document !== null) return { fields, document }
  if (encoded !== null) throw new UndecodedDocument(encoded.octets)
  if (document === null) wrong.set('document', members['document'])
  throw new RequestError(
    entriesOf(texts)
      .filter(([field]) => wrong.has(field))
      .map(([field, text]) => problemOf(field, text, wrong.get(field))),
  )
}

/** The name of the member: requests have no nested members. */
function fieldOf({ path }: Mismatch): string {
  return path[0] ?? ''
}

function entriesOf(texts: Readonly<Partial<Record<RequestField, FieldTexts>>>): readonly (readonly [RequestField, FieldTexts])[] {
  return Object.entries(texts) as [RequestField, FieldTexts][]
}

function problemOf(field: RequestField, texts: FieldTexts, value: unknown): RequestProblem {
  const [code, message] = isBlank(value) ? texts.missing : typeof value === 'string' ? texts.wrong(value) : texts.notText
  return { field, code, message }
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !/\S/.test(value))
}

/** The decoded document; null when the value is blank or not base64. */
function readDocument(value: unknown): Uint8Array | null {
  const bytes = typeof value !== 'string' || isBlank(value) ? null : decodeBase64(value)
  return bytes === null ? null : ownBytes(bytes)
}
