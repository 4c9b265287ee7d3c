import type { FastifyRequest } from 'fastify'
import { RequestError, type RequestField, type RequestProblem } from '#model'
import { decodeBase64 } from '#threads'
import type { Members } from '../json-body.js'
import { ownBytes } from '../own-bytes.js'
import { documentCutFrom } from '../plain-document.js'
import type { SchemaName } from '../schemas/index.js'
import { reference } from '../schemas/index.js'

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
  readonly document: Uint8Array
}

/** The members of a request, and where the validator of the framework has found that they do not fit their schema. */
export interface CheckedMembers {
  readonly members: Members
  readonly wrong: ReadonlySet<string>
}

/** The members of a JSON body, which the framework has checked against the schema of the route (`attachValidation`). */
export function checkedBody({ body, validationError }: FastifyRequest): CheckedMembers {
  return {
    members: body as Members,
    wrong: fieldsOf(validationError?.validationContext === 'body' ? (validationError.validation as SchemaErrors) : null),
  }
}

const references = new Map<SchemaName, object>()

/** Members that are no JSON body, checked by the validator of the framework. */
export function checkedMembers(request: FastifyRequest, members: Members, name: SchemaName): CheckedMembers {
  // The framework keeps the validator by the identity of the schema.
  const schema = references.get(name) ?? reference(name)
  references.set(name, schema)
  const validate = request.compileValidationSchema(schema)
  const errors: SchemaErrors | null | undefined = validate(members) ? null : (validate.errors as SchemaErrors | null | undefined)
  return { members, wrong: fieldsOf(errors) }
}

type SchemaErrors = readonly {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}[]

const missing = ({ missingProperty }: Readonly<Record<string, unknown>>) => (typeof missingProperty === 'string' ? missingProperty : '')

/** The names of the members that are wrong: requests have no nested members. The length is that of the decoded octets, which is checked with them. */
function fieldsOf(errors: SchemaErrors | null | undefined): ReadonlySet<string> {
  const relevant = errors?.filter(({ keyword }) => keyword !== 'minLength')
  return new Set(relevant?.map(({ instancePath, params }) => instancePath.split('/')[1] ?? missing(params)))
}

/**
 * The fields of a request, with its document decoded. `T` is the type that the schema describes. Throws `RequestError` with one problem for each wrong field, in
 * the order of `texts`.
 */
export function readFields<T>(
  { members, wrong }: CheckedMembers,
  texts: Readonly<Partial<Record<RequestField, FieldTexts>>>,
): ReadFields<T> {
  const document = wrong.has('document') ? null : (documentCutFrom(members) ?? readDocument(members['document']))
  if (wrong.size === 0 && document !== null) return { fields: members as T, document }
  throw new RequestError(
    entriesOf(texts)
      .filter(([field]) => wrong.has(field) || (field === 'document' && document === null))
      .map(([field, text]) => problemOf(field, text, members[field])),
  )
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
