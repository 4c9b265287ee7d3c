import type { DigestAlgorithm } from './algorithm.js'
import type { CheckResult } from './check.js'
import type { DdocVersion } from './ddoc.js'
import type { DocumentType } from './request.js'

/** With `_hashcode` digests stand for data files. */
export type DdocForm = `DIGIDOC_XML_${DdocVersion}` | `DIGIDOC_XML_${DdocVersion}_hashcode`
export type SignatureForm = DdocForm | 'PAdES' | 'ASiC_E' | 'ASiC_E_batchsignature'

export function isDdocForm(form: SignatureForm): form is DdocForm {
  return form.startsWith('DIGIDOC_XML_')
}

export function isHashcodeForm(form: SignatureForm): boolean {
  return form.endsWith('_hashcode')
}

/** Content of a data file. `pieces` decodes anew at each call, within the bounds of the container, and throws a `ReaderError` when the content is broken. */
export interface FileContent {
  /** Bytes. */
  readonly size: number
  /** The bytes in pieces of bounded size. */
  pieces(): Iterable<Uint8Array>
}

export interface DataFile {
  /** As in the container. Nothing of it is ever used as a path. */
  readonly name: string
  /** MIME type that the container states, or null. */
  readonly mimeType: string | null
  /** Null where the container holds a digest only, or nothing that can be decoded. */
  readonly content: FileContent | null
}

/** A file of a ZIP archive, which references of XAdES designate by its name. */
export interface ArchivedFile extends DataFile {
  readonly content: FileContent
  /** Digest of the content; computed once for each algorithm. Null for an algorithm that the platform lacks. */
  digest(algorithm: DigestAlgorithm): Uint8Array | null
}

/** A signature, or a file with signatures, as a container hands it to the reader of its kind. Only that reader looks at its other members. */
export interface RawSignature {
  readonly kind: string
}

/** A file of the container that holds signatures of XAdES. */
export interface SignatureFile extends RawSignature {
  readonly kind: 'xades-file'
  readonly name: string
  readonly bytes: Uint8Array
}

/** A document of any type, taken apart; no signature is read. Containers add members for the reader of their signatures; no other code uses them. */
export interface OpenedDocument<Raw extends RawSignature = RawSignature> {
  readonly type: DocumentType
  readonly form: SignatureForm
  /** In the order of the container. */
  readonly dataFiles: readonly DataFile[]
  /** In the order of the container. */
  readonly signatures: readonly Raw[]
  /** About the document as a whole. */
  readonly findings: readonly CheckResult[]
  /** The instance of the X-Road whose anchors count; null where the lists of the EU and the trust settings do. */
  readonly trustDomain: string | null
}
