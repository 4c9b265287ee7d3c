import { type BlockResult, type CheckResult, type FindingKey, notApplicable, type StructureFinding } from '#model'
import { block, check } from '../check.js'
import type { Evaluation } from '../evaluation.js'

/**
 * Findings of the reader that are not simply a wrong structure. A code that is not named here is one: a reader that learns a new finding
 * makes signatures fail until somebody decides otherwise.
 */
const findingKeys: ReadonlyMap<string, FindingKey | null> = new Map<string, FindingKey | null>([
  ['DUPLICATE_ID', 'identifier-unique'],
  ['SIGNED_PROPERTIES_REFERENCE_MISSING', 'signed-properties-referenced'],
  ['SIGNED_PROPERTIES_REFERENCE_MULTIPLE', 'signed-properties-referenced'],
  ['SIGNED_PROPERTIES_REFERENCE_TARGET', 'signed-properties-referenced'],
  ['CERTIFICATE_UNREADABLE', 'certificate-readable'],
  ['REFERENCE_ID_MISSING', 'data-object-format-present'],
  ['DATA_OBJECT_FORMAT_MISSING', 'data-object-format-present'],
  ['DATA_OBJECT_FORMAT_TARGET', 'data-object-format-present'],
  ['DATA_OBJECT_FORMAT_REPEATED', 'data-object-format-present'],
  ['COUNTER_SIGNATURE', 'unsigned-property-understood'],
  ['UNSIGNED_PROPERTY_UNKNOWN', 'unsigned-property-understood'],
  ['SIGNATURE_POLICY_STORE_UNREADABLE', 'unsigned-property-understood'],
  // Judged by the blocks that ask for them, from the facts themselves: signing certificate, context, acceptance.
  ['SIGNATURE_POLICY_CONTRADICTORY', null],
  ['KEY_INFO_MISSING', null],
  ['SIGNING_TIME_MISSING', null],
  ['SIGNING_TIME_UNREADABLE', null],
])

/** Format checking (EN 319 102-1, 5.2.2): the level, the structure, what is signed at all, and that every reference means one thing. */
export function formatChecking(evaluation: Evaluation): BlockResult {
  const { policy, facts } = evaluation
  const checks: CheckResult[] = [
    checkFormat(evaluation),
    // An Id that means two things is why the reference to the signed properties leads nowhere: the cause is named first.
    ...checkIdentifiers(evaluation),
    checkSignedProperties(evaluation),
    ...checkStructure(evaluation),
    check(
      policy,
      'data-object-signed',
      facts.references.some((reference) => reference.kind === 'data-object'),
    ),
    check(policy, 'canonicalization-supported', facts.signatureValue.status !== 'unsupported-canonicalization', {
      algorithm: facts.canonicalization,
    }),
    ...facts.unreadableRevocations.map(({ kind, origin, problem }) =>
      check(policy, 'revocation-data-readable', false, { kind, origin, problem }),
    ),
  ]
  return block('format-checking', 'EN 319 102-1 5.2.2', facts.id, checks)
}

function checkFormat({ policy, facts: { format } }: Evaluation): CheckResult {
  const acceptable = policy.acceptableFormats.includes(format)
  // A signature with time but without revocation data is not complete rather than wrong (ruling 19); `revocation-data-in-signature` judges it.
  if (!acceptable && format.endsWith('_T')) return notApplicable('signature-format-acceptable', { format })
  return check(policy, 'signature-format-acceptable', acceptable, { format, accepted: policy.acceptableFormats })
}

function checkSignedProperties({ policy, facts }: Evaluation): CheckResult {
  const references = facts.references.filter((reference) => reference.kind === 'signed-properties').length
  const codes = codesFor(facts.structure, 'signed-properties-referenced')
  return check(policy, 'signed-properties-referenced', references === 1 && codes.length === 0, { references, findings: codes })
}

/** An Id that several elements carry is the way to make a verifier look at one and a reader at another (signature wrapping). */
function checkIdentifiers({ policy, facts }: Evaluation): readonly CheckResult[] {
  const ambiguous = facts.references.filter((reference) => reference.status === 'ambiguous')
  const findings = facts.structure.filter((finding) => findingKeys.get(finding.code) === 'identifier-unique')
  if (ambiguous.length === 0 && findings.length === 0) return [check(policy, 'identifier-unique', true)]
  if (findings.length > 0)
    return findings.map((finding) => check(policy, 'identifier-unique', false, { code: finding.code, ...finding.facts }))
  return ambiguous.map((reference) => check(policy, 'identifier-unique', false, { id: reference.uri.replace(/^#/, '') }))
}

function checkStructure({ policy, facts }: Evaluation): readonly CheckResult[] {
  const checks: CheckResult[] = []
  for (const finding of facts.structure) {
    const key = findingKeys.get(finding.code) ?? (findingKeys.has(finding.code) ? null : 'signature-structure')
    if (key === null || key === 'identifier-unique' || key === 'signed-properties-referenced') continue
    checks.push(check(policy, key, false, { code: finding.code, ...finding.facts }))
  }
  if (!checks.some((result) => result.key === 'signature-structure')) checks.push(check(policy, 'signature-structure', true))
  return checks
}

function codesFor(structure: readonly StructureFinding[], key: FindingKey): readonly string[] {
  return structure.filter((finding) => findingKeys.get(finding.code) === key).map((finding) => finding.code)
}
