import { createHash } from 'node:crypto'
import type {
  DetailedReport,
  Explanation,
  PolicyName,
  ReadSignature,
  SignatureExplanation,
  SignatureFacts,
  ValidationData,
  ValidationRequest,
} from '#model'
import {
  type ConcludedSignature,
  concludeDocument,
  POLv1,
  POLv2,
  plainConclusion,
  type SignatureEvidence,
  type ValidationPolicy,
} from '#policy'
import { buildDetailedReport, buildReport } from '#report'
import { completeTimeStamps } from '#signature'
import { collectValidationData } from '#trust'
import { documentFormats, type ReadDocument } from './document-formats.js'
import { assertDocumentType, withKindOfContent } from './document-type.js'
import { refusingDocument } from './refusal.js'
import type { ValidationContext } from './validation-context.js'
import type { ValidationOutcome, WantedDetail } from './validation-service.js'
import { collectInstanceData } from './xroad-instances.js'

/**
 * Validates a document: opens it, reads its signatures, collects validation data, concludes and builds the report. Pure and synchronous: nothing is fetched
 * (`decisions.md#no-network`).
 *
 * @throws RequestError when the document needs more work than the bounds allow
 * @throws MalformedDocument when the document cannot be read, or is of another type
 * @example
 * const kept = openKeptStructures(limits)
 * const context = validationContextOf(
 *   openIndex(packed, kept, limits),
 *   openInstances([], kept, limits),
 *   openDecodedCache(limits, kept),
 *   limits,
 * )
 * const request = { document, filename: 'lt.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
 * const { report } = validateDocument(request, context, {})
 */
export function validateDocument(
  request: ValidationRequest,
  context: ValidationContext,
  { explain = false, detailed = false }: WantedDetail,
): ValidationOutcome {
  const policy = policies[request.policy]
  assertDocumentType(request.document, request.documentType, context.limits)
  const document = refusingDocument(
    () => documentFormats[request.documentType].read(request.document, context),
    (refusal) => withKindOfContent(refusal, request.document, context.limits),
  )
  const { opened, findings, filesLeftOut } = document
  const evidence = document.signatures.map((signature) => evidenceOf(signature, document, context))
  const { sources } = context.index.snapshot
  const signatures = concludeDocument(policy, evidence, sources, request.validationTime)
  const report = buildReport({ request, opened, signatures, findings, filesLeftOut, policy })
  return {
    report,
    explanation: explain ? explanationOf(request, context, signatures) : null,
    detailed: detailed ? detailedReportOf(request, context, signatures) : null,
  }
}

function explanationOf(
  { documentType, policy, validationTime }: ValidationRequest,
  { index }: ValidationContext,
  signatures: readonly ConcludedSignature[],
): Explanation {
  return { documentType, policy, validationTime, trustSnapshot: index.snapshot.digest, signatures: signatures.map(explainSignature) }
}

function detailedReportOf(
  { document, documentType, policy, validationTime }: ValidationRequest,
  { index }: ValidationContext,
  signatures: readonly ConcludedSignature[],
): DetailedReport {
  return buildDetailedReport({
    documentType,
    documentDigest: createHash('sha256').update(document).digest('hex'),
    documentSize: document.length,
    policy,
    validationTime,
    trustSnapshot: index.snapshot.digest,
    sources: index.snapshot.sources,
    signatures: signatures.map(({ read, conclusion }) => ({ read, data: read.kind === 'read' ? read.data : null, conclusion })),
  })
}

const policies: Readonly<Record<PolicyName, ValidationPolicy>> = { POLv1, POLv2 }

function evidenceOf(read: ReadSignature, document: ReadDocument, context: ValidationContext): SignatureEvidence {
  return read.kind === 'read' ? { kind: 'read', ...collect(read.facts, document, context) } : read
}

/**
 * The facts of a signature, completed with listed time-stamping units, and its validation data. An X-Road document whose instance is unknown or not named has
 * no trust anchors; those of the lists are never used for it.
 */
function collect(
  read: SignatureFacts,
  { opened, trust }: ReadDocument,
  context: ValidationContext,
): { readonly facts: SignatureFacts; readonly data: ValidationData } {
  switch (trust) {
    case 'lists': {
      const { facts, units } = completeTimeStamps(read, context.index.unitsDesignated, context)
      return { facts, data: collectValidationData(facts, context.index, context, units) }
    }
    case 'instance': {
      const name = opened.trustDomain
      const instance = context.instances.find(name)
      const completed = completeTimeStamps(read, instance?.index.unitsDesignated ?? (() => []), context)
      return { facts: completed.facts, data: collectInstanceData(completed, name, instance, context.index, context) }
    }
  }
}

function explainSignature({ read, conclusion }: ConcludedSignature): SignatureExplanation {
  return read.kind === 'read'
    ? { facts: read.facts, unreadable: null, validationData: read.data, conclusion: plainConclusion(conclusion) }
    : { facts: null, unreadable: read.signature, validationData: null, conclusion: plainConclusion(conclusion) }
}
