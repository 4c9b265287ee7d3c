import { deepFreeze } from '#model'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/** CRLs and OCSP responses both count in PDF; a policy is named by its object identifier, without the qualifier that XML needs for it. */
export const pdf: ProfileConstraints = deepFreeze({
  ...firstRelease,
  revocationSources: ['ocsp', 'crl'],
  levels: { 'signature-policy-qualifier': 'ignore' },
} satisfies ProfileConstraints)
