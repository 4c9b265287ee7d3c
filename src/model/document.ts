import type { DigestAlgorithm } from './algorithm.js'
import type { CheckResult } from './check.js'
import type { DdocVersion } from './ddoc.js'
import type { DocumentType } from './request.js'

/** The kind of a document by its content. `kind` is also the profile of its signatures (`Profile`). */
export type DocumentForm =
  | { readonly kind: 'asic-e' }
  | { readonly kind: 'asic-s' }
  /** A CMS message, and an XML document with signatures or a signature file, without a container. */
  | { readonly kind: 'cades' }
  | { readonly kind: 'xades' }
  /** `batch`: with a hash chain for the signature, which is then over several messages. */
  | { readonly kind: 'xroad'; readonly batch: boolean }
  | { readonly kind: 'pdf' }
  /** `hashcode`: the document contains digests instead of data files. */
  | { readonly kind: 'ddoc'; readonly version: DdocVersion; readonly hashcode: boolean }

/** Content of a data file. Each call of `pieces` decodes it again within the limits of the container; it throws a `ReaderError` when the content is damaged. */
export interface FileContent {
  /** Bytes. */
  readonly size: number
  /** The bytes in pieces of bounded size. */
  pieces(): Iterable<Uint8Array>
}

export interface DataFile {
  /** As in the container. Never used as a path. */
  readonly name: string
  /** MIME type stated by the container, or null. */
  readonly mimeType: string | null
  /** Null when the container holds only a digest, or the content cannot be decoded. */
  readonly content: FileContent | null
}

/** A file of a ZIP archive. XAdES references refer to it by name. */
export interface ArchivedFile extends DataFile {
  readonly content: FileContent
  /** Digest of the content, computed once for each algorithm. Null for an algorithm that the platform does not support. */
  digest(algorithm: DigestAlgorithm): Uint8Array | null
}

/** A file of the container that holds XAdES signatures. */
export interface SignatureFile {
  readonly kind: 'xades-file'
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * A document of any type after its container was opened. The signatures are not read yet: `Raw` is what the container hands to the reader for its kind, and nothing
 * else looks into it. Members that a container adds are for its signature reader only.
 */
export interface OpenedDocument<Raw = unknown> {
  readonly type: DocumentType
  readonly form: DocumentForm
  /** In the order of the container. */
  readonly dataFiles: readonly DataFile[]
  /** In the order of the container. */
  readonly signatures: readonly Raw[]
  /** Findings about the document as a whole. */
  readonly findings: readonly CheckResult[]
  /** The X-Road instance whose trust anchors are used; null when those of the EU trusted lists and the trust settings are used. */
  readonly trustDomain: string | null
}
