import type { DigestAlgorithm } from './algorithm.js'

/** A file that is given beside the signatures over it. */
export interface DetachedFile {
  /** As the signatures name it. Never used as a path. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** The digest of a file that is not given itself. */
export interface FileDigest {
  readonly name: string
  readonly algorithm: DigestAlgorithm
  /** Lower-case hex. */
  readonly value: string
}

/**
 * What detached signatures cover and the document does not contain: the files, or their digests. `stated`: neither is at hand, and each digest that a signature
 * states is taken for that of its file. Such a signature proves nothing about files; the report has the digests (`SignedScope`), for the caller to compare.
 */
export type DetachedData =
  | { readonly kind: 'files'; readonly files: readonly DetachedFile[] }
  /** Several digests of one file may be given, each with another algorithm. */
  | { readonly kind: 'digests'; readonly files: readonly FileDigest[] }
  | { readonly kind: 'stated' }
