import type { BlockResult, CheckResult, SignaturePolicyFacts } from '#model'
import { block, check, notApplicable } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import type { ValidationPolicy } from '../validation-policy.js'

const oid = /^\d+(\.\d+)+$/

/**
 * Validation context initialisation (EN 319 102-1, 5.2.4): the signature policy that the signer names. Without one there is nothing to check.
 * The BDOC policies are known, so their documents need not be at hand; the digest of the document occurs in several values in sound
 * signatures with the same identifier and is not compared (BDOC 2.1, 5.2, as the reference does).
 */
export function validationContextInitialisation({ policy, facts }: Evaluation): BlockResult {
  const checks =
    facts.policy === null
      ? [notApplicable('signature-policy-known')]
      : facts.policy.kind === 'implied'
        ? [check(policy, 'signature-policy-explicit', false)]
        : checkExplicitPolicy(policy, facts.policy, facts.format === 'XAdES_BASELINE_LT_TM')
  return block('validation-context-initialisation', 'EN 319 102-1 5.2.4', facts.id, checks)
}

function checkExplicitPolicy(policy: ValidationPolicy, signaturePolicy: SignaturePolicyFacts, timeMark: boolean): readonly CheckResult[] {
  const { identifier, qualifier, digest, spUri, documentDigestStatus } = signaturePolicy
  const isOid = oid.test(identifier)
  return [
    check(policy, 'signature-policy-unambiguous', signaturePolicy.alsoImplied !== true, { identifier }),
    check(policy, 'signature-policy-known', policy.knownSignaturePolicies.includes(identifier), { identifier }),
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
