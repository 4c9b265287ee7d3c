import {
  type AlgorithmStanding,
  type DigestAlgorithm,
  digestStandings,
  type EncryptionAlgorithm,
  type KeyStanding,
  keyStandings,
} from '#model'
import { deepFreeze } from '#std'
import type { AcceptedKeySize, AlgorithmConstraints, ProfileConstraints } from '../validation-policy.js'

const minute = 60_000

/**
 * Accepted without end. The first release of the reference service lists end dates (SHA-1 2017-02-24, RSA 1024 2018-02-24, …), but its engine never applied
 * them. They are not applied here either, so that documents from those years keep their verdict. A policy that enforces end dates sets `until`.
 */
function acceptedOf({ standing, since }: AlgorithmStanding): { readonly until: null; readonly weakSince?: string } {
  return standing === 'weak' ? { until: null, weakSince: since } : { until: null }
}

const isAccepted = ({ standing }: AlgorithmStanding) => standing !== 'refused'

const digests: AlgorithmConstraints['digests'] = Object.fromEntries(
  Object.entries(digestStandings)
    .filter(([, standing]) => isAccepted(standing))
    .map(([name, standing]) => [name satisfies string as DigestAlgorithm, acceptedOf(standing)]),
)

function sizesOf(standings: readonly KeyStanding[], minimum: number): readonly AcceptedKeySize[] {
  // A size below the next one that is still not above the minimum has no keys of its own.
  const reached = standings.filter(isAccepted).filter((_, at, all) => (all[at + 1]?.minimumBits ?? Number.POSITIVE_INFINITY) > minimum)
  return reached.map((standing) => ({ minimumBits: Math.max(standing.minimumBits, minimum), ...acceptedOf(standing) }))
}

/**
 * RSASSA-PSS is accepted like RSA (`decisions.md#pss`). Algorithms that the table of the model refuses, such as MD5 and EdDSA, are not accepted.
 *
 * @param minimumEcdsaBits smallest order of a curve for this use
 */
function algorithms(minimumEcdsaBits: number): AlgorithmConstraints {
  const keys: Partial<Record<EncryptionAlgorithm, readonly AcceptedKeySize[]>> = {}
  for (const [name, standings] of Object.entries(keyStandings) as [EncryptionAlgorithm, readonly KeyStanding[]][]) {
    const sizes = sizesOf(standings, name === 'ECDSA' ? minimumEcdsaBits : 0)
    if (sizes.length > 0) keys[name] = sizes
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
  algorithmsJudgedAt: { 'time-stamp': 'validation-time', 'time-mark': 'proven-time', none: 'validation-time' },
  knownSignaturePolicies: [
    '1.3.6.1.4.1.10015.1000.2.10.10',
    '1.3.6.1.4.1.10015.1000.3.1.1',
    '1.3.6.1.4.1.10015.1000.3.2.1',
    '1.3.6.1.4.1.10015.1000.3.2.3',
  ],
  keyUsages: ['nonRepudiation'],
  // BDOC requires an OCSP response about the signer's certificate; a CRL does not show that the certificate was ever issued.
  revocationSources: ['ocsp'],
  revocationDelay: { warning: 15 * minute, inclusive: false, max: 24 * 60 * minute },
  listedUnitsOnly: false,
  timeStampServices: ['TSA', 'TSA/QTST', 'TSA/TSS-QC', 'TSA/TSS-AdESQCandQES', 'CA/QC', 'CA/PKC', 'NationalRootCA-QC'],
  timeStampUnitExpiry: 'no-effect',
  requiredTimeStamps: [],
  unsignedFiles: 'warning',
  maxRevocationAge: null,
  nextUpdateBinds: true,
  maxTimeStampDelay: null,
  oldRevocationStateWarning: 24 * 60 * minute,
  maxClockDifference: 10 * minute,
} satisfies ProfileConstraints)
