import { deepFreeze } from '#std'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/**
 * A security server fetches OCSP responses in advance. They may be older than the time-stamp by as much as the instance allows (`XroadDomain.ocspFreshness`).
 * As the X-Road profile defines, only time-stamping authorities that the instance has approved are trusted, and the revocation of responders is not checked.
 * Security servers do not accept a time-stamp whose signed attributes do not identify its certificate (RFC 3161, 2.4.2).
 */
export const xroad: ProfileConstraints = deepFreeze({
  ...firstRelease,
  signatureLevels: ['B', 'T', 'LT', 'LTA'],
  knownSignaturePolicies: ['1.3.6.1.4.1.3516.16.2'],
  algorithmsJudgedAt: { 'time-stamp': 'proven-time', 'time-mark': 'proven-time', none: 'validation-time' },
  revocationDelay: null,
  listedUnitsOnly: true,
  levels: {
    'signature-policy-time-mark': 'ignore',
    'revocation-issuer-not-revoked': 'inform',
    'data-object-format-present': 'inform',
    'signature-baseline': 'ignore',
    'time-stamp-certificate-reference-present': 'fail',
  },
} satisfies ProfileConstraints)
