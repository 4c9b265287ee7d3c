import { type DigestAlgorithm, digestStandings } from '#model'
import { deepFreeze } from '#std'
import type { AlgorithmConstraints, ProfileConstraints } from '../validation-policy.js'
import { firstRelease } from './first-release.js'
import { pdf } from './pdf.js'
import { xroad } from './xroad.js'

const accepted = (weakSince?: string) => (weakSince === undefined ? { until: null } : { until: null, weakSince })

/** An end that the constraints set before their own date of revision; a later one is only a warning there, and here none. */
const until = (year: number, month: number, day: number) => ({ until: Date.UTC(year, month - 1, day) })

const rsa = [
  { minimumBits: 1024, ...until(2019, 10, 1) },
  { minimumBits: 1900, ...accepted() },
] as const

/**
 * The algorithms of the third release of the reference service: SHA-1 stays accepted with a warning, RSA below 1900 bits ended in 2019. RIPEMD-160, DSA and
 * curves below 256 bits are not accepted (`decisions.md#polv3`).
 */
const algorithms: AlgorithmConstraints = {
  digests: {
    SHA1: accepted(digestStandings['SHA1' satisfies DigestAlgorithm].since),
    SHA224: accepted('2026-01-01'),
    SHA256: accepted(),
    SHA384: accepted(),
    SHA512: accepted(),
    'SHA3-256': accepted(),
    'SHA3-384': accepted(),
    'SHA3-512': accepted(),
  },
  keys: {
    RSA: rsa,
    'RSASSA-PSS': rsa,
    ECDSA: [{ minimumBits: 256, ...accepted() }],
  },
}

/** Constraints of the third release that apply to every kind of document whose own constraints set nothing else. */
export const thirdRelease: ProfileConstraints = deepFreeze({
  ...firstRelease,
  algorithms: {
    signature: algorithms,
    certificate: algorithms,
    'time-stamp': algorithms,
    'time-stamp-certificate': algorithms,
    revocation: algorithms,
  },
  revocationDelay: { warning: 15 * 60_000, inclusive: true, max: null },
  revocationSources: ['ocsp', 'crl'],
  timeStampServices: ['TSA/QTST'],
  requiredTimeStamps: ['content', 'signature', 'validation-data', 'archive', 'document', 'container'],
  unsignedFiles: 'failure',
} satisfies ProfileConstraints)

/** PDF signatures that are not PAdES baseline signatures are not accepted. */
export const thirdReleasePdf: ProfileConstraints = deepFreeze({
  ...thirdRelease,
  levels: { ...pdf.levels, 'pdf-signature-pades': 'fail' },
} satisfies ProfileConstraints)

/** DIGIDOC-XML and X-Road rest on the settings. Lists determine at most the level of their signatures. */
const independentOfLists = { 'trusted-list-stale': 'warn', 'list-of-lists-stale': 'warn' } as const

/** DIGIDOC-XML is judged by its own rules; a CRL has no place in it. */
export const thirdReleaseDdoc: ProfileConstraints = deepFreeze({
  ...thirdRelease,
  revocationSources: ['ocsp'],
  levels: independentOfLists,
} satisfies ProfileConstraints)

/** The third release has no X-Road any more. Its containers keep their own rules, with the algorithms of the policy. */
export const thirdReleaseXroad: ProfileConstraints = deepFreeze({
  ...xroad,
  algorithms: thirdRelease.algorithms,
  unsignedFiles: 'failure',
  levels: { ...xroad.levels, ...independentOfLists },
} satisfies ProfileConstraints)
