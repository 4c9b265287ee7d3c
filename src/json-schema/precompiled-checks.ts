import type { ValidateFunction } from 'ajv'

/** Checks by name that the build has compiled: it puts a module with them in the place of this one. Compiling the schema of trust settings takes 0.1 s at each start. */
export const precompiledChecks: ReadonlyMap<string, ValidateFunction> = new Map()
