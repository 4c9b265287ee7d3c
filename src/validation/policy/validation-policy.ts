import {
  type AdesLevel,
  type CommonLevel,
  type ConstraintLevel,
  commonLevelOf,
  type DigestAlgorithm,
  type EncryptionAlgorithm,
  type FindingKey,
  type Instant,
  type KeyUsageBit,
  type Outcome,
  type PolicyName,
  type Profile,
  type ProofOfTime,
  purposeOf,
  type ServiceType,
  type SignatureLevel,
  type SignaturePurpose,
  type TimeStampKind,
} from '#model'

/** An algorithm that the policy accepts before `until`; null: without end. */
export interface AcceptedAlgorithm {
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

/** Outcome of a failed check, by key. */
export type ConstraintOutcomes = Readonly<Partial<Record<FindingKey, Outcome>>>

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
  /**
   * When the algorithms of certificates and revocation data are judged, by what proves the time of the signature. `validation-time`: then, or earlier where an
   * archive time-stamp proves it (EN 319 102-1, 5.6). `proven-time`: at the proven time of the signature, where no archive time-stamp can follow
   * (`decisions.md#algorithm-moment`).
   */
  readonly algorithmsJudgedAt: Readonly<Record<ProofOfTime, 'proven-time' | 'validation-time'>>
  /** OIDs of known signature policies. Their digests are not compared (`validationContextInitialisation`). */
  readonly knownSignaturePolicies: readonly string[]
  /** Key usages that the signer's certificate must have, each of them. */
  readonly keyUsages: readonly KeyUsageBit[]
  /** Kinds of revocation data that are sufficient for the signer's certificate. */
  readonly revocationSources: readonly RevocationSource[]
  /**
   * An OCSP response about the signer must be produced after the time-stamp, by at most `max`, and by `warning` or more, or only by more (`inclusive`), is a
   * warning. Null: not checked; `max` null: no limit.
   */
  readonly revocationDelay: { readonly warning: number; readonly inclusive: boolean; readonly max: number | null } | null
  /** Only time-stamping units that are listed themselves are trusted, not those with a certificate from a listed authority. */
  readonly listedUnitsOnly: boolean
  /** Types of trust services whose time-stamps count: of the unit itself, or of the authority above it. */
  readonly timeStampServices: readonly ServiceType[]
  /**
   * Whether the end of the certificate of a time-stamping unit ends what its time-stamps prove, unless a later time-stamp covers them (EN 319 102-1, 5.4), or
   * has no effect (`decisions.md#helper-expiry`).
   */
  readonly timeStampUnitExpiry: 'ends-proof' | 'no-effect'
  /** Kinds of time-stamps that must each be valid: one that is not fails the signature, even when others prove its time. Others prove something, or nothing. */
  readonly requiredTimeStamps: readonly TimeStampKind[]
  /** A file of the container that the signature does not cover, whether or not another one does: a warning about the document, or a failure of the signature. */
  readonly unsignedFiles: 'warning' | 'failure'
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

/** The legal levels of signatures, or of seals, that a policy accepts. */
interface AcceptedLegalLevels {
  readonly accepted: readonly SignatureLevel[]
  /** Accepted with the warning `signature-level-with-device`. */
  readonly withWarning: readonly SignatureLevel[]
}

/** What a policy requires of the legal level of a signature. */
export interface LegalLevelConstraints {
  /** The check that fails, or only informs, for every other level and for none (`levels`). */
  readonly check: 'signature-level-qualified' | 'signature-level-sufficient'
  /** Accepted levels by what the certificate is for. */
  readonly levels: Readonly<Record<SignaturePurpose, AcceptedLegalLevels>>
  /** DIGIDOC-XML signatures have no level. They are accepted with a certificate for this usage from an authority of one of these organizations. */
  readonly ddoc: { readonly organizations: readonly string[]; readonly keyUsage: KeyUsageBit }
}

/** A signature validation policy: its requirements for every signature, and the constraints for each kind of document. */
export interface ValidationPolicy {
  readonly name: PolicyName
  readonly legalLevel: LegalLevelConstraints
  /** Levels of checks for all kinds of documents, where they differ from the register. */
  readonly levels: ConstraintLevels
  /** Outcomes of failures for all kinds of documents, where they differ from the register. */
  readonly outcomes: ConstraintOutcomes
  readonly profiles: Readonly<Record<Profile, ProfileConstraints>>
}

/** The constraints of a policy for one kind of document, with its general requirements. */
export type AppliedPolicy = ProfileConstraints & Pick<ValidationPolicy, 'legalLevel' | 'outcomes'>

/** Whether a policy accepts a legal level, and whether only with a warning. Null, for no level, is not accepted. */
export function acceptanceOf({ legalLevel }: AppliedPolicy, level: SignatureLevel | null): 'accepted' | 'with-warning' | 'refused' {
  if (level === null) return 'refused'
  const { accepted, withWarning } = legalLevel.levels[purposeOf(level)]
  if (accepted.includes(level)) return 'accepted'
  return withWarning.includes(level) ? 'with-warning' : 'refused'
}

/** The accepted legal levels for display. */
export function acceptedLevels({ legalLevel }: AppliedPolicy): readonly CommonLevel[] {
  const { signature, seal, unknown } = legalLevel.levels
  return [...new Set([signature, seal, unknown].flatMap(({ accepted, withWarning }) => [...accepted, ...withWarning]).map(commonLevelOf))]
}

/** The policies of a process are few and frozen; each is applied to a kind of document once. */
const applied = new WeakMap<ValidationPolicy, Map<Profile, AppliedPolicy>>()

/** The policy for one kind of document. Levels of checks in the profile take precedence over those of the policy. */
export function policyFor(policy: ValidationPolicy, profile: Profile): AppliedPolicy {
  const ofPolicy = applied.get(policy) ?? new Map<Profile, AppliedPolicy>()
  applied.set(policy, ofPolicy)
  const known = ofPolicy.get(profile)
  if (known !== undefined) return known
  const { profiles, legalLevel, levels, outcomes } = policy
  const constraints = profiles[profile]
  const made = { ...constraints, legalLevel, outcomes, levels: { ...levels, ...constraints.levels } }
  ofPolicy.set(profile, made)
  return made
}
