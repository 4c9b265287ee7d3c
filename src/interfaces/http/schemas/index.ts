/** The JSON Schemas of all requests and answers. The OpenAPI document contains them, and tests check every answer against them. */
export * from './data-files.js'
export * from './key-capsules.js'
export * from './monitoring.js'
export { namedSchemas, type SchemaName } from './named.js'
export * from './problems.js'
export * from './siva3.js'
export * from './validation.js'
