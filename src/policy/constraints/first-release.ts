import { deepFreeze } from '#model'
import type { AlgorithmConstraints, ProfileConstraints } from '../validation-policy.js'

const minute = 60_000

/**
 * Accepted without end. The first release of the reference service lists end dates (SHA-1 2017-02-24, RSA 1024 2018-02-24, …), but its engine never applied
 * them. They are not applied here either, so that documents from those years keep their verdict. A policy that enforces end dates sets `until`.
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

/** RSASSA-PSS is accepted like RSA (`decisions.md#pss`). Algorithms that are not listed, such as MD5, SHA-3 and EdDSA, are not accepted. */
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

/** Parameters of the first release of the reference service. They apply to every kind of document whose own constraints set nothing else. */
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
  // BDOC requires an OCSP response about the signer's certificate; a CRL does not show that the certificate was ever issued.
  revocationSources: ['ocsp'],
  revocationDelay: { warning: 15 * minute, max: 24 * 60 * minute },
  listedUnitsOnly: false,
  maxRevocationAge: null,
  maxTimeStampDelay: null,
  oldRevocationStateWarning: 24 * 60 * minute,
  maxClockDifference: 10 * minute,
} satisfies ProfileConstraints)
