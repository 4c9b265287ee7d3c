import type {
  AdesLevel,
  ConstraintLevel,
  DigestAlgorithm,
  EncryptionAlgorithm,
  FindingKey,
  Instant,
  PolicyName,
  Profile,
  SignatureLevel,
} from '#model'

/** An algorithm that the policy accepts; `until` is the moment from which it no longer is, null when none is set. */
export interface AcceptedAlgorithm {
  readonly until: Instant | null
}

/** A key size is a lower bound: of the entries that a key reaches, the one without end or with the latest end counts. */
export interface AcceptedKeySize extends AcceptedAlgorithm {
  readonly minimumBits: number
}

/** An algorithm that is not named is not accepted. */
export interface AlgorithmConstraints {
  readonly digests: Readonly<Partial<Record<DigestAlgorithm, AcceptedAlgorithm>>>
  readonly keys: Readonly<Partial<Record<EncryptionAlgorithm, readonly AcceptedKeySize[]>>>
}

/** What algorithms are used for; a policy may ask more of one than of another. */
export type AlgorithmUsage = 'signature' | 'certificate' | 'time-stamp' | 'time-stamp-certificate' | 'revocation'

/** What a miss means, by question. */
export type ConstraintLevels = Readonly<Partial<Record<FindingKey, ConstraintLevel>>>

/**
 * A signature policy: every judgement that is a choice and not arithmetic. Frozen data; the blocks and processes hold no choice of their own.
 * Durations in milliseconds; null means without limit.
 */
export interface ValidationPolicy {
  readonly name: PolicyName
  /** Levels that can pass. */
  readonly signatureLevels: readonly AdesLevel[]
  /** Legal levels that `signature-level-qualified` is satisfied with. */
  readonly legalLevels: readonly SignatureLevel[]
  /** What a miss means, where it differs from the register. */
  readonly constraintLevels: ConstraintLevels
  /** The same for signatures in one kind of document, above the others. */
  readonly profileLevels: Readonly<Partial<Record<Profile, ConstraintLevels>>>
  readonly algorithms: Readonly<Record<AlgorithmUsage, AlgorithmConstraints>>
  /** Accepted, with a warning: digests, and keys shorter than this (ruling 16). */
  readonly weakDigests: readonly DigestAlgorithm[]
  readonly strongKeyBits: Readonly<Partial<Record<EncryptionAlgorithm, number>>>
  /** Signature policies by OID; their documents are known, so their digest is not compared. */
  readonly knownSignaturePolicies: readonly string[]
  readonly maxRevocationAge: number | null
  readonly maxTimeStampDelay: number | null
  /** OCSP later than the time-stamp by more than this is a warning, or an error. */
  readonly revocationDelayWarning: number
  readonly maxRevocationDelay: number
  /** Revocation data whose state is older than this at the moment for which they are asked are a warning. */
  readonly oldRevocationStateWarning: number
  /** How far the clocks of units and responders may be ahead: what was made later than this after validation time proves nothing at it. */
  readonly maxClockDifference: number
}

/** The policy as signatures in one kind of document are judged by it. */
export function policyFor(policy: ValidationPolicy, profile: Profile): ValidationPolicy {
  const levels = policy.profileLevels[profile]
  return levels === undefined ? policy : { ...policy, constraintLevels: { ...policy.constraintLevels, ...levels } }
}
