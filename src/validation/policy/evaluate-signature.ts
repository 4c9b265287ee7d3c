import {
  failedChecks,
  type Instant,
  type SignatureFacts,
  type Syntax,
  type SyntaxFacts,
  type UnreadableSignature,
  type ValidationData,
} from '#model'
import { block, check } from './check.js'
import { checkCmsAttributes } from './cms-checks.js'
import type { EvaluatedSignature } from './conclude.js'
import { evaluateDdocSignature } from './ddoc/evaluate-ddoc-signature.js'
import { beginEvaluation, type Evaluation } from './evaluation.js'
import { evaluateAdesSignature } from './processes/ades-signature.js'
import type { ValidationPolicy } from './validation-policy.js'
import { checkXadesFormat } from './xades/format-checks.js'

type FactsOf<S extends Syntax> = Extract<SyntaxFacts, { readonly name: S }>

/** The validation procedure of each syntax: the processes of EN 319 102-1 with its own checks, or a procedure of its own. A new syntax adds a line. */
const procedures: { readonly [S in Syntax]: (evaluation: Evaluation, syntax: FactsOf<S>) => EvaluatedSignature } = {
  xades: (evaluation, syntax) =>
    evaluateAdesSignature(evaluation, (findings) => ({ formatChecking: checkXadesFormat(evaluation, syntax, findings) })),
  cms: (evaluation, syntax) => evaluateAdesSignature(evaluation, () => ({ acceptance: () => checkCmsAttributes(evaluation, syntax) })),
  ddoc: evaluateDdocSignature,
}

/**
 * Evaluates one signature. Pure: the same policy, facts, data and time always give the same result. Never throws for an invalid signature.
 *
 * @param archivedAt as in `beginEvaluation`
 */
export function evaluateSignature(
  policy: ValidationPolicy,
  facts: SignatureFacts,
  data: ValidationData,
  validationTime: Instant,
  archivedAt: Instant | null = null,
): EvaluatedSignature {
  return evaluateBySyntax(beginEvaluation(policy, facts, data, validationTime, archivedAt), facts.syntax)
}

function evaluateBySyntax<S extends Syntax>(evaluation: Evaluation, syntax: FactsOf<S> & { readonly name: S }): EvaluatedSignature {
  return procedures[syntax.name](evaluation, syntax)
}

/** The evaluation of a signature that cannot be read: it fails with FORMAT_FAILURE (`decisions.md#unreadable-signature`). */
export function evaluateUnreadableSignature(policy: ValidationPolicy, signature: UnreadableSignature): EvaluatedSignature {
  const { source, id, code, message, offset } = signature
  const checks = [check(policy, 'signature-readable', false, { code, message, offset })]
  return {
    source,
    id,
    signingCertificate: null,
    certificationPath: null,
    bestSignatureTime: null,
    blocks: [block('format-checking', 'EN 319 102-1 5.2.2', id, checks)],
    proofsOfExistence: [],
    failures: failedChecks(checks),
    timeStampFailures: [],
    warnings: [],
    legalLevel: { level: null, atLeast: null, acceptance: 'refused', facts: {}, block: null },
    showsReason: true,
  }
}
