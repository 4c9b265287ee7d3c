import { deepFreeze } from '#model'
import type { AlgorithmConstraints, ProfileConstraints } from '../validation-policy.js'

const minute = 60_000

/**
 * The first release of the reference service lists end dates (SHA-1 2017-02-24, RSA 1024 2018-02-24, …) but its engine never applied them,
 * so documents of those years keep their verdict. A policy that enforces dates writes them here.
 */
const always = { until: null } as const

const digests: AlgorithmConstraints['digests'] = {
  SHA1: always,
  SHA224: always,
  SHA256: always,
  SHA384: always,
  SHA512: always,
  RIPEMD160: always,
}

/** RSASSA-PSS as RSA (`decisions.md#pss`). Everything that is not named – MD5, SHA-3, EdDSA – is not accepted. */
function algorithms(minimumEcdsaBits: number): AlgorithmConstraints {
  const rsa = [{ minimumBits: 1024, until: null }]
  const keys = {
    RSA: rsa,
    'RSASSA-PSS': rsa,
    DSA: [{ minimumBits: 128, until: null }],
    ECDSA: [{ minimumBits: minimumEcdsaBits, until: null }],
  }
  return { digests, keys }
}

/** Parameters of the first release of the reference service. Each kind of document has these, unless its own constraints differ. */
export const firstRelease: ProfileConstraints = deepFreeze({
  signatureLevels: ['LT', 'LTA'],
  levels: {},
  algorithms: {
    signature: algorithms(192),
    certificate: algorithms(192),
    'time-stamp': algorithms(192),
    'time-stamp-certificate': algorithms(256),
    revocation: algorithms(192),
  },
  weakDigests: ['SHA1'],
  strongKeyBits: { RSA: 1900, 'RSASSA-PSS': 1900, DSA: 1900, ECDSA: 224 },
  knownSignaturePolicies: [
    '1.3.6.1.4.1.10015.1000.2.10.10',
    '1.3.6.1.4.1.10015.1000.3.1.1',
    '1.3.6.1.4.1.10015.1000.3.2.1',
    '1.3.6.1.4.1.10015.1000.3.2.3',
  ],
  // BDOC asks for an OCSP response about the signer's certificate; a CRL does not say that the certificate was ever issued.
  revocationSources: ['ocsp'],
  revocationDelay: { warning: 15 * minute, max: 24 * 60 * minute },
  listedUnitsOnly: false,
  maxRevocationAge: null,
  maxTimeStampDelay: null,
  oldRevocationStateWarning: 24 * 60 * minute,
  maxClockDifference: 10 * minute,
} satisfies ProfileConstraints)
