import { deepFreeze } from '#std'
import type { ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'

/** In PDF signatures a CRL is sufficient as well as an OCSP response, and a signature policy is an OID without the qualifier that XAdES requires. */
export const pdf: ProfileConstraints = deepFreeze({
  ...firstRelease,
  revocationSources: ['ocsp', 'crl'],
  levels: {
    'signature-policy-qualifier': 'ignore',
    // `pdf-signature-pades` tells of two attributes; both name one certificate, otherwise `signing-certificate-digest-match` fails.
    'signing-certificate-reference-unique': 'ignore',
  },
} satisfies ProfileConstraints)
