import type { CheckResult, ConcludedSignature, Instant, SignatureEvidence, SignatureSource, TrustSource } from '#model'
import { check } from './check.js'
import { conclude } from './conclude.js'
import { evaluateSignature, evaluateUnreadableSignature } from './evaluate-signature.js'
import { staleLists } from './stale-lists.js'
import type { ValidationPolicy } from './validation-policy.js'

/**
 * The conclusions on all signatures of a document, in their order. Each signature is evaluated independently; then warnings about repeated signatures and
 * stale trusted lists are added, and each signature is concluded once. Pure: the same policy, evidence, sources and time always give the same conclusions.
 * Never throws for an invalid signature.
 *
 * @param sources trusted lists and settings files of the trust snapshot
 * @param validationTime milliseconds since 1970-01-01T00:00:00Z
 * @example
 * const data = collectValidationData(facts, index, { cache, limits })
 * const signatures = concludeDocument(POLv1, [{ kind: 'read', facts, data }], index.snapshot.sources, validationTime)
 * const verdicts = signatures.map(({ conclusion }) => conclusion.indication)
 */
export function concludeDocument(
  policy: ValidationPolicy,
  signatures: readonly SignatureEvidence[],
  sources: readonly TrustSource[],
  validationTime: Instant,
): readonly ConcludedSignature[] {
  return repeatedSignatures(policy, signatures).map(({ read, warnings }) => {
    if (read.kind === 'unreadable') {
      const evaluated = evaluateUnreadableSignature(policy, read.signature)
      return { ...read, conclusion: conclude(policy, evaluated, validationTime, warnings) }
    }
    const { facts, data } = read
    const evaluated = evaluateSignature(policy, facts, data, validationTime)
    const documentWarnings = [...warnings, ...staleLists(facts, data, sources, validationTime)]
    return { ...read, conclusion: conclude(policy, evaluated, validationTime, documentWarnings) }
  })
}

interface ComparedSignature {
  readonly read: SignatureEvidence
  readonly warnings: readonly CheckResult[]
}

/**
 * Adds a warning to each signature that repeats the content or the Id of an earlier one; all are reported and counted (`decisions.md#repeated-signatures`).
 * Empty Ids are not compared: a missing Id is a finding of its own.
 */
function repeatedSignatures(policy: ValidationPolicy, signatures: readonly SignatureEvidence[]): readonly ComparedSignature[] {
  const firstById = new Map<string, SignatureSource>()
  const firstByContent = new Map<string, SignatureSource>()
  return signatures.map((read) => {
    const { id, source } = read.kind === 'read' ? read.facts : read.signature
    const content = read.kind === 'read' ? read.facts.contentDigest : null
    const sameContent = content === null ? undefined : firstByContent.get(content)
    const sameId = id === '' ? undefined : firstById.get(id)
    if (content !== null && sameContent === undefined) firstByContent.set(content, source)
    if (id !== '' && sameId === undefined) firstById.set(id, source)
    const repeated = sameContent ?? sameId
    if (repeated === undefined) return { read, warnings: [] }
    const { file, index } = repeated
    const unique = check(policy, 'signature-unique', false, { repeats: sameContent === undefined ? 'id' : 'content', id, file, index })
    return { read, warnings: unique.outcome === 'warned' ? [unique] : [] }
  })
}
