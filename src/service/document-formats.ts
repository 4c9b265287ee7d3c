import { compareManifest, openAsic, openDdoc, openPdf, recogniseDocument } from '#container'
import { type CheckResult, type DocumentType, MalformedDocument, type OpenedDocument, type ReadSignature, RequestError } from '#model'
import { readAsicSignatures, readDdocSignatures, readPdfSignatures } from '#signature'
import type { ValidationContext, ValidationLimits } from './validation-context.js'

/** What a document says, whatever its type: taken apart, its signatures read, and everything that there is to say about it as a whole. */
export interface ReadDocument {
  readonly opened: OpenedDocument
  readonly signatures: readonly ReadSignature[]
  readonly findings: readonly CheckResult[]
}

/** The steps of a type. The container and the reader of its signatures agree on what they hand over; nobody else sees it. */
interface DocumentFormat<Opened extends OpenedDocument> {
  readonly open: (document: Uint8Array, limits: ValidationLimits) => Opened
  readonly read: (opened: Opened, context: ValidationContext) => readonly ReadSignature[]
  /** Findings that need the signatures: read beside what the container holds. */
  readonly compare?: (opened: Opened, signatures: readonly ReadSignature[], limits: ValidationLimits) => readonly CheckResult[]
}

type ReadingOfDocument = (document: Uint8Array, context: ValidationContext) => ReadDocument

/**
 * How a document of each type is read. A new type is one row: its container, the reader of its signatures.
 *
 * @throws ReaderError when the document cannot be read as one of its type, or asks for more work than the bounds allow
 * @throws RequestError when its type is not supported
 */
export const documentFormats: Readonly<Record<DocumentType, ReadingOfDocument>> = {
  BDOC: documentFormat({
    open: openAsic,
    read: readAsicSignatures,
    compare: (opened, signatures, limits) => compareManifest(opened, signatures, limits.container),
  }),
  DDOC: documentFormat({ open: openDdoc, read: readDdocSignatures }),
  PDF: documentFormat({ open: openPdf, read: readPdfSignatures }),
  XROAD: notSupported('XROAD', 'containers of the X-Road'),
}

function documentFormat<Opened extends OpenedDocument>({ open, read, compare }: DocumentFormat<Opened>): ReadingOfDocument {
  return (document, context) => {
    const opened = open(document, context.limits)
    const signatures = read(opened, context)
    const compared = compare === undefined ? [] : compare(opened, signatures, context.limits)
    return { opened, signatures, findings: [...opened.findings, ...compared] }
  }
}

function notSupported(type: DocumentType, what: string): ReadingOfDocument {
  const message = `This release does not validate ${what} (${type}). It validates BDOC and ASiC-E containers (BDOC), DIGIDOC-XML documents (DDOC) and PDF documents (PDF).`
  return (document, { limits }) => {
    // There is no reader to say that the content is something else: no later release would take it either.
    if (recogniseDocument(document, limits) !== type)
      throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type ${type}.`)
    throw new RequestError([{ field: 'documentType', code: 'DOCUMENT_TYPE_NOT_SUPPORTED', message }])
  }
}
