import { reportBounds } from '#model'
import { capsuleLimits } from './capsule-limits.js'
import { cdoc2Limits } from './cdoc2-limits.js'
import { documentLimits } from './document-limits.js'
import { serviceLimits } from './service-limits.js'
import { trustLimits } from './trust-limits.js'

/**
 * Every bound of the service; a file for each theme has the numbers. Readers get their bounds as arguments and define none of their own. The comment of each
 * number states its source. Changing a number changes what the service promises (see .github/SECURITY.md). "Real" files are those of public collections and
 * test suites.
 */
export const limits = {
  ...serviceLimits,
  ...documentLimits,
  ...trustLimits,
  report: reportBounds,
  capsules: capsuleLimits,
  cdoc2: cdoc2Limits,
} as const

/** The bounds of a process: those above, with the settings that are bounds. */
export type Limits = Widened<typeof limits>

/** The largest body of the interface of SiVa 3: the limit of SiVa, unless the operator has set one for all interfaces. */
export function siva3BodyLimit({ request, siva3 }: Limits): number {
  return request.maxBodyBytes === limits.request.maxBodyBytes ? siva3.maxBodyBytes : request.maxBodyBytes
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends number ? number : Widened<T[K]> }
