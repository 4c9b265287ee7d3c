import { excerpt, ReaderError } from '#model'

/** Rules of the container itself. The codes of the readers (`ZIP_…`, `XML_…`) are passed on unchanged. A code is never reused after its removal. */
export type ContainerRefusalCode =
  /** No entry called `mimetype` (`decisions.md#malformed-document`). */
  | 'CONTAINER_MIMETYPE_MISSING'
  /** The `mimetype` entry is not that of ASiC-E (`decisions.md#malformed-document`), as in BDOC 1.0. */
  | 'CONTAINER_MIMETYPE_WRONG'
  /** Two entries whose names are `mimetype`, except for letter case. */
  | 'CONTAINER_MULTIPLE_MIMETYPES'
  /** Two entries whose names are `META-INF/manifest.xml`, except for letter case. */
  | 'CONTAINER_MULTIPLE_MANIFESTS'
  /** An entry name that another program could resolve to a different place: absolute, `..`, `.`, empty segment, backslash. */
  | 'CONTAINER_ENTRY_NAME'
  /** CAdES signatures and no XAdES signatures: a format that this reader does not support. */
  | 'CONTAINER_CADES'
  /** An ASiC-S container with time-stamp tokens does not have exactly one data file and one first token, or has signatures as well. */
  | 'ASICS_REQUIREMENTS'
  /** Two files that are given beside detached signatures have one name. */
  | 'CONTENT_NAME_REPEATED'
  /** The root of an XML document is not SignedDoc. */
  | 'DDOC_ROOT'
  /** Format and version are not those of DIGIDOC-XML (error 13). */
  | 'DDOC_FORMAT'
  /** An element is missing, repeated or misplaced (error 75). */
  | 'DDOC_STRUCTURE'
  /** A data file is neither embedded in base64 nor a hashcode (error 105). */
  | 'DDOC_CONTENT_TYPE'
  /** An X-Road container without `message.xml`. */
  | 'XROAD_MESSAGE_MISSING'
  /** An X-Road container without a signature file. */
  | 'XROAD_SIGNATURES_MISSING'
  /** An X-Road container with several signature files. */
  | 'XROAD_SIGNATURES_REPEATED'
  /** A hash chain without its result, or a result without its hash chain. */
  | 'XROAD_HASH_CHAIN_HALF'
  /** A message, signature, hash chain, time-stamp or manifest of white space only. */
  | 'XROAD_ENTRY_EMPTY'
  /** A signature or hash chain that is not text in UTF-8. */
  | 'XROAD_ENTRY_ENCODING'
  /** Two names that differ in letter case only. */
  | 'XROAD_ENTRY_AMBIGUOUS'
  /** A PDF that ends in the middle of a revision with a signature. */
  | 'PDF_TRUNCATED'

/** Bounds of the container. */
export type ContainerLimitCode =
  /** Size of all signature files together, unpacked. */
  | 'CONTAINER_TOO_MANY_SIGNATURE_BYTES'
  /** Size of a file of an X-Road container that is read whole. */
  | 'XROAD_ENTRY_TOO_LARGE'
  /** Number of data files of a DIGIDOC-XML document. */
  | 'DDOC_TOO_MANY_DATA_FILES'
  /** Number of statements of signatures about data files. */
  | 'DDOC_TOO_MANY_FILE_STATEMENTS'

/** A container cannot be opened. The code is a code of the container, or the code of the reader that it uses. */
class ContainerError extends ReaderError {
  override readonly name = 'ContainerError'
}

/** Throws a `ContainerError`: the container breaks a rule. `message` is a sentence that does not name `place`, the entry or element that breaks it. */
export function refuse(code: ContainerRefusalCode, message: string, place: string | null = null): never {
  throw new ContainerError(code, message, null, false, place === null ? null : excerpt(place))
}

/** Throws a `ContainerError` with `limit`: a bound of the container was reached. */
export function refuseWork(code: ContainerLimitCode, message: string): never {
  throw new ContainerError(code, message, null, true)
}

/**
 * Runs a reader that the container uses, and turns its `ReaderError` into a `ContainerError` with the entry: the error is about the container, not about
 * one signature.
 *
 * @param entry name of the entry that is read; the place in the error of the reader takes precedence
 */
export function readingEntry<T>(entry: string | null, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReaderError) || error instanceof ContainerError) throw error
    const place = error.place ?? entry
    throw new ContainerError(error.code, error.message, error.offset, error.limit, place === null ? null : excerpt(place), {
      cause: error,
    })
  }
}
