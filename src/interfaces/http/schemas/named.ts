import type { JsonSchema } from '#readers/json-schema'
import { blockSchema, certificateSchema, checkSchema, detailedReportSchema, detailedSignatureSchema } from '#writers/detailed'
import { messageSchema, signatureSchema, validationReportSchema, warningSchema } from '#writers/siva1'
import { dataFileSchema, dataFilesReportSchema, dataFilesRequestSchema } from './data-files.js'
import { capsuleSchema } from './key-capsules.js'
import { healthSchema, heartbeatSchema, linkSchema, readinessSchema } from './monitoring.js'
import { requestErrorSchema, requestErrorsSchema } from './problems.js'
import { reportRequestSchema, validationRequestSchema } from './validation.js'

/** Schemas that have a name in the description. Clients that are generated from it give these names to their types. */
const named = {
  ValidationRequest: validationRequestSchema,
  ReportRequest: reportRequestSchema,
  DataFilesRequest: dataFilesRequestSchema,
  ValidationReport: validationReportSchema,
  SignatureReport: signatureSchema,
  Message: messageSchema,
  Warning: warningSchema,
  DetailedReport: detailedReportSchema,
  DetailedSignature: detailedSignatureSchema,
  BuildingBlock: blockSchema,
  Check: checkSchema,
  Certificate: certificateSchema,
  DataFilesReport: dataFilesReportSchema,
  DataFile: dataFileSchema,
  Health: healthSchema,
  Link: linkSchema,
  Heartbeat: heartbeatSchema,
  Readiness: readinessSchema,
  Capsule: capsuleSchema,
  RequestErrors: requestErrorsSchema,
  RequestError: requestErrorSchema,
} satisfies Readonly<Record<string, JsonSchema>>

export type SchemaName = keyof typeof named

const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]))

/** For the framework: each with its name as `$id`, and with a reference in the place of each named schema inside. */
export const namedSchemas: readonly JsonSchema[] = Object.entries(named).map(([name, schema]) => ({
  $id: name,
  title: name,
  ...Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, withReferences(value)])),
}))

function withReferences(part: unknown): unknown {
  const name = names.get(part)
  if (name !== undefined) return { $ref: `${name}#` }
  if (Array.isArray(part)) return part.map(withReferences)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([keyword, value]) => [keyword, withReferences(value)]))
}
