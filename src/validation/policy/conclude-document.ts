import type {
  CheckResult,
  CountedFiles,
  Instant,
  SignatureConclusion,
  SignatureEvidence,
  SignatureSource,
  TrustSource,
  UnreadableSignature,
} from '#model'
import { check } from './check.js'
import { evaluateSignature, evaluateUnreadableSignature } from './evaluate-signature.js'
import { staleLists } from './stale-lists.js'
import { type AppliedPolicy, policyFor, type ValidationPolicy } from './validation-policy.js'

/**
 * The conclusions on all signatures of a document, in their order. What depends on the document is checked first: repeated signatures, the container, files that
 * are not signed and stale trusted lists. Each signature is then evaluated independently and concluded once. Pure: the same policy, evidence, sources and time
 * always give the same conclusions. Never throws for an invalid signature.
 *
 * @param sources trusted lists and settings files of the trust snapshot
 * @param validationTime milliseconds since 1970-01-01T00:00:00Z
 * @param findings findings about the container. Those that fail under the policy fail each signature; the others are warnings about the document only
 * @example
 * const data = collectValidationData(facts, index, { cache, limits })
 * const conclusions = concludeDocument(POLv1, [{ kind: 'read', facts, data }], index.snapshot.sources, validationTime)
 * const verdicts = conclusions.map(({ indication }) => indication)
 */
export function concludeDocument(
  policy: ValidationPolicy,
  signatures: readonly (SignatureEvidence | UnreadableSignature)[],
  sources: readonly TrustSource[],
  validationTime: Instant,
  findings: readonly CheckResult[] = [],
): readonly SignatureConclusion[] {
  const repeated = repeatedSignatures(policy, signatures)
  return signatures.map((signature, index) => {
    const documentChecks = repeated[index] ?? []
    return signature.kind === 'unreadable'
      ? evaluateUnreadableSignature({ policy, validationTime, documentChecks }, signature)
      : concludeSignature(policy, signature, { sources, validationTime, findings, repeated: documentChecks })
  })
}

/** The conclusion on one signature. Without sources no list is stale, without findings no container contradicts it. */
export function concludeSignature(
  policy: ValidationPolicy,
  evidence: SignatureEvidence,
  {
    validationTime,
    sources = [],
    findings = [],
    repeated = [],
    archivedAt = null,
  }: {
    readonly validationTime: Instant
    readonly sources?: readonly TrustSource[]
    readonly findings?: readonly CheckResult[]
    readonly repeated?: readonly CheckResult[]
    /** As in `beginEvaluation`. */
    readonly archivedAt?: Instant | null
  },
): SignatureConclusion {
  const { facts, data, unsignedFiles } = evidence
  const applied = policyFor(policy, facts.profile.name)
  const documentChecks = [
    ...repeated,
    ...findings.filter(({ key }) => applied.levels[key] === 'fail').map(({ key, facts }) => check(applied, key, false, facts)),
    ...checkUnsignedFiles(applied, unsignedFiles),
    ...staleLists(applied, facts, data, sources, validationTime),
  ]
  return evaluateSignature({ policy, validationTime, documentChecks }, evidence, archivedAt)
}

/**
 * Whether the signature covers every file of the container, where the policy requires that. Under another policy the container has findings about such files
 * (`decisions.md#unsigned-files`).
 */
function checkUnsignedFiles(policy: AppliedPolicy, unsigned: CountedFiles | undefined): readonly CheckResult[] {
  if (policy.unsignedFiles === 'warning' || unsigned === undefined || unsigned.count === 0) return []
  return [check(policy, 'data-files-signed', false, { files: unsigned.names, count: unsigned.count })]
}

/**
 * For each signature, a check that is not satisfied when it repeats the content or the Id of an earlier one; all are reported and counted
 * (`decisions.md#repeated-signatures`). Empty Ids are not compared: a missing Id is a finding of its own.
 */
function repeatedSignatures(
  policy: ValidationPolicy,
  signatures: readonly (SignatureEvidence | UnreadableSignature)[],
): readonly (readonly CheckResult[])[] {
  const firstById = new Map<string, SignatureSource>()
  const firstByContent = new Map<string, SignatureSource>()
  return signatures.map((signature) => {
    const { id, source } = signature.kind === 'read' ? signature.facts : signature
    const content = signature.kind === 'read' ? signature.facts.contentDigest : null
    const sameContent = content === null ? undefined : firstByContent.get(content)
    const sameId = id === '' ? undefined : firstById.get(id)
    if (content !== null && sameContent === undefined) firstByContent.set(content, source)
    if (id !== '' && sameId === undefined) firstById.set(id, source)
    const repeated = sameContent ?? sameId
    if (repeated === undefined) return []
    const { file, index } = repeated
    const repeats = sameContent === undefined ? 'id' : 'content'
    const applied = signature.kind === 'read' ? policyFor(policy, signature.facts.profile.name) : policy
    return [check(applied, 'signature-unique', false, { repeats, id, file, index })]
  })
}
