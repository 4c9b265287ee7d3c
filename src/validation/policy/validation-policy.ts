import {
  type AdesLevel,
  type CommonLevel,
  type ConstraintLevel,
  commonLevelOf,
  type DigestAlgorithm,
  type EncryptionAlgorithm,
  type FindingKey,
  type Instant,
  type PolicyName,
  type Profile,
  type SignatureLevel,
} from '#model'

/** An algorithm that the policy accepts before `until`; null: without end. */
interface AcceptedAlgorithm {
  readonly until: Instant | null
  /** The day since which it is accepted only with a warning, `2012-08-01` (`decisions.md#weak-algorithms`); absent: without a warning. */
  readonly weakSince?: string
}

/**
 * A minimum key size. Of the entries whose minimum a key reaches, the one without end or with the latest end applies; the key is weak when every one of them
 * is.
 */
export interface AcceptedKeySize extends AcceptedAlgorithm {
  readonly minimumBits: number
}

/** Accepted algorithms. An algorithm that is not listed is not accepted. */
export interface AlgorithmConstraints {
  readonly digests: Readonly<Partial<Record<DigestAlgorithm, AcceptedAlgorithm>>>
  readonly keys: Readonly<Partial<Record<EncryptionAlgorithm, readonly AcceptedKeySize[]>>>
}

/** What an algorithm is used for. A policy may have different requirements for each use. */
export type AlgorithmUsage = 'signature' | 'certificate' | 'time-stamp' | 'time-stamp-certificate' | 'revocation'

/** Effect of an unsatisfied check, by key. */
export type ConstraintLevels = Readonly<Partial<Record<FindingKey, ConstraintLevel>>>

type RevocationSource = 'ocsp' | 'crl'

/**
 * Constraints for the signatures in one kind of document. They contain every parameter that the policy chooses; blocks and processes have no parameters of
 * their own. Frozen data. Durations are in milliseconds; null means no limit.
 */
export interface ProfileConstraints {
  /** Signature levels that can pass. */
  readonly signatureLevels: readonly AdesLevel[]
  /** Levels of checks, where they differ from the register and from those of the policy. */
  readonly levels: ConstraintLevels
  readonly algorithms: Readonly<Record<AlgorithmUsage, AlgorithmConstraints>>
  /** OIDs of known signature policies. Their digests are not compared (`validationContextInitialisation`). */
  readonly knownSignaturePolicies: readonly string[]
  /** Kinds of revocation data that are sufficient for the signer's certificate. */
  readonly revocationSources: readonly RevocationSource[]
  /** An OCSP response about the signer must be produced after the time-stamp, by at most `max`; by more than `warning` is a warning. Null: not checked. */
  readonly revocationDelay: { readonly warning: number; readonly max: number } | null
  /** Only time-stamping units that are listed themselves are trusted, not those with a certificate from a listed authority. */
  readonly listedUnitsOnly: boolean
  /** Maximum age of revocation data at the time for which they are used. For X-Road the instance sets it. */
  readonly maxRevocationAge: number | null
  /** Revocation data about the signer whose nextUpdate is before the best signature time do not confirm the certificate. For X-Road the instance sets it. */
  readonly nextUpdateBinds: boolean
  /** Maximum time from the claimed signing time to the time-stamp. */
  readonly maxTimeStampDelay: number | null
  /** Age of thisUpdate, at the time for which revocation data are used, above which there is a warning. */
  readonly oldRevocationStateWarning: number
  /** How far the clocks of time-stamping units and responders may be ahead: tokens and responses produced later after validation time are not accepted. */
  readonly maxClockDifference: number
}

/** A signature validation policy: its requirements for every signature, and the constraints for each kind of document. */
export interface ValidationPolicy {
  readonly name: PolicyName
  /** Legal levels that satisfy `signature-level-qualified`. */
  readonly legalLevels: readonly SignatureLevel[]
  /** Levels of checks for all kinds of documents, where they differ from the register. */
  readonly levels: ConstraintLevels
  readonly profiles: Readonly<Record<Profile, ProfileConstraints>>
}

/** The constraints of a policy for one kind of document, with its general requirements. */
export type AppliedPolicy = ProfileConstraints & Pick<ValidationPolicy, 'legalLevels'>

/** The accepted legal levels for display. */
export function acceptedLevels({ legalLevels }: AppliedPolicy): readonly CommonLevel[] {
  return [...new Set(legalLevels.map(commonLevelOf))]
}

/** The policy for one kind of document. Levels of checks in the profile take precedence over those of the policy. */
export function policyFor({ profiles, legalLevels, levels }: ValidationPolicy, profile: Profile): AppliedPolicy {
  const constraints = profiles[profile]
  return { ...constraints, legalLevels, levels: { ...levels, ...constraints.levels } }
}
