import {
  type CheckResult,
  type DetachedData,
  type DocumentType,
  type FileContent,
  type OpenedDocument,
  ReaderError,
  type ReadSignature,
  type SignatureFacts,
  type SignedScope,
} from '#model'
import {
  type Coverage,
  compareManifest,
  compareXroad,
  contentOfMessage,
  filesLeftOutBeside,
  filesLeftOutOfAsic,
  filesLeftOutOfXroad,
  nothingLeftOut,
  openAsic,
  openAsicE,
  openAsicS,
  openDdoc,
  openMessage,
  openPdf,
  openXml,
  openXroad,
} from '#validation/container'
import {
  type ContainerTokens,
  readAsicSignatures,
  readAsicSTokens,
  readContainerSignatures,
  readDdocSignatures,
  readMessageSignatures,
  readPdfSignatures,
  readXmlSignatures,
  readXroadSignatures,
} from '#validation/signature'
import { scopesWithArchives } from './archive-scopes.js'
import type { ValidationContext, ValidationLimits } from './validation-context.js'

/** A document of any type after reading: the opened container, its signatures, and the findings about the document as a whole. */
export interface ReadDocument {
  readonly opened: OpenedDocument
  readonly signatures: readonly ReadSignature[]
  readonly findings: readonly CheckResult[]
  readonly coverage: Coverage
  readonly trust: TrustOfFormat
  /** The time-stamp tokens of the container; null where they are none of its own. */
  readonly tokens: ContainerTokens | null
}

/** Source of trust: `lists` for trusted lists and trust settings, `instance` for the X-Road instance that the document names. */
type TrustOfFormat = 'lists' | 'instance'

/** The steps of one document type. Only its container and its signature reader know the type `Opened`. */
interface DocumentFormat<Opened extends OpenedDocument> {
  /** `detached`: what is given beside the document. */
  readonly open: (document: Uint8Array, limits: ValidationLimits, detached: DetachedData | null) => Opened
  readonly read: (opened: Opened, context: ValidationContext) => readonly ReadSignature[]
  /** Whether files may be given beside the document. Default: not. */
  readonly filesBeside?: true
  /** Default: `lists`. */
  readonly trust?: TrustOfFormat
  /** Findings that need both the container and the signatures. */
  readonly compare?: (opened: Opened, signatures: readonly ReadSignature[], limits: ValidationLimits) => readonly CheckResult[]
  /** Default: nothing. A signature of DIGIDOC-XML that leaves out a file fails, and one of a PDF covers octets. */
  readonly leftOut?: (opened: Opened, signatures: readonly ReadSignature[]) => Coverage
  /** Reads time-stamp tokens that stand in the container by themselves. Default: none. */
  readonly tokens?: (opened: Opened, context: ValidationContext) => ContainerTokens | null
  /** Lists the data files. Default: those of `OpenedDocument`; for a container that states more about them. */
  readonly list?: (opened: Opened, limits: ValidationLimits) => readonly ListedDataFile[]
}

/** A data file of a document of any type. The name is untrusted and must never be used as a path. */
export interface ListedDataFile {
  readonly name: string
  /** In bytes; null when the document neither contains the file nor states its size. */
  readonly size: number | null
  /** Null when the container does not state it. */
  readonly mimeType: string | null
  readonly content: FileContent | null
}

/** How a document of one type is read. Both functions throw `ReaderError`. */
interface ReadingOfDocument {
  /** Whether files may be given beside the document, for its signatures to cover. */
  readonly filesBeside: boolean
  /** Lists the data files without reading signatures. */
  readonly list: (document: Uint8Array, limits: ValidationLimits) => readonly ListedDataFile[]
  readonly read: (document: Uint8Array, context: ValidationContext, detached: DetachedData | null) => ReadDocument
}

/**
 * How a document of each type is read. A new type needs one row, with its container and its signature reader.
 *
 * @throws ReaderError when the document cannot be read as a document of its type, or needs more work than the bounds allow
 */
export const documentFormats: Readonly<Record<DocumentType, ReadingOfDocument>> = {
  BDOC: documentFormat({
    open: openAsic,
    read: readAsicSignatures,
    compare: (opened, signatures, limits) => compareManifest(opened, signatures, limits.container),
    leftOut: filesLeftOutOfAsic,
  }),
  DDOC: documentFormat({ open: openDdoc, read: readDdocSignatures, list: listDdocFiles }),
  PDF: documentFormat({ open: openPdf, read: readPdfSignatures }),
  XROAD: documentFormat({
    open: openXroad,
    read: readXroadSignatures,
    compare: compareXroad,
    leftOut: filesLeftOutOfXroad,
    trust: 'instance',
  }),
  ASICE: documentFormat({
    open: openAsicE,
    read: readContainerSignatures,
    compare: (opened, signatures, limits) => compareManifest(opened, signatures, limits.container),
    leftOut: filesLeftOutOfAsic,
  }),
  ASICS: documentFormat({
    open: openAsicS,
    read: (opened, context) =>
      readContainerSignatures(opened, context).map((signature) =>
        signature.kind === 'read'
          ? { kind: 'read', facts: { ...signature.facts, scopes: scopesOf(signature.facts, opened, context) } }
          : signature,
      ),
    leftOut: filesLeftOutOfAsic,
    tokens: (opened, context) => (opened.tokens.length === 0 ? null : readAsicSTokens(opened, context)),
  }),
  CADES: documentFormat({
    filesBeside: true,
    open: openMessage,
    read: readMessageSignatures,
    leftOut: filesLeftOutBeside,
    list: listMessage,
  }),
  XADES: documentFormat({ filesBeside: true, open: openXml, read: readXmlSignatures, leftOut: filesLeftOutBeside }),
}

function documentFormat<Opened extends OpenedDocument>({
  open,
  read,
  compare,
  leftOut,
  tokens,
  list = listFiles,
  trust = 'lists',
  filesBeside,
}: DocumentFormat<Opened>): ReadingOfDocument {
  return {
    filesBeside: filesBeside === true,
    list: (document, limits) => list(open(document, limits, null), limits),
    read: (document, context, detached) => {
      const opened = open(document, context.limits, detached)
      const signatures = read(opened, context)
      const compared = compare === undefined ? [] : compare(opened, signatures, context.limits)
      const coverage = leftOut === undefined ? nothingLeftOut : leftOut(opened, signatures)
      return {
        opened,
        signatures,
        findings: [...opened.findings, ...compared],
        coverage,
        trust,
        tokens: tokens?.(opened, context) ?? null,
      }
    },
  }
}

function listFiles({ dataFiles }: OpenedDocument): readonly ListedDataFile[] {
  return dataFiles.map(({ name, mimeType, content }) => ({ name, mimeType, size: content?.size ?? null, content }))
}

function listDdocFiles({ dataFiles }: ReturnType<typeof openDdoc>): readonly ListedDataFile[] {
  return dataFiles.map(({ id, name, mimeType, contentType, content, statedSize }) => {
    if (content === null && contentType === 'EMBEDDED_BASE64')
      throw new ReaderError('DDOC_DATA_FILE_NOT_BASE64', 'The content of a data file is not base64.', null, false, id.slice(0, 100))
    return { name, size: content?.size ?? statedSize ?? 0, mimeType, content }
  })
}

function listMessage(opened: ReturnType<typeof openMessage>, limits: ValidationLimits): readonly ListedDataFile[] {
  const content = contentOfMessage(opened, limits)
  if (content === null) return []
  return [{ name: 'content', mimeType: null, size: content.length, content: { size: content.length, pieces: () => [content] } }]
}

/** An archive whose digest does not match is named as it is: what is in it now was not signed. */
function scopesOf({ scopes, references }: SignatureFacts, opened: OpenedDocument, { limits }: ValidationContext): readonly SignedScope[] {
  return references.every(({ status }) => status === 'intact') ? scopesWithArchives(scopes, opened, limits) : scopes
}
