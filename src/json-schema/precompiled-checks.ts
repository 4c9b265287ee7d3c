import type { ValidateFunction } from 'ajv'

/**
 * Checks that the build has compiled, by `nameOfCheck`. Empty in the source: the build replaces this module, which saves 0.1 s at each start for the schema of
 * trust settings alone. Each is a function that makes the check, so that the platform compiles the code of a check only when it is asked for.
 */
export const precompiledChecks: ReadonlyMap<string, () => ValidateFunction> = new Map()
