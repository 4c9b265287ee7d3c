import { type BlockResult, type CheckFacts, type CheckResult, type DigestAlgorithm, type Instant, notApplicable, timeFact } from '#model'
import { appendTo } from '#std'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import {
  algorithmFacts,
  isReliableAt,
  type Reliability,
  reliabilityOfDigest,
  reliabilityOfSignature,
  weakSinceOfDigest,
  weakSinceOfKey,
} from './algorithm-reliability.js'

/** The building block signature acceptance validation (EN 319 102-1, 5.2.8) with the given checks. */
export function acceptanceBlock(evaluation: Evaluation, checks: readonly CheckResult[]): BlockResult {
  return block('signature-acceptance-validation', 'EN 319 102-1 5.2.8', evaluation.facts.id, checks)
}

/**
 * Checks mandatory signed properties and the algorithms of the signature.
 *
 * @param time time at which the algorithms must be acceptable: validation time, or an earlier time at which the signature provably existed
 * @param added checks of mandatory properties of the syntax or the kind of document
 */
export function checkAcceptance(evaluation: Evaluation, time: Instant, added: readonly CheckResult[]): readonly CheckResult[] {
  return [
    checkSigningTime(evaluation),
    ...added,
    checkSignatureAlgorithm(evaluation, time),
    ...checkReferenceDigests(evaluation, time),
    ...checkCertificateReferenceDigests(evaluation, time),
    ...checkStrength(evaluation),
  ]
}

/** A signing time that cannot be read is treated like a missing one (`decisions.md#situations`). */
function checkSigningTime({ policy, facts }: Evaluation): CheckResult {
  return check(policy, 'signing-time-present', facts.claimedSigningTime !== null, () => ({
    claimed: timeFact(facts.claimedSigningTime),
    text: facts.unreadableSigningTime,
  }))
}

function checkSignatureAlgorithm(evaluation: Evaluation, time: Instant): CheckResult {
  const { policy, facts } = evaluation
  const signer = evaluation.certificate(facts.signingCertificate)
  const about = () => ({ ...algorithmFacts(facts.signatureAlgorithm), keySize: signer?.publicKey.size ?? null })
  // Cryptographic verification reports an unknown algorithm.
  if (facts.signatureValue.status === 'algorithm-unknown') return notApplicable('signature-algorithm-acceptable', about)
  const reliability = reliabilityOfSignature(policy.algorithms.signature, facts.signatureAlgorithm, signer?.publicKey ?? null)
  return check(
    policy,
    'signature-algorithm-acceptable',
    isReliableAt(reliability, time),
    () => ({ ...about(), ...factsOf(reliability, time) }),
    { since: reliability.until },
  )
}

/** One check per digest algorithm, with the references that use it. */
function checkReferenceDigests({ policy, facts }: Evaluation, time: Instant): readonly CheckResult[] {
  const references = new Map<DigestAlgorithm, string[]>()
  for (const { digest, uri } of facts.references) if (digest.algorithm !== null) appendTo(references, digest.algorithm, uri)
  return [...references].map(([algorithm, uris]) => {
    const reliability = reliabilityOfDigest(policy.algorithms.signature, algorithm)
    const about = () => ({ algorithm, references: uris, ...factsOf(reliability, time) })
    return check(policy, 'reference-algorithm-acceptable', isReliableAt(reliability, time), about, { since: reliability.until })
  })
}

function checkCertificateReferenceDigests({ policy, facts }: Evaluation, time: Instant): readonly CheckResult[] {
  const designating = facts.signingCertificateReferences.filter(
    (reference) => reference.certificate !== null && reference.certificate === facts.signingCertificate,
  )
  return designating.map(({ digest }) => {
    const reliability = reliabilityOfDigest(policy.algorithms.signature, digest?.algorithm ?? null)
    const about = () => ({ algorithm: digest?.algorithm ?? digest?.identifier ?? '', ...factsOf(reliability, time) })
    return check(policy, 'certificate-reference-algorithm-acceptable', isReliableAt(reliability, time), about)
  })
}

/** Warnings about weak algorithms that are accepted (`decisions.md#weak-algorithms`): SHA-1 or RIPEMD-160 in references, signature or time-mark
 * nonce; short keys, and DSA. */
function checkStrength(evaluation: Evaluation): readonly CheckResult[] {
  const { policy, facts } = evaluation
  const nonce =
    facts.proofOfTime === 'time-mark' ? (facts.timeMarks.find((timeMark) => timeMark.nonce === 'match')?.digest?.algorithm ?? null) : null
  const uses: readonly (readonly [string, DigestAlgorithm | null])[] = [
    ['signature', facts.signatureAlgorithm.digest],
    ...facts.references.map((reference) => [reference.uri, reference.digest.algorithm] as const),
    ['time-mark', nonce],
  ]
  const weak = uses.flatMap(([use, digest]) => {
    const since = weakSinceOfDigest(policy.algorithms.signature, digest)
    return since === null ? [] : [{ use, digest, since }]
  })
  const signer = evaluation.certificate(facts.signingCertificate)
  const keyWeakSince = signer === null ? null : weakSinceOfKey(policy.algorithms.signature, signer.publicKey)
  return [
    // One finding for each weak digest algorithm: two of them are two facts.
    ...checkWeakDigests(policy, weak),
    signer === null
      ? notApplicable('key-strong')
      : check(policy, 'key-strong', keyWeakSince === null, () => ({
          certificate: nameOf(signer),
          algorithm: signer.publicKey.algorithm ?? '',
          keySize: signer.publicKey.size,
          since: keyWeakSince,
        })),
  ]
}

interface WeakUse {
  readonly use: string
  readonly digest: DigestAlgorithm | null
  readonly since: string
}

/** One check for each weak digest algorithm, with its uses; a satisfied one when there is none. */
function checkWeakDigests(policy: Evaluation['policy'], weak: readonly WeakUse[]): readonly CheckResult[] {
  const uses = new Map<string, WeakUse[]>()
  for (const found of weak) appendTo(uses, found.digest ?? '', found)
  if (uses.size === 0) return [check(policy, 'digest-strong', true)]
  return [...uses].map(([algorithm, found]) =>
    check(policy, 'digest-strong', false, () => ({ algorithm, since: found[0]?.since ?? null, uses: found.map(({ use }) => use) })),
  )
}

function factsOf(reliability: Reliability, time: Instant): CheckFacts {
  return { reason: reliability.reason, until: timeFact(reliability.until), at: timeFact(time) }
}
