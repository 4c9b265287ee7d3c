import { compareManifest, detectDocumentType, looksLikeXroad, openAsic } from '#container'
import {
  type CheckResult,
  MalformedDocument,
  type OpenedDocument,
  ReaderError,
  type ReadSignature,
  RequestError,
  type SignatureForm,
  tooMuchWork,
  type ValidationRequest,
} from '#model'
import { type ConcludedSignature, concludeDocument, POLv1, POLv2, type SignatureEvidence, type ValidationPolicy } from '#policy'
import { buildReport } from '#report'
import { DocumentWork, readDdocSignatures, readXadesSignatures } from '#signature'
import { collectValidationData } from '#trust'
import { openDdocOrTell } from './open-ddoc.js'
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
  const { signatureForm, read, findings } = readDocument(request, context)
  const evidence = read.map((signature) => evidenceOf(signature, context))
  const signatures = concludeDocument(policy, evidence, context.index.snapshot.sources, request.validationTime)
  const report = buildReport({ request, opened: { signatureForm }, signatures, findings, policy })
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

/** What a document says, whatever its type. */
interface ReadDocument {
  readonly signatureForm: SignatureForm
  readonly read: readonly ReadSignature[]
  readonly findings: readonly CheckResult[]
}

function readDocument(request: ValidationRequest, context: ValidationContext): ReadDocument {
  switch (request.documentType) {
    case 'BDOC':
      return readAsic(request.document, context)
    case 'DDOC':
      return readDdoc(request.document, context)
    case 'PDF':
      return notSupported(request, 'signed PDF documents', context)
    case 'XROAD':
      return notSupported(request, 'containers of the X-Road', context)
  }
}

function readAsic(document: Uint8Array, context: ValidationContext): ReadDocument {
  const opened = reading(() => openAsic(document, context.limits))
  const read = readSignatures(opened, context)
  if (looksLikeXroad(opened, read))
    throw new MalformedDocument('CONTAINER_XROAD', 'This is a container of the X-Road, not a BDOC or ASiC-E one; its type is XROAD.')
  const findings = [...opened.findings, ...compareManifest(opened, read, context.limits.container)]
  return { signatureForm: opened.signatureForm, read, findings }
}

/** What there is to say about a container of DIGIDOC-XML is said of each signature (ruling 11). */
function readDdoc(document: Uint8Array, context: ValidationContext): ReadDocument {
  const opened = openDdocOrTell(document, context.limits)
  return { signatureForm: opened.signatureForm, read: reading(() => readDdocSignatures(opened, context)), findings: [] }
}

/** A document of another type than the request says is refused for that: no later release would take it either. */
function notSupported({ document, documentType }: ValidationRequest, what: string, context: ValidationContext): never {
  if (detectDocumentType(document, context.limits) !== documentType)
    throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type ${documentType}.`)
  const message = `This release does not validate ${what} (${documentType}). It validates BDOC and ASiC-E containers (BDOC) and DIGIDOC-XML documents (DDOC).`
  throw new RequestError([{ field: 'documentType', code: 'DOCUMENT_TYPE_NOT_SUPPORTED', message }])
}

function readSignatures(opened: OpenedDocument, context: ValidationContext): readonly ReadSignature[] {
  const read: ReadSignature[] = []
  const { maxSignatures } = context.limits.signature
  const work = new DocumentWork(context.limits.signature)
  for (const file of opened.signatureFiles) {
    for (const signature of reading(() => readXadesSignatures(file, opened.dataFiles, context, work))) read.push(signature)
    // The reader bounds one file; a thousand files must not hold five hundred thousand signatures.
    if (read.length > maxSignatures) throw tooMuchWork('TOO_MANY_SIGNATURES', `it holds more than ${maxSignatures} signatures.`)
  }
  return read
}

function evidenceOf(read: ReadSignature, context: ValidationContext): SignatureEvidence {
  return read.kind === 'read' ? { ...read, data: collectValidationData(read.facts, context.index, context) } : read
}

function explain({ read, conclusion }: ConcludedSignature): SignatureExplanation {
  return read.kind === 'read'
    ? { facts: read.facts, unreadable: null, validationData: read.data, conclusion }
    : { facts: null, unreadable: read.signature, validationData: null, conclusion }
}

/** A bound that a reader reached is about the request (ruling 65); anything else that it refuses is about the document. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    if (error.limit) throw tooMuchWork(error.code, `${error.message}.`)
    throw new MalformedDocument(error.code, error.message, null, { cause: error })
  }
}
