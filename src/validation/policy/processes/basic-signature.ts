import { type BlockResult, type CheckResult, register, withOutcome } from '#model'
import { cryptographicVerification } from '../blocks/cryptographic-verification.js'
import { formatChecking } from '../blocks/format-checking.js'
import { identificationOfTheSigningCertificate } from '../blocks/identification-of-the-signing-certificate.js'
import { acceptanceBlock, checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import { validationContextInitialisation } from '../blocks/validation-context-initialisation.js'
import { certificateBlock, checkAtTime, momentAt, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { lateBlock } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { type AddedChecks, addedTo, addedToAcceptance } from '../own-checks.js'
import { checkTimeMarkNonce } from './time-mark.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'

interface BasicSignatureInput {
  readonly added: AddedChecks
  readonly path: ValidatedPath | null
  readonly timeStamps: readonly EvaluatedTimeStamp[]
}

interface BasicSignature {
  readonly block: BlockResult
  /** Checks that do not depend on time: format, signing certificate, context, cryptography, in order of priority. */
  readonly timeIndependent: readonly CheckResult[]
  /** Identification of the signing certificate passed. */
  readonly signerIdentified: boolean
}

/**
 * Validation of a basic signature (EN 319 102-1, 5.3) at validation time, without proofs of existence. All blocks are run: format, signing certificate,
 * context, cryptography, certificate, acceptance. The first block that fails decides.
 */
export function evaluateBasicSignature(evaluation: Evaluation, { added, path, timeStamps }: BasicSignatureInput): BasicSignature {
  const { validationTime: now } = evaluation
  const identification = identificationOfTheSigningCertificate(evaluation, addedTo('identification', added))
  const context = validationContextInitialisation(evaluation, addedTo('context', added))
  const cryptography = cryptographicVerification(evaluation, [
    ...checkTimeMarkNonce(evaluation),
    ...addedTo('cryptographicVerification', added),
  ])
  const first = [formatChecking(evaluation, added), identification, ...inOrderOfPriority(context, cryptography)]
  return {
    // The long-term process makes the checks of certificate and acceptance for the time that counts, so those for validation time are only explained.
    block: lateBlock('basic-signature', 'EN 319 102-1 5.3', evaluation.facts.id, () => {
      const certificate =
        path === null
          ? []
          : [
              certificateBlock(path, [
                ...path.checks,
                ...afterContentTimeStamps(checkAtTime(evaluation, path, momentAt(now, now)), timeStamps),
              ]),
            ]
      const acceptance = checkAcceptance(evaluation, now, addedToAcceptance(added, now))
      return [...first, ...certificate, acceptanceBlock(evaluation, afterContentTimeStamps(acceptance, timeStamps))]
    }),
    timeIndependent: first.flatMap((child) => child.checks),
    signerIdentified: identification.status.indication === 'PASSED',
  }
}

/**
 * Puts FAILED before INDETERMINATE: a signature whose cryptographic verification failed is TOTAL-FAILED (EN 319 102-1, 5.1.3) even when its signature policy
 * is not available, which alone would be INDETERMINATE.
 */
function inOrderOfPriority(context: BlockResult, cryptography: BlockResult): readonly BlockResult[] {
  return cryptography.status.indication === 'FAILED' ? [cryptography, context] : [context, cryptography]
}

/**
 * A content time-stamp proves that the signature was made after it. When a revocation, an end of validity or an end of an algorithm was before that time,
 * the failure becomes definite (EN 319 102-1, 5.3.4 steps 5, 6 and 8).
 */
export function afterContentTimeStamps(checks: readonly CheckResult[], timeStamps: readonly EvaluatedTimeStamp[]): readonly CheckResult[] {
  const times = timeStamps
    .filter(({ proves, timeStamp }) => proves && timeStamp.kind === 'content')
    .map(({ timeStamp }) => timeStamp.genTime)
  if (times.length === 0) return checks
  const latest = Math.max(...times)
  return checks.map((result) => {
    if (result.outcome !== 'failed' || result.since === null || result.since >= latest) return result
    const certain = register[result.key].afterContentTimeStamp
    return certain === undefined ? result : withOutcome(result, certain)
  })
}
