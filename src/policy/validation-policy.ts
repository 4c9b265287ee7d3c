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
interface AcceptedAlgorithm {
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

/** What an unsatisfied check means, by key. */
export type ConstraintLevels = Readonly<Partial<Record<FindingKey, ConstraintLevel>>>

/** Kinds of revocation data. */
type RevocationSource = 'ocsp' | 'crl'

/**
 * Constraints for the signatures in one kind of document: every parameter that is a choice of the policy. Frozen data; the blocks and processes contain no
 * choices. Durations in milliseconds; null means without limit.
 */
export interface ProfileConstraints {
  /** Levels that can pass. */
  readonly signatureLevels: readonly AdesLevel[]
  /** Levels of checks that differ from the register and from the levels of the policy. */
  readonly levels: ConstraintLevels
  readonly algorithms: Readonly<Record<AlgorithmUsage, AlgorithmConstraints>>
  /** Digests that are accepted with a warning (`decisions.md#weak-algorithms`). */
  readonly weakDigests: readonly DigestAlgorithm[]
  /** Shorter keys are accepted with a warning. */
  readonly strongKeyBits: Readonly<Partial<Record<EncryptionAlgorithm, number>>>
  /** Signature policies by OID; their documents are known, so their digest is not compared. */
  readonly knownSignaturePolicies: readonly string[]
  /** Kinds of revocation data that count for the certificate of the signer. */
  readonly revocationSources: readonly RevocationSource[]
  /** An answer about the signer has to be made after the time-stamp, at most `max` later; from `warning` on it is a warning. Null: not checked. */
  readonly revocationDelay: { readonly warning: number; readonly max: number } | null
  /** Only time-stamping units that are listed themselves are trusted, not those that a listed authority issued. */
  readonly listedUnitsOnly: boolean
  /** Greatest age of revocation data at the moment for which they are used; for X-Road the instance sets it. */
  readonly maxRevocationAge: number | null
  /** Longest time from the claimed signing time to the time-stamp. */
  readonly maxTimeStampDelay: number | null
  /** Revocation data whose thisUpdate is longer ago than this at the moment for which they are used are a warning. */
  readonly oldRevocationStateWarning: number
  /** How far the clocks of units and responders may be ahead: tokens and answers made later than this after validation time are not accepted. */
  readonly maxClockDifference: number
}

/** A signature validation policy: what it asks of every signature, and the constraints for each kind of document. */
export interface ValidationPolicy {
  readonly name: PolicyName
  /** Legal levels that `signature-level-qualified` is satisfied with. */
  readonly legalLevels: readonly SignatureLevel[]
  /** Levels of checks that differ from the register in all kinds of documents. */
  readonly levels: ConstraintLevels
  readonly profiles: Readonly<Record<Profile, ProfileConstraints>>
}

/** A policy as it applies to one kind of document. */
export type AppliedPolicy = ProfileConstraints & Pick<ValidationPolicy, 'legalLevels'>

/** The policy for one kind of document; levels of the profile take precedence. */
export function policyFor({ profiles, legalLevels, levels }: ValidationPolicy, profile: Profile): AppliedPolicy {
  const constraints = profiles[profile]
  return { ...constraints, legalLevels, levels: { ...levels, ...constraints.levels } }
}
