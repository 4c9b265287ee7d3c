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
interface AcceptedKeySize extends AcceptedAlgorithm {
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

/** Kinds of revocation data. */
type RevocationSource = 'ocsp' | 'crl'

/**
 * How the signatures in one kind of document are judged: every judgement that is a choice and not arithmetic. Frozen data; the blocks and processes hold no
 * choice of their own. Durations in milliseconds; null means without limit.
 */
export interface ProfileConstraints {
  /** Levels that can pass. */
  readonly signatureLevels: readonly AdesLevel[]
  /** What a miss means, where it differs from the register and from the levels of the policy. */
  readonly levels: ConstraintLevels
  readonly algorithms: Readonly<Record<AlgorithmUsage, AlgorithmConstraints>>
  /** Accepted, with a warning: digests, and keys shorter than this (`decisions.md#weak-algorithms`). */
  readonly weakDigests: readonly DigestAlgorithm[]
  readonly strongKeyBits: Readonly<Partial<Record<EncryptionAlgorithm, number>>>
  /** Signature policies by OID; their documents are known, so their digest is not compared. */
  readonly knownSignaturePolicies: readonly string[]
  /** What can speak for the certificate of the signer. */
  readonly revocationSources: readonly RevocationSource[]
  /** An answer about the signer has to come after the time-stamp, at most `max` later, and is told from `warning` on. Null: how the two stand to each other is not asked. */
  readonly revocationDelay: { readonly warning: number; readonly max: number } | null
  /** Only a unit that is listed itself may time-stamp, not one that a listed authority issued. */
  readonly listedUnitsOnly: boolean
  /** The instance of X-Road that a signature belongs to says it for its signatures. */
  readonly maxRevocationAge: number | null
  readonly maxTimeStampDelay: number | null
  /** Revocation data whose state is older than this at the moment for which they are asked are a warning. */
  readonly oldRevocationStateWarning: number
  /** How far the clocks of units and responders may be ahead: what was made later than this after validation time proves nothing at it. */
  readonly maxClockDifference: number
}

/** A signature policy: what it asks of every signature, and the constraints of each kind of document. */
export interface ValidationPolicy {
  readonly name: PolicyName
  /** Legal levels that `signature-level-qualified` is satisfied with. */
  readonly legalLevels: readonly SignatureLevel[]
  /** What a miss means in all kinds of documents, where it differs from the register. */
  readonly levels: ConstraintLevels
  readonly profiles: Readonly<Record<Profile, ProfileConstraints>>
}

/** A policy as the signatures in one kind of document are judged by it. */
export type AppliedPolicy = ProfileConstraints & Pick<ValidationPolicy, 'legalLevels'>

export function policyFor({ profiles, legalLevels, levels }: ValidationPolicy, profile: Profile): AppliedPolicy {
  const constraints = profiles[profile]
  return { ...constraints, legalLevels, levels: { ...levels, ...constraints.levels } }
}
