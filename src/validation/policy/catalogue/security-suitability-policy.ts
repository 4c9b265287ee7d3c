import { type DigestAlgorithm, digestStandings, type EncryptionAlgorithm, type Instant, keyStandings, parseInstant } from '#model'
import type { AcceptedAlgorithm, AcceptedKeySize, AlgorithmConstraints } from '../validation-policy.js'

/** One evaluation of an algorithm: from which size on, and until which day. */
interface AlgorithmEvaluation {
  /** At most one parameter: the length of the modulus of RSA, of p of DSA, of the order of the curve of ECDSA, in bits. */
  readonly Parameter?: readonly [{ readonly name: 'moduluslength' | 'plength' | 'qlength'; readonly Min: number }]
  /** `End`: a day such as `2029-01-01`, from 00:00 UTC of which the algorithm is no longer accepted. Absent: no end is known. */
  readonly Validity: { readonly End?: string }
  /** `R`: recommended; `L`: legacy. */
  readonly Recommendation: 'R' | 'L'
}

/** A catalogue of algorithms with the members of TS 119 322 (in JSON). The names of algorithms are those of the model. */
export interface SecuritySuitabilityPolicy {
  readonly PolicyName: { readonly Name: string; readonly ObjectIdentifier: string }
  readonly Publisher: { readonly Name: string }
  readonly PolicyIssueDate: string
  readonly Usage: string
  readonly Algorithm: readonly {
    readonly AlgorithmIdentifier: { readonly Name: DigestAlgorithm | EncryptionAlgorithm }
    readonly Evaluation: readonly AlgorithmEvaluation[]
  }[]
}

/** The constraints that a catalogue gives. An algorithm that the table of the model calls weak keeps its warning while it is accepted. */
export function constraintsOf({ Algorithm }: SecuritySuitabilityPolicy): AlgorithmConstraints {
  const digests: Partial<Record<DigestAlgorithm, AcceptedAlgorithm>> = {}
  const keys: Partial<Record<EncryptionAlgorithm, readonly AcceptedKeySize[]>> = {}
  for (const { AlgorithmIdentifier, Evaluation } of Algorithm) {
    const { Name } = AlgorithmIdentifier
    const [first] = Evaluation
    if (isDigest(Name)) {
      const { standing, since } = digestStandings[Name]
      if (first !== undefined) digests[Name] = { until: endOf(first), ...(standing === 'accepted' ? {} : { weakSince: since }) }
    } else {
      keys[Name] = Evaluation.map((evaluation) => sizeOf(Name, evaluation))
    }
  }
  return { digests, keys }
}

function isDigest(name: DigestAlgorithm | EncryptionAlgorithm): name is DigestAlgorithm {
  return Object.hasOwn(digestStandings, name)
}

function sizeOf(name: EncryptionAlgorithm, evaluation: AlgorithmEvaluation): AcceptedKeySize {
  const minimumBits = evaluation.Parameter?.[0].Min ?? 0
  const standing = keyStandings[name].findLast((each) => each.minimumBits <= minimumBits)
  const weak = standing === undefined || standing.standing === 'accepted' ? {} : { weakSince: standing.since }
  return { minimumBits, until: endOf(evaluation), ...weak }
}

function endOf({ Validity: { End } }: AlgorithmEvaluation): Instant | null {
  return End === undefined ? null : parseInstant(End)
}
