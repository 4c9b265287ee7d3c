import { createRequire } from 'node:module'
import { memberOf } from './member-of.js'

/** A package that this installation was made without (`npm install --omit=optional`) and that is needed now. */
export class PackageMissing extends Error {
  override readonly name = 'PackageMissing'
  constructor(missing: string) {
    super(
      `The package ${missing} is not installed. Install allkiri with its optional packages, or this one beside it: npm install ${missing}`,
    )
  }
}

/**
 * Loads a package of `optionalDependencies` when it is needed. `require` can be repeated: Node.js 20 caches a failed `import`, for example when the limit of open
 * files was reached, until the process ends.
 *
 * @param askedBy `import.meta.url` of the module that needs it
 * @throws PackageMissing
 */
export function requireOptional(name: string, askedBy: string): unknown {
  try {
    return createRequire(askedBy)(name)
  } catch (error) {
    throw asPackageMissing(error) ?? error
  }
}

/** An error of an import or a require of a package that is not there, or made of one; null for any other error, and for a missing file of ours. */
export function asPackageMissing(error: unknown): PackageMissing | null {
  if (error instanceof PackageMissing) return error
  const code = memberOf(error, 'code')
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return null
  const [, missing] = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(String(memberOf(error, 'message'))) ?? []
  return missing === undefined ? null : new PackageMissing(missing)
}
