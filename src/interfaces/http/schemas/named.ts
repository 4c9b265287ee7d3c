import type { JsonSchema } from '#readers/json-schema'
import {
  blockSchema,
  certificateSchema,
  checkSchema,
  detailedReportSchema,
  detailedSignatureSchema,
  detailedTokenSchema,
} from '#writers/detailed'
import { messageSchema, signatureSchema, validationReportSchema, warningSchema } from '#writers/siva1'
import {
  siva3AnswerSchema,
  siva3ArchiveTimeStampSchema,
  siva3CertificateSchema,
  siva3ConclusionSchema,
  siva3InformationSchema,
  siva3IssuerSchema,
  siva3MessageSchema,
  siva3ScopeSchema,
  siva3SignatureSchema,
  siva3SubjectSchema,
  siva3TokenSchema,
} from '#writers/siva3'
import { dataFileSchema, dataFilesReportSchema, dataFilesRequestSchema } from './data-files.js'
import { capsuleSchema } from './key-capsules.js'
import { healthSchema, heartbeatSchema, linkSchema, readinessSchema, siva3HealthSchema, versionSchema } from './monitoring.js'
import { requestErrorSchema, requestErrorsSchema } from './problems.js'
import {
  siva3DataFileSchema,
  siva3DataFilesRequestSchema,
  siva3DataFilesSchema,
  siva3HashcodeRequestSchema,
  siva3RequestErrorsSchema,
  siva3ValidationRequestSchema,
} from './siva3.js'
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
  DetailedToken: detailedTokenSchema,
  BuildingBlock: blockSchema,
  Check: checkSchema,
  Certificate: certificateSchema,
  DataFilesReport: dataFilesReportSchema,
  DataFile: dataFileSchema,
  Health: healthSchema,
  Link: linkSchema,
  Siva3Health: siva3HealthSchema,
  Heartbeat: heartbeatSchema,
  Version: versionSchema,
  Readiness: readinessSchema,
  Siva3ValidationRequest: siva3ValidationRequestSchema,
  Siva3HashcodeRequest: siva3HashcodeRequestSchema,
  Siva3DataFilesRequest: siva3DataFilesRequestSchema,
  Siva3Answer: siva3AnswerSchema,
  Siva3Conclusion: siva3ConclusionSchema,
  Siva3Signature: siva3SignatureSchema,
  Siva3Message: siva3MessageSchema,
  Siva3Scope: siva3ScopeSchema,
  Siva3Certificate: siva3CertificateSchema,
  Siva3Issuer: siva3IssuerSchema,
  Siva3Subject: siva3SubjectSchema,
  Siva3Information: siva3InformationSchema,
  Siva3ArchiveTimeStamp: siva3ArchiveTimeStampSchema,
  Siva3Token: siva3TokenSchema,
  Siva3DataFiles: siva3DataFilesSchema,
  Siva3DataFile: siva3DataFileSchema,
  Siva3RequestErrors: siva3RequestErrorsSchema,
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
