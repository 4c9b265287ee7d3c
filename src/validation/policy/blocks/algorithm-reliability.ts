import type { DigestAlgorithm, EncryptionAlgorithm, Instant, PublicKeyFacts, SignatureAlgorithm } from '#model'
import type { Evaluation } from '../evaluation.js'
import type { AcceptedKeySize, AlgorithmConstraints } from '../validation-policy.js'

/**
 * Whether the policy accepts an algorithm, and until when. `reason` null: accepted before `until` (null: without end). `not-accepted`: the policy does not
 * list it. `key-too-small`: below the minimum size. `key-size-unknown`: the size cannot be determined, so the key is not accepted.
 */
export interface Reliability {
  readonly reason: 'not-accepted' | 'key-too-small' | 'key-size-unknown' | null
  readonly until: Instant | null
}

/** How an algorithm is named in a report. The identifier of RSASSA-PSS says nothing about the digest, on which it depends whether it is accepted. */
export function algorithmFacts({ identifier, encryption, digest }: SignatureAlgorithm): {
  readonly algorithm: string
  readonly digest: string | null
} {
  return { algorithm: identifier, digest: encryption === 'RSASSA-PSS' ? digest : null }
}

/** Whether the policy accepts a digest algorithm. An unknown one (null) is not accepted. */
export function reliabilityOfDigest(constraints: AlgorithmConstraints, digest: DigestAlgorithm | null): Reliability {
  const accepted = digest === null ? undefined : constraints.digests[digest]
  return accepted === undefined ? { reason: 'not-accepted', until: null } : { reason: null, until: accepted.until }
}

function reliabilityOfKey(
  constraints: AlgorithmConstraints,
  encryption: EncryptionAlgorithm | null,
  key: PublicKeyFacts | null,
): Reliability {
  const sizes = encryption === null ? undefined : constraints.keys[encryption]
  if (sizes === undefined) return { reason: 'not-accepted', until: null }
  // Without the certificate the key size is not known. Identification of the signing certificate reports the missing certificate.
  if (key === null) return { reason: null, until: null }
  const bits = key.size
  if (bits === null) return { reason: 'key-size-unknown', until: null }
  if (!sizes.some((size) => size.minimumBits <= bits)) return { reason: 'key-too-small', until: null }
  return { reason: null, until: latestEnd(sizes, bits) }
}

/** Whether the policy accepts a signature algorithm with the key that was used. Digest algorithm and key must both be accepted (TS 119 312). */
export function reliabilityOfSignature(
  constraints: AlgorithmConstraints,
  algorithm: SignatureAlgorithm,
  key: PublicKeyFacts | null,
): Reliability {
  const ofDigest = reliabilityOfDigest(constraints, algorithm.digest)
  if (ofDigest.reason !== null) return ofDigest
  const ofKey = reliabilityOfKey(constraints, algorithm.encryption, key)
  return ofKey.reason !== null ? ofKey : { reason: null, until: earlier(ofDigest.until, ofKey.until) }
}

/** Whether the algorithm is accepted for an object that existed at `time`. */
export function isReliableAt(reliability: Reliability, time: Instant): boolean {
  return reliability.reason === null && (reliability.until === null || time < reliability.until)
}

/**
 * When the algorithms of certificates and revocation data must be acceptable (`algorithmsJudgedAt`): at validation time, or at the proven time of the signature.
 *
 * @param proven time that the signature proves; null: none
 */
export function timeOfAlgorithms({ policy, facts, validationTime }: Evaluation, proven: Instant | null): Instant {
  return policy.algorithmsJudgedAt[facts.proofOfTime] === 'proven-time'
    ? Math.min(proven ?? validationTime, validationTime)
    : validationTime
}

/** The day since which a digest algorithm is accepted only with a warning; null: not so, or not accepted at all. */
export function weakSinceOfDigest(constraints: AlgorithmConstraints, digest: DigestAlgorithm | null): string | null {
  return (digest === null ? undefined : constraints.digests[digest])?.weakSince ?? null
}

/**
 * The day since which a key is accepted only with a warning because of its algorithm and size; null: not so. A key below every size of a listed algorithm
 * counts like those of the smallest one, and so does one whose size is not known.
 */
export function weakSinceOfKey(constraints: AlgorithmConstraints, { algorithm, size }: PublicKeyFacts): string | null {
  const sizes = algorithm === null ? undefined : constraints.keys[algorithm]
  if (sizes === undefined) return null
  const reached = size === null ? [] : sizes.filter(({ minimumBits }) => minimumBits <= size)
  if (reached.some(({ weakSince }) => weakSince === undefined)) return null
  return (reached.at(-1) ?? sizes[0])?.weakSince ?? null
}

/** The latest end among the key sizes that the key reaches; null when one of them has no end. */
function latestEnd(sizes: readonly AcceptedKeySize[], bits: number): Instant | null {
  let latest = Number.NEGATIVE_INFINITY
  for (const { minimumBits, until } of sizes) {
    if (minimumBits > bits) continue
    if (until === null) return null
    latest = Math.max(latest, until)
  }
  return latest
}

function earlier(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
