import { deepFreeze } from '#model'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/**
 * A security server fetches OCSP responses beforehand, so they are older than the time-stamp, within what its instance allows (`XroadDomain.ocspFreshness`).
 * What the instance has not approved as a time-stamping authority is none, and whether a responder was revoked is not asked, as X-Road says.
 */
export const xroad: ProfileConstraints = deepFreeze({
  ...firstRelease,
  signatureLevels: ['B', 'T', 'LT', 'LTA'],
  knownSignaturePolicies: ['1.3.6.1.4.1.3516.16.2'],
  revocationDelay: null,
  listedUnitsOnly: true,
  levels: {
    'signature-policy-time-mark': 'ignore',
    'revocation-issuer-not-revoked': 'inform',
    'data-object-format-present': 'inform',
  },
} satisfies ProfileConstraints)
