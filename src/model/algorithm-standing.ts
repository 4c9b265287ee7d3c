import { deepFreeze } from '#std'
import type { DigestAlgorithm, EncryptionAlgorithm } from './algorithm.js'

/**
 * Where an algorithm stands. `accepted`: without a remark. `weak`: no longer recommended for new signatures, accepted with a warning where documents are
 * judged (`decisions.md#weak-algorithms`), and refused where trust itself is signed: lists, configurations, answers about clients. `refused`: never accepted.
 */
export interface AlgorithmStanding {
  readonly standing: 'accepted' | 'weak' | 'refused'
  /** The day since which it stands there, `2012-08-01`. */
  readonly since: string
  /** What says so. */
  readonly source: string
}

/** Where keys of at least this size stand, up to the next larger size of the table. */
export interface KeyStanding extends AlgorithmStanding {
  /** In bits: the modulus of RSA and DSA, the order of the curve. */
  readonly minimumBits: number
}

const PUBLISHED = 'published'
const UNLISTED = 'not in the policies of the reference'
/** The days on which algorithms expire in this policy. It follows TS 119 312, and TS 102 176-1 before it. */
const DEFAULT_POLICY = 'default policy of EU DSS 6.4'

const accepted = (since: string, source: string) => ({ standing: 'accepted', since, source }) as const
const weak = (since: string, source: string = DEFAULT_POLICY) => ({ standing: 'weak', since, source }) as const
const refused = (since: string, source: string = DEFAULT_POLICY) => ({ standing: 'refused', since, source }) as const

/** Where each digest algorithm stands (`decisions.md#sha-3`). The policies and the signed configurations of X-Road take their lists from here. */
export const digestStandings: Readonly<Record<DigestAlgorithm, AlgorithmStanding>> = deepFreeze({
  MD5: refused('2004-08-01'),
  SHA1: weak('2012-08-01'),
  SHA224: accepted('2004-02-25', `${PUBLISHED} in FIPS 180-2`),
  SHA256: accepted('2002-08-01', `${PUBLISHED} in FIPS 180-2`),
  SHA384: accepted('2002-08-01', `${PUBLISHED} in FIPS 180-2`),
  SHA512: accepted('2002-08-01', `${PUBLISHED} in FIPS 180-2`),
  'SHA3-224': refused('2015-08-05', `not in the ${DEFAULT_POLICY}`),
  'SHA3-256': accepted('2015-08-05', `${PUBLISHED} in FIPS 202`),
  'SHA3-384': accepted('2015-08-05', `${PUBLISHED} in FIPS 202`),
  'SHA3-512': accepted('2015-08-05', `${PUBLISHED} in FIPS 202`),
  RIPEMD160: weak('2014-08-01'),
  WHIRLPOOL: refused('2020-12-01'),
})

const rsa = [
  { minimumBits: 0, ...refused('2010-08-01') },
  { minimumBits: 1024, ...weak('2019-10-01') },
  { minimumBits: 1900, ...accepted('1998-10-01', `${PUBLISHED} in PKCS #1`) },
] as const

/** Where the keys of each algorithm stand, by ascending size. A policy may require larger ones for a use. */
export const keyStandings: Readonly<Record<EncryptionAlgorithm, readonly KeyStanding[]>> = deepFreeze({
  RSA: rsa,
  'RSASSA-PSS': rsa,
  ECDSA: [
    { minimumBits: 0, ...refused('2012-08-01') },
    { minimumBits: 192, ...weak('2012-08-01') },
    { minimumBits: 224, ...accepted('2000-01-27', `${PUBLISHED} in FIPS 186-2`) },
  ],
  // The reference accepts DSA keys of any real size.
  DSA: [
    { minimumBits: 0, ...refused('1994-05-19', UNLISTED) },
    { minimumBits: 128, ...weak('2015-12-01') },
    { minimumBits: 1900, ...weak('2023-02-03', 'FIPS 186-5 withdraws DSA') },
  ],
  EDDSA: [{ minimumBits: 0, ...refused('2017-01-24', UNLISTED) }],
})

/** Whether a digest is too weak for a signature over trust itself. Such signatures are made again and again, so nothing old has to stay valid. */
export function isWeakDigest(algorithm: DigestAlgorithm): boolean {
  return digestStandings[algorithm].standing !== 'accepted'
}
