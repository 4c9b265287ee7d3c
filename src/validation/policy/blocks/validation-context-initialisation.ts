import { type BlockResult, type CheckResult, isDottedOid, notApplicable, type SignatureFacts, type SignaturePolicyFacts } from '#model'
import { block, check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import type { AppliedPolicy } from '../validation-policy.js'

/**
 * Validation context initialisation (EN 319 102-1, 5.2.4): the signature policy in the signature. Without one there is nothing to check. The BDOC policies are
 * known, so their documents need not be available. The digest in the signature is not compared with them: valid signatures with the same identifier contain
 * different digests, and the reference service accepts them (BDOC 2.1, 5.2).
 */
export function validationContextInitialisation({ policy, facts }: Evaluation, added: readonly CheckResult[]): BlockResult {
  const checks =
    facts.policy === null
      ? [notApplicable('signature-policy-known')]
      : facts.policy.kind === 'implied'
        ? [check(policy, 'signature-policy-explicit', false)]
        : checkExplicitPolicy(policy, facts, facts.policy)
  return block('validation-context-initialisation', 'EN 319 102-1 5.2.4', facts.id, [...checks, ...added])
}

function checkExplicitPolicy(policy: AppliedPolicy, facts: SignatureFacts, signaturePolicy: SignaturePolicyFacts): readonly CheckResult[] {
  const { identifier, qualifier, digest, spUri, documentDigestStatus } = signaturePolicy
  const known = policy.knownSignaturePolicies.includes(identifier)
  const isOid = isDottedOid(identifier)
  const timeMark = facts.proofOfTime === 'time-mark'
  return [
    check(policy, 'signature-policy-unambiguous', signaturePolicy.alsoImplied !== true, { identifier }),
    check(policy, 'signature-policy-known', known, { identifier }),
    // The known policies are those of BDOC, each of which requires a time-mark (X-Road ignores this check). With a signature time-stamp the OCSP response is
    // not a time-mark, so the signature violates its declared policy, whatever was added later.
    check(policy, 'signature-policy-time-mark', !known || !hasSignatureTimeStamp(facts), { identifier, level: facts.level }),
    isOid
      ? check(policy, 'signature-policy-qualifier', qualifier === 'OIDAsURN', { identifier, qualifier: qualifier ?? '' })
      : notApplicable('signature-policy-qualifier', { identifier }),
    timeMark
      ? check(policy, 'signature-policy-location', spUri !== null, { identifier })
      : notApplicable('signature-policy-location', { identifier }),
    check(policy, 'signature-policy-digest-present', digest !== null, { identifier }),
    documentDigestStatus === null
      ? notApplicable('signature-policy-document-intact', { identifier })
      : check(policy, 'signature-policy-document-intact', documentDigestStatus === 'intact', { identifier, status: documentDigestStatus }),
  ]
}

/** Whether the signature has a signature time-stamp. An unreadable one counts too: it does not turn the signature into one with a time-mark. */
function hasSignatureTimeStamp({ timeStamps, unreadableTimeStamps }: SignatureFacts): boolean {
  return [...timeStamps, ...unreadableTimeStamps].some(({ kind }) => kind === 'signature')
}
