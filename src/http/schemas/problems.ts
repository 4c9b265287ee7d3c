import { array, type JsonSchema, object, text } from '#json-schema'

export const requestErrorsSchema = object(
  {
    requestErrors: array(
      object(
        {
          key: text(
            'The request field that is wrong; path, method, host, expect, accept, content-type, content-encoding, request or service when it is not a field',
          ),
          message: text(),
          code: text('Stable code of the refusal. Not part of the interface description'),
        },
        ['code'],
      ),
    ),
  },
  [],
  'Why the request was refused',
)

/** Header of every answer. */
const requestId = { 'X-Request-Id': text('Id of the request: the one that the request stated, or a new one') }

/** Headers that belong to a status. */
const headersOf: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  405: { Allow: text('The methods of this path') },
  503: { 'Retry-After': { type: 'integer', minimum: 0, description: 'Seconds after which the request may be repeated' } },
}

/** Response schemas of refusals by status, each with its meaning. */
export function describeRefusals(meanings: Readonly<Record<number, string>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      status,
      { ...requestErrorsSchema, description, headers: { ...requestId, ...headersOf[status] } },
    ]),
  )
}

/** Response schema of an answer, with its meaning and the headers of every answer. */
export function describeAnswer(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description, headers: requestId }
}
