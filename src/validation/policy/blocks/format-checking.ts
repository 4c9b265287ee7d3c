import { type BlockResult, type CheckResult, notApplicable } from '#model'
import { block, check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import type { AddedChecks } from '../own-checks.js'
import { isAboutSigner } from './identification-of-the-signing-certificate.js'

/** Format checking (EN 319 102-1, 5.2.2): level, rules of the syntax, structure findings, rules of the kind of document, and presence of signed data. */
export function formatChecking(evaluation: Evaluation, { findings, syntax, profile }: AddedChecks): BlockResult {
  const { policy, facts } = evaluation
  const checks: readonly CheckResult[] = [
    checkLevel(evaluation),
    ...(syntax.formatChecking ?? []),
    // Without another certificate of the signer, its identification says the same.
    ...findings
      .rest()
      .filter((finding) => facts.signingCertificate !== null || !isAboutSigner(finding))
      .map(({ key, code, facts: about }) => check(policy, key, false, { code, ...about })),
    ...(profile.formatChecking ?? []),
    ...(findings.has('signature-structure') ? [] : [check(policy, 'signature-structure', true)]),
    check(
      policy,
      'data-object-signed',
      facts.references.some((reference) => reference.kind === 'data-object'),
    ),
    ...facts.unreadableRevocations.map(({ kind, origin, problem }) =>
      check(policy, 'revocation-data-readable', false, { kind, origin, problem }),
    ),
  ]
  return block('format-checking', 'EN 319 102-1 5.2.2', facts.id, checks)
}

function checkLevel({ policy, facts: { level } }: Evaluation): CheckResult {
  const acceptable = policy.signatureLevels.includes(level)
  // A signature with a time-stamp but without revocation data is incomplete, not malformed; `revocation-data-in-signature` checks it.
  if (!acceptable && level === 'T') return notApplicable('signature-format-acceptable', { level })
  return check(policy, 'signature-format-acceptable', acceptable, { level, accepted: policy.signatureLevels })
}
