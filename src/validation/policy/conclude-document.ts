import type {
  CheckResult,
  ConcludedSignature,
  CountedFiles,
  Instant,
  SignatureConclusion,
  SignatureEvidence,
  SignatureSource,
  TrustSource,
} from '#model'
import { check } from './check.js'
import { conclude } from './conclude.js'
import { evaluateSignature, evaluateUnreadableSignature } from './evaluate-signature.js'
import { staleLists } from './stale-lists.js'
import { type AppliedPolicy, policyFor, type ValidationPolicy } from './validation-policy.js'

/**
 * The conclusions on all signatures of a document, in their order. Each signature is evaluated independently; then the checks of what depends on the
 * document are added, repeated signatures, the container, files that are not signed and stale trusted lists, and each signature is concluded once. Pure: the same policy, evidence, sources and time always give the same conclusions.
 * Never throws for an invalid signature.
 *
 * @param sources trusted lists and settings files of the trust snapshot
 * @param validationTime milliseconds since 1970-01-01T00:00:00Z
 * @param findings findings about the container. Those that fail under the policy fail each signature; the others are warnings about the document only
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
  findings: readonly CheckResult[] = [],
): readonly ConcludedSignature[] {
  return repeatedSignatures(policy, signatures).map(({ read, repeated }) => {
    if (read.kind === 'unreadable') {
      const evaluated = evaluateUnreadableSignature(policy, read.signature)
      return { conclusion: conclude(policy, evaluated, validationTime, repeated), ...read }
    }
    return { conclusion: concludeSignature(policy, read, { sources, validationTime, findings, repeated }), ...read }
  })
}

/** What the conclusion on a signature depends on besides policy, facts and validation data. */
interface Circumstances {
  readonly validationTime: Instant
  readonly sources?: readonly TrustSource[]
  readonly findings?: readonly CheckResult[]
  readonly repeated?: readonly CheckResult[]
  /** As in `beginEvaluation`. */
  readonly archivedAt?: Instant | null
}

/** The conclusion on one signature. Without sources no list is stale, without findings no container contradicts it. */
export function concludeSignature(
  policy: ValidationPolicy,
  { facts, data, unsignedFiles }: Extract<SignatureEvidence, { readonly kind: 'read' }>,
  { validationTime, sources = [], findings = [], repeated = [], archivedAt = null }: Circumstances,
): SignatureConclusion {
  const evaluated = evaluateSignature(policy, facts, data, validationTime, archivedAt)
  const applied = policyFor(policy, facts.profile.name)
  return conclude(policy, evaluated, validationTime, [
    ...repeated,
    ...findings.filter(({ key }) => policy.levels[key] === 'fail').map(({ key, facts }) => check(policy, key, false, facts)),
    ...checkUnsignedFiles(applied, unsignedFiles),
    ...staleLists(applied, facts, data, sources, validationTime),
  ])
}

/**
 * Whether the signature covers every file of the container, where the policy requires that. Under another policy the container has findings about such files
 * (`decisions.md#unsigned-files`).
 */
function checkUnsignedFiles(policy: AppliedPolicy, unsigned: CountedFiles | undefined): readonly CheckResult[] {
  if (policy.unsignedFiles === 'warning' || unsigned === undefined || unsigned.count === 0) return []
  return [check(policy, 'data-files-signed', false, { files: unsigned.names, count: unsigned.count })]
}

interface ComparedSignature {
  readonly read: SignatureEvidence
  readonly repeated: readonly CheckResult[]
}

/**
 * Adds a check that is not satisfied to each signature that repeats the content or the Id of an earlier one; all are reported and counted (`decisions.md#repeated-signatures`).
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
    if (repeated === undefined) return { read, repeated: [] }
    const { file, index } = repeated
    const repeats = sameContent === undefined ? 'id' : 'content'
    return { read, repeated: [check(policy, 'signature-unique', false, { repeats, id, file, index })] }
  })
}
