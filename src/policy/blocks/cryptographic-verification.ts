import { type BlockResult, type CheckResult, indeterminateWith, notApplicable, type ReferenceFacts, resultOrNull } from '#model'
import { block, check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import type { AppliedPolicy } from '../validation-policy.js'

/**
 * Cryptographic verification (EN 319 102-1, 5.2.7): every reference in the order of the signature, then the signature value, then the checks in `added`, such
 * as the nonce of a time-mark. A missing file is reported before a wrong signature value, because the standard obtains the signed data first.
 */
export function cryptographicVerification(evaluation: Evaluation, added: readonly CheckResult[]): BlockResult {
  const { policy, facts } = evaluation
  const checks = [...facts.references.map((reference) => checkReference(policy, reference)), ...checkSignatureValue(evaluation), ...added]
  return block('cryptographic-verification', 'EN 319 102-1 5.2.7', facts.id, checks)
}

function checkReference(policy: AppliedPolicy, reference: ReferenceFacts): CheckResult {
  const facts = () => ({
    reference: reference.id,
    uri: reference.uri,
    file: reference.dataFile ?? decoded(reference.uri),
    digestAlgorithm: reference.digest.algorithm ?? reference.digest.identifier,
  })
  const intact = reference.kind === 'signed-properties' ? 'signed-properties-intact' : 'signed-data-intact'
  switch (reference.status) {
    case 'intact':
      return check(policy, intact, true, facts)
    case 'mismatch':
      return check(policy, intact, false, facts)
    case 'not-found':
      return check(policy, 'signed-data-found', false, facts)
    case 'unsupported-transform':
      return check(policy, 'signed-data-transforms-supported', false, () => ({ ...facts(), transforms: reference.transforms }))
    case 'algorithm-unknown':
      return check(policy, 'signed-data-digest-known', false, facts)
    case 'ambiguous':
      // Format checking fails for an ambiguous reference; its digest is not checked.
      return notApplicable(intact, facts)
  }
}

/** The name of a missing file for a message: the percent-decoded URI, or the URI as written when it cannot be decoded. */
function decoded(uri: string): string {
  return resultOrNull(URIError, () => decodeURIComponent(uri)) ?? uri
}

function checkSignatureValue({ policy, facts }: Evaluation): readonly CheckResult[] {
  const { signatureValue, signatureAlgorithm, signingCertificate } = facts
  const algorithm = { algorithm: signatureAlgorithm.identifier }
  switch (signatureValue.status) {
    case 'intact':
      return [
        check(policy, 'signature-value-intact', true, algorithm),
        check(policy, 'signature-digest-info-complete', !signatureValue.digestInfoWithoutNull, algorithm),
      ]
    case 'mismatch':
      return [check(policy, 'signature-value-intact', false, { ...algorithm, ...signatureValue.oddity })]
    case 'algorithm-unknown':
      return [check(policy, 'signature-algorithm-known', false, algorithm)]
    case 'no-certificate':
      // Identification of the signing certificate usually reports why. Otherwise fail here, because the value was not verified.
      return signingCertificate === null
        ? [notApplicable('signature-value-intact', algorithm)]
        : [check(policy, 'signature-value-intact', false, algorithm, { onFailure: indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND') })]
    case 'unsupported-canonicalization':
      // Format checking fails in this case.
      return [notApplicable('signature-value-intact', algorithm)]
  }
}
