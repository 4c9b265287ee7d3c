import type { ValidateFunction } from 'ajv'

/**
 * Checks that the build has compiled, by `nameOfCheck`. Empty in the sources: the build replaces this module, which saves 0.1 s at each start for the schema of
 * trust settings alone. Each value is a function that returns the check, so that V8 compiles the code of a check on its first use.
 */
export const precompiledChecks: ReadonlyMap<string, () => ValidateFunction> = new Map()
