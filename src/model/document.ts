import type { DigestAlgorithm } from './algorithm.js'
import type { CheckResult } from './check.js'

export type SignatureForm =
  | 'DIGIDOC_XML_1.0'
  | 'DIGIDOC_XML_1.0_hashcode'
  | 'DIGIDOC_XML_1.1'
  | 'DIGIDOC_XML_1.1_hashcode'
  | 'DIGIDOC_XML_1.2'
  | 'DIGIDOC_XML_1.2_hashcode'
  | 'DIGIDOC_XML_1.3'
  | 'DIGIDOC_XML_1.3_hashcode'
  | 'PAdES'
  | 'ASiC_E'
  | 'ASiC_E_batchsignature'

export interface DataFile {
  /** Name as in the container. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** MIME type of the manifest, or null when it has no entry. */
  readonly mimeType: string | null
  /** The content; decoded when asked for, within the container's bounds, and not always kept. Throws MalformedDocument when it is broken. */
  bytes(): Uint8Array
  /** Digest of the content; computed once for each algorithm. Null for an algorithm that the platform lacks. */
  digest(algorithm: DigestAlgorithm): Uint8Array | null
}

/** A file of the container that holds signatures, unread. */
export interface SignatureFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An entry of META-INF/manifest.xml. */
export interface ManifestEntry {
  readonly path: string
  readonly mimeType: string
}

export interface OpenedDocument {
  readonly signatureForm: SignatureForm
  /** In the order of the container. */
  readonly dataFiles: readonly DataFile[]
  /** In the order of the container. */
  readonly signatureFiles: readonly SignatureFile[]
  /** Null when the container has none. */
  readonly manifest: readonly ManifestEntry[] | null
  readonly findings: readonly CheckResult[]
}
