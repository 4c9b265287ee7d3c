import {
  failedChecks,
  type Instant,
  type SignatureConclusion,
  type SignatureEvidence,
  type Syntax,
  type SyntaxFacts,
  type UnreadableSignature,
} from '#model'
import { block, check } from './check.js'
import { checkCmsAttributes } from './cms-checks.js'
import { type Circumstances, conclude } from './conclude.js'
import { evaluateDdocSignature } from './ddoc/evaluate-ddoc-signature.js'
import { beginEvaluation, type Evaluation } from './evaluation.js'
import { evaluateAdesSignature } from './processes/ades-signature.js'
import { checkXadesFormat } from './xades/format-checks.js'

type FactsOf<S extends Syntax> = Extract<SyntaxFacts, { readonly name: S }>

/** The validation procedure of each syntax: the processes of EN 319 102-1 with its own checks, or a procedure of its own. A new syntax adds a line. */
const procedures: { readonly [S in Syntax]: (evaluation: Evaluation, syntax: FactsOf<S>) => SignatureConclusion } = {
  xades: (evaluation, syntax) =>
    evaluateAdesSignature(evaluation, (findings) => ({ formatChecking: checkXadesFormat(evaluation, syntax, findings) })),
  cms: (evaluation, syntax) => evaluateAdesSignature(evaluation, () => ({ acceptance: () => checkCmsAttributes(evaluation, syntax) })),
  ddoc: evaluateDdocSignature,
}

/**
 * Evaluates and concludes one signature. Pure: the same circumstances and evidence always give the same result. Never throws for an invalid signature.
 *
 * @param archivedAt as in `beginEvaluation`
 */
export function evaluateSignature(
  circumstances: Circumstances,
  { facts, data }: SignatureEvidence,
  archivedAt: Instant | null = null,
): SignatureConclusion {
  return evaluateBySyntax(beginEvaluation(circumstances, facts, data, archivedAt), facts.syntax)
}

function evaluateBySyntax<S extends Syntax>(evaluation: Evaluation, syntax: FactsOf<S> & { readonly name: S }): SignatureConclusion {
  return procedures[syntax.name](evaluation, syntax)
}

/** A signature that cannot be read fails with FORMAT_FAILURE (`decisions.md#unreadable-signature`). */
export function evaluateUnreadableSignature(circumstances: Circumstances, signature: UnreadableSignature): SignatureConclusion {
  const { source, id, code, message, offset } = signature
  const checks = [check(circumstances.policy, 'signature-readable', false, { code, message, offset })]
  return conclude(circumstances, {
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
    legalLevel: { level: null, atLeast: null, acceptance: 'refused', facts: {}, policy: circumstances.policy, block: null },
    showsReason: true,
  })
}
