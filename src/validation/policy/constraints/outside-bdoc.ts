import { deepFreeze } from '#std'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/** Signatures that are no BDOC: a CRL is sufficient as well as an OCSP response (EN 319 122-1, EN 319 132-1). */
export const outsideBdoc: ProfileConstraints = deepFreeze({
  ...firstRelease,
  revocationSources: ['ocsp', 'crl'],
} satisfies ProfileConstraints)
