/**
 * JSON Schema: functions that write schemas, and the check of a value by `ajv`. Each schema is defined once: OpenAPI and `docs/schemas` publish the object from
 * which the check is compiled.
 */
export { type Check, compileSchema, type Mismatch } from './compile-schema.js'
export * from './json-schema.js'
export { repeatedMember } from './repeated-member.js'
