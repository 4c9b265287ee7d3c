import { deepFreeze } from '#model'
import type { AlgorithmConstraints, ValidationPolicy } from './validation-policy.js'

const minute = 60_000

/**
 * The reference's first release lists end dates (SHA-1 2017-02-24, RSA 1024 2018-02-24, …) but its engine never applied them,
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

/** RSASSA-PSS as RSA (ruling 61). Everything that is not named – MD5, SHA-3, EdDSA – is not accepted. */
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

/** Signatures and seals of every legal level; parameters of the reference's first release. */
export const POLv1: ValidationPolicy = deepFreeze({
  name: 'POLv1',
  signatureLevels: ['LT', 'LTA'],
  legalLevels: ['QES'],
  constraintLevels: {},
  profileLevels: {
    // CRLs and OCSP responses both count in PDF; a policy is named by its object identifier, without the qualifier that XML needs for it.
    pdf: { 'revocation-source-ocsp': 'ignore', 'signature-policy-qualifier': 'ignore' },
  },
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
  maxRevocationAge: null,
  maxTimeStampDelay: null,
  revocationDelayWarning: 15 * minute,
  maxRevocationDelay: 24 * 60 * minute,
  oldRevocationStateWarning: 24 * 60 * minute,
  maxClockDifference: 10 * minute,
} satisfies ValidationPolicy)
