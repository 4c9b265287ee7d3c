import { array, type JsonSchema, object, text } from '#readers/json-schema'
import type { SchemaName } from './named.js'

/** Schemas of answers by their status. */
export type JsonSchemas = Readonly<Record<string, JsonSchema>>

export const requestErrorSchema = object(
  {
    key: text(
      'The request field that is wrong; path, method, host, accept, content-type, content-encoding, request or service when it is not a field',
    ),
    message: text(),
    code: text('Stable code of the refusal; docs/messages.md lists all. Not part of the interface description'),
  },
  ['code'],
)

export const requestErrorsSchema = object({ requestErrors: array(requestErrorSchema) }, [], 'Why the request was refused')

/** Header of every answer. */
const requestId = { 'X-Request-Id': text('Id of the request: the one that the request stated, or a new one') }

/** Headers that belong to a status. */
const headersOf: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  405: { Allow: text('The methods of this path') },
  503: { 'Retry-After': { type: 'integer', minimum: 0, description: 'Seconds after which the request may be repeated' } },
}

/** The schema of this name, which the framework and the description resolve. */
export function reference(name: SchemaName): JsonSchema {
  return { $ref: `${name}#` }
}

/** Response schemas of refusals by status, each with its meaning. */
export function describeRefusals(meanings: Readonly<Record<number, string>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      status,
      { ...describeAnswer(reference('RequestErrors'), description), headers: { ...requestId, ...headersOf[status] } },
    ]),
  )
}

/** Response schema of an answer in JSON, with its meaning and the headers of every answer. */
export function describeAnswer(schema: JsonSchema, description: string): JsonSchema {
  return { description, headers: requestId, content: { 'application/json': { schema } } }
}
