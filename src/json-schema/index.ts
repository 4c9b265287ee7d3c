/**
 * JSON Schema: the words in which a schema is written, and the check of a value against it by `ajv`. A schema stands once: what OpenAPI and `docs/schemas`
 * publish is the object that the check is made of.
 */
export { type Check, compileSchema, type Mismatch } from './compile-schema.js'
export * from './json-schema.js'
export { repeatedMember } from './repeated-member.js'
