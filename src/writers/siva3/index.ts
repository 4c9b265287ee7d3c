/**
 * The answer of SiVa 3 to a validation, as JSON. The names of forms, formats, levels, scopes and certificates are those of that interface, and are used by nothing
 * else. What its clients compare word for word is literal; every other text is our own.
 */

export { otherwiseTypeUnder, typesUnder } from './extensions.js'
export type { SentDigest } from './hash-scopes.js'
export { extensionOf } from './names.js'
export * from './schema.js'
export {
  joinSiva3Answers,
  leftOutOfReport,
  leftOutOfSignature,
  type Siva3Answer,
  type Siva3Conclusion,
  type Siva3ReportType,
  type Siva3Signature,
  writeSiva3Answer,
} from './siva3-report.js'
