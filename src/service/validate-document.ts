import type { ReadSignature, ValidationRequest } from '#model'
import { type ConcludedSignature, concludeDocument, POLv1, POLv2, type SignatureEvidence, type ValidationPolicy } from '#policy'
import { buildReport } from '#report'
import { collectValidationData } from '#trust'
import { documentFormats } from './document-formats.js'
import { assertDocumentType } from './document-type.js'
import { refusingDocument } from './refusal.js'
import type { ValidationContext } from './validation-context.js'
import type { SignatureExplanation, ValidationOutcome } from './validation-service.js'

/**
 * The whole way of a document: opened document, facts of its signatures, validation data, conclusions, report. Pure and synchronous.
 *
 * @throws RequestError when the type is not supported, or the document asks for more work than the bounds allow
 * @throws MalformedDocument when the document cannot be read, or is of another type
 */
export function validateDocument(
  request: ValidationRequest,
  context: ValidationContext,
  options: { readonly explain: boolean },
): ValidationOutcome {
  const policy = policyOf(request)
  assertDocumentType(request.document, request.documentType, context.limits)
  const { opened, signatures: read, findings } = refusingDocument(() => documentFormats[request.documentType](request.document, context))
  const evidence = read.map((signature) => evidenceOf(signature, context))
  const signatures = concludeDocument(policy, evidence, context.index.snapshot.sources, request.validationTime)
  const report = buildReport({ request, opened, signatures, findings, policy })
  if (!options.explain) return { report, explanation: null }
  const { documentType, validationTime } = request
  const trustSnapshot = context.index.snapshot.digest
  return {
    report,
    explanation: {
      documentType,
      policy: policy.name,
      validationTime,
      trustSnapshot,
      signatures: signatures.map(explain),
    },
  }
}

function policyOf(request: ValidationRequest): ValidationPolicy {
  switch (request.policy) {
    case 'POLv1':
      return POLv1
    case 'POLv2':
      return POLv2
  }
}

function evidenceOf(read: ReadSignature, context: ValidationContext): SignatureEvidence {
  return read.kind === 'read' ? { ...read, data: collectValidationData(read.facts, context.index, context) } : read
}

function explain({ read, conclusion }: ConcludedSignature): SignatureExplanation {
  return read.kind === 'read'
    ? { facts: read.facts, unreadable: null, validationData: read.data, conclusion }
    : { facts: null, unreadable: read.signature, validationData: null, conclusion }
}
