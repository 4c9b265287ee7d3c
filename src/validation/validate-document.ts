import { createHash } from 'node:crypto'
import type {
  DocumentReport,
  ReadSignature,
  SignatureEvidence,
  SignatureFacts,
  UnreadableSignature,
  ValidationData,
  ValidationRequest,
} from '#model'
import { collectValidationData } from '#trust'
import { concludeDocument, policyFor, policyNamed } from '#validation/policy'
import { type Holder, heldUntil, passesAt, provableUntil } from '#validation/provable'
import { buildReport } from '#validation/report'
import { completeTimeStamps } from '#validation/signature'
import { collectInstanceData } from './collect-instance-data.js'
import { reportTokens } from './container-tokens.js'
import { documentFormats, type ReadDocument } from './document-formats.js'
import { assertDocumentType, documentTypeNames, withKindOfContent } from './document-type.js'
import { withMissingTrust } from './missing-trust.js'
import { validateNested } from './nested-document.js'
import { refuseFilesBeside, refusingDocument } from './refusal.js'
import type { ValidationContext } from './validation-context.js'

/**
 * Validates a document: opens it, reads its signatures, collects validation data, concludes and builds the report. Pure and synchronous: nothing is fetched
 * (`decisions.md#no-network`).
 *
 * @throws RequestError when the document needs more work than the bounds allow, or files are given beside one that takes none
 * @throws MalformedDocument when the document cannot be read, or is of another type
 * @example
 * const kept = openCacheAcrossDocuments(limits)
 * const context = validationContextOf(
 *   openIndex(packed, kept, limits),
 *   openInstances([], kept, limits),
 *   openDecodedCache(limits, kept),
 *   limits,
 * )
 * const request = { document, filename: 'lt.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
 * const verdicts = validateDocument(request, context).signatures.map(({ indication }) => indication)
 */
export function validateDocument(request: ValidationRequest, context: ValidationContext): DocumentReport {
  return validateAt(request, context, 0, null)
}

/**
 * @param depth how many containers the document is in
 * @param holder the innermost of them; null: none
 */
function validateAt(request: ValidationRequest, context: ValidationContext, depth: number, holder: Holder | null): DocumentReport {
  const named = policyNamed(request.policy, context.policies)
  // Interfaces refuse an unknown name with the names that they offer.
  if (named === null) throw new TypeError(`there is no policy ${request.policy}`)
  assertDocumentType(request.document, request.documentType, context.limits)
  const format = documentFormats[request.documentType]
  if (!format.filesBeside) refuseFilesBeside(request.detached ?? null, documentTypeNames[request.documentType])
  const document = refusingDocument(
    () => format.read(request.document, context, request.detached ?? null),
    (refusal) => withKindOfContent(refusal, request.document, context.limits),
  )
  const signatures = document.signatures.map((signature, index) => evidenceOf(signature, index, document, context))
  const { digest, sources } = context.index.snapshot
  const { levels } = policyFor(named.policy, document.opened.form.kind)
  const findings = document.findings.filter(({ key }) => levels[key] !== 'ignore')
  const conclusions = concludeDocument(named.policy, signatures, sources, request.validationTime, findings)
  const timeStampTokens = reportTokens(document, request, named.policy, findings, context, holder)
  return buildReport({
    request: { ...request, policy: named.policy.name },
    ownPolicy: named.own,
    document: { size: request.document.length, digest: () => createHash('sha256').update(request.document).digest('hex') },
    opened: document.opened,
    trust: { digest, sources },
    signatures,
    provable: (evidence, conclusion) => {
      const own = provableUntil(named.policy, evidence, conclusion, findings)
      return holder === null ? own : heldUntil(own, (time) => passesAt(named.policy, evidence, time, findings), holder)
    },
    ...withMissingTrust({ conclusions, findings }, document, context),
    timeStampTokens,
    nested: validateNested(document, timeStampTokens, request, context, depth, holder, (nested, depth, holder) =>
      validateAt(nested, context, depth, holder),
    ),
    filesLeftOut: document.coverage.leftOut,
  })
}

function evidenceOf(
  read: ReadSignature,
  index: number,
  document: ReadDocument,
  context: ValidationContext,
): SignatureEvidence | UnreadableSignature {
  if (read.kind === 'unreadable') return read
  const unsignedFiles = document.coverage.bySignature[index]
  return { kind: 'read', ...collect(read.facts, document, context), ...(unsignedFiles === undefined ? {} : { unsignedFiles }) }
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
