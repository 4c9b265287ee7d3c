import { deepFreeze } from '#model'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/** In PDF both CRLs and OCSP responses count, and a signature policy is named by an OID, without the qualifier that XML needs. */
export const pdf: ProfileConstraints = deepFreeze({
  ...firstRelease,
  revocationSources: ['ocsp', 'crl'],
  levels: { 'signature-policy-qualifier': 'ignore' },
} satisfies ProfileConstraints)
