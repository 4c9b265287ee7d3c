import type {
  AdesLevel,
  BuiltInPolicyName,
  ConstraintLevel,
  DigestAlgorithm,
  EncryptionAlgorithm,
  FindingKey,
  KeyUsageBit,
  Profile,
  ProofOfTime,
  ServiceType,
  SignatureLevel,
  SignaturePurpose,
  TimeStampKind,
} from '#model'
import type { AlgorithmUsage } from '#validation/policy'

/** A policy file that conforms to `policySchema`: what it does not name is that of its basis. */
export interface WrittenPolicy {
  readonly name: string
  readonly basis: BuiltInPolicyName
  readonly description: string
  readonly url?: string
  readonly levels?: WrittenLevels
  readonly legalLevel?: Partial<Record<SignaturePurpose, WrittenLegalLevels>>
  readonly constraints?: WrittenConstraints
  readonly algorithms?: WrittenAlgorithms
  /** For one kind of document; takes precedence over what stands outside. */
  readonly profiles?: Partial<Record<Profile, WrittenProfile>>
}

interface WrittenProfile {
  readonly levels?: WrittenLevels
  readonly constraints?: WrittenConstraints
  readonly algorithms?: WrittenAlgorithms
}

export type WrittenLevels = Partial<Record<FindingKey, ConstraintLevel>>

interface WrittenLegalLevels {
  readonly accepted: readonly SignatureLevel[]
  readonly withWarning?: readonly SignatureLevel[]
}

/** The parameters of `ProfileConstraints`, with durations as texts. */
export interface WrittenConstraints {
  readonly signatureLevels?: readonly AdesLevel[]
  readonly algorithmsJudgedAt?: Partial<Record<ProofOfTime, 'proven-time' | 'validation-time'>>
  readonly knownSignaturePolicies?: readonly string[]
  readonly keyUsages?: readonly KeyUsageBit[]
  readonly revocationSources?: readonly ('ocsp' | 'crl')[]
  readonly revocationDelay?: { readonly warning: string; readonly inclusive?: boolean; readonly max: string | null } | null
  readonly listedUnitsOnly?: boolean
  readonly timeStampServices?: readonly ServiceType[]
  readonly timeStampUnitExpiry?: 'ends-proof' | 'no-effect'
  readonly requiredTimeStamps?: readonly TimeStampKind[]
  readonly unsignedFiles?: 'warning' | 'failure'
  readonly maxRevocationAge?: string | null
  readonly nextUpdateBinds?: boolean
  readonly maxTimeStampDelay?: string | null
  readonly oldRevocationStateWarning?: string
  readonly maxClockDifference?: string
}

/** Accepted algorithms. `catalogue` replaces those of the basis; what follows changes single ones, for every use or for one. */
export interface WrittenAlgorithms extends WrittenAlgorithmSet {
  readonly catalogue?: CatalogueName
  readonly usages?: Partial<Record<AlgorithmUsage, WrittenAlgorithmSet>>
}

export const catalogueNames = ['TS 119 312 V1.5.1'] as const
export type CatalogueName = (typeof catalogueNames)[number]

/** Null: not accepted. */
export interface WrittenAlgorithmSet {
  readonly digests?: Partial<Record<DigestAlgorithm, WrittenAlgorithm | null>>
  readonly keys?: Partial<Record<EncryptionAlgorithm, readonly WrittenKeySize[] | null>>
}

export interface WrittenAlgorithm {
  readonly until?: string | null
  readonly weakSince?: string
}

export interface WrittenKeySize extends WrittenAlgorithm {
  readonly minimumBits: number
}
