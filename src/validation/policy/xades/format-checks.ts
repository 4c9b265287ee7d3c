import type { CheckResult, XadesFacts } from '#model'
import { check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import type { StructureFindings } from '../structure-findings.js'

/** Format checks of XAdES: every Id is unique, the signed properties are referenced exactly once, and the canonicalization of SignedInfo is supported. */
export function checkXadesFormat(
  evaluation: Evaluation,
  { canonicalization }: XadesFacts,
  findings: StructureFindings,
): readonly CheckResult[] {
  const { policy, facts } = evaluation
  const known = facts.signatureValue.status !== 'unsupported-canonicalization'
  return [
    // A repeated Id may be the reason that the reference to the signed properties cannot be resolved, so it is reported first.
    ...checkIdentifiers(evaluation, findings),
    checkSignedProperties(evaluation, findings),
    check(policy, 'canonicalization-supported', known, { algorithm: canonicalization }),
  ]
}

/** Signature wrapping: with several elements of the same Id, a verifier could check one element while a viewer shows another. */
function checkIdentifiers({ policy, facts }: Evaluation, findings: StructureFindings): readonly CheckResult[] {
  const repeated = findings.take('identifier-unique')
  if (repeated.length > 0) return repeated.map(({ code, facts: about }) => check(policy, 'identifier-unique', false, { code, ...about }))
  const ambiguous = facts.references.filter((reference) => reference.status === 'ambiguous')
  if (ambiguous.length === 0) return [check(policy, 'identifier-unique', true)]
  return ambiguous.map(({ uri }) => check(policy, 'identifier-unique', false, { id: uri.replace(/^#/, '') }))
}

function checkSignedProperties({ policy, facts }: Evaluation, findings: StructureFindings): CheckResult {
  const references = facts.references.filter((reference) => reference.kind === 'signed-properties').length
  const codes = findings.take('signed-properties-referenced').map(({ code }) => code)
  return check(policy, 'signed-properties-referenced', references === 1 && codes.length === 0, { references, findings: codes })
}
