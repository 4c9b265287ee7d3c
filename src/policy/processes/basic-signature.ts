import { type BlockResult, type CheckResult, register } from '#model'
import { cryptographicVerification } from '../blocks/cryptographic-verification.js'
import { formatChecking } from '../blocks/format-checking.js'
import { identificationOfTheSigningCertificate } from '../blocks/identification-of-the-signing-certificate.js'
import { acceptanceBlock, checkAcceptance } from '../blocks/signature-acceptance-validation.js'
import { validationContextInitialisation } from '../blocks/validation-context-initialisation.js'
import { type CertificateQuestion, certificateBlock, checkAtTime, type ValidatedPath } from '../blocks/x509-certificate-validation.js'
import { block, passed } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { StructureFindings } from '../structure-findings.js'
import type { EvaluatedTimeStamp } from './time-stamp.js'

/** The format checks that a syntax has beside those of all. */
export type FormatChecks = (findings: StructureFindings) => readonly CheckResult[]

export interface BasicSignatureInput {
  readonly formatChecks: FormatChecks
  readonly question: CertificateQuestion | null
  readonly path: ValidatedPath | null
  readonly timeStamps: readonly EvaluatedTimeStamp[]
}

export interface BasicSignature {
  readonly block: BlockResult
  /** Blocks whose answer no proof of existence changes, in order of priority. */
  readonly timeless: readonly CheckResult[]
  /** Something signed ties the certificate to the signature. */
  readonly signerIdentified: boolean
}

/**
 * Validation of a basic signature (EN 319 102-1, 5.3): as if nothing were known but that the signature exists now. All blocks are run, the first
 * that fails decides: format, signing certificate, context, cryptography, certificate, acceptance.
 */
export function evaluateBasicSignature(
  evaluation: Evaluation,
  { formatChecks, question, path, timeStamps }: BasicSignatureInput,
): BasicSignature {
  const { validationTime: now, facts } = evaluation
  const findings = new StructureFindings(facts.structure)
  const identification = identificationOfTheSigningCertificate(evaluation)
  const first = [
    formatChecking(evaluation, formatChecks(findings), findings),
    identification,
    validationContextInitialisation(evaluation),
    cryptographicVerification(evaluation),
  ]
  const certificate =
    question === null || path === null
      ? []
      : [
          certificateBlock(path, [
            ...path.checks,
            ...afterContentTimeStamps(
              checkAtTime(evaluation, path, { validity: now, revocation: now, algorithms: 'validation-time' }),
              timeStamps,
            ),
          ]),
        ]
  const children = [...first, ...certificate, acceptanceAfter(evaluation, timeStamps)]
  const status = children.find((child) => child.status.indication !== 'PASSED')?.status ?? passed
  return {
    block: block('basic-signature', 'EN 319 102-1 5.3', evaluation.facts.id, [], children, status),
    timeless: first.flatMap((child) => child.checks),
    signerIdentified: identification.status.indication === 'PASSED',
  }
}

function acceptanceAfter(evaluation: Evaluation, timeStamps: readonly EvaluatedTimeStamp[]): BlockResult {
  return acceptanceBlock(evaluation, afterContentTimeStamps(checkAcceptance(evaluation, evaluation.validationTime), timeStamps))
}

/**
 * A content time-stamp proves that the signature was made after it: a revocation, an end of validity or of an algorithm before that moment is
 * then no longer open but certain (EN 319 102-1, 5.3.4 steps 5, 6 and 8).
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
    return certain === undefined ? result : { ...result, onFailure: certain }
  })
}
