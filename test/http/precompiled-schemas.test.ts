import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { JsonSchema } from '#json-schema'
import * as schemas from '../../src/http/schemas/index.js'
import { nameOfCheck } from '../../src/json-schema/compile-schema.js'

const folder = new URL('../../dist/bundle/', import.meta.url)
const bundle = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
  // Lines of the bundle have a usual length, so that a text may continue on the next.
  .replaceAll('\\\n', '')

// One that is not there is compiled at each start, for which Ajv is loaded: a fifth of the start.
const ofRequests = Object.entries(schemas).filter(([name]) => /Request.*Schema$/.test(name)) as [string, JsonSchema][]

it.each([...ofRequests, ['capsuleSchema', schemas.capsuleSchema], ['validatedDocumentSchema', schemas.validatedDocumentSchema]] as const)(
  'the built product holds the compiled check of %s',
  (_, schema) => expect(bundle.includes(nameOfCheck(schema, 'all'))).toBe(true),
)

it('there are three requests with a schema', () => {
  expect(ofRequests.map(([name]) => name).sort()).toEqual(['dataFilesRequestSchema', 'reportRequestSchema', 'validationRequestSchema'])
})
