import { excerpt, ReaderError } from '#model'

/** Rules of the container itself. Codes of the readers (`ZIP_…`, `XML_…`) are passed on as they are. Never reused after removal. */
export type ContainerRefusalCode =
  /** No entry called `mimetype` (`decisions.md#malformed-document`). */
  | 'CONTAINER_MIMETYPE_MISSING'
  /** The `mimetype` entry names something else than ASiC-E (`decisions.md#malformed-document`); BDOC 1.0 ends here. */
  | 'CONTAINER_MIMETYPE_WRONG'
  /** Two entries whose names are `mimetype` but for letter case. */
  | 'CONTAINER_MULTIPLE_MIMETYPES'
  /** Two entries whose names are `META-INF/manifest.xml` but for letter case. */
  | 'CONTAINER_MULTIPLE_MANIFESTS'
  /** An entry name that another program could take for a different place: absolute, `..`, `.`, empty segment, backslash. */
  | 'CONTAINER_ENTRY_NAME'
  /** CAdES signatures and no XAdES ones: not the format that this reader is for. */
  | 'CONTAINER_CADES'
  /** The root of an XML document is not SignedDoc. */
  | 'DDOC_ROOT'
  /** Format and version are not of DIGIDOC-XML (error 13). */
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
  /** A hash chain without its result, or the reverse. */
  | 'XROAD_HASH_CHAIN_HALF'
  /** A message, signature, hash chain or time-stamp of white space only. */
  | 'XROAD_ENTRY_EMPTY'
  /** Two names that differ in letter case only. */
  | 'XROAD_ENTRY_AMBIGUOUS'

/** Bounds of the container. */
export type ContainerLimitCode =
  /** Signature files together, unpacked. */
  | 'CONTAINER_TOO_MANY_SIGNATURE_BYTES'
  /** A file of an X-Road container that is read whole. */
  | 'XROAD_ENTRY_TOO_LARGE'
  /** Data files of a DIGIDOC-XML document. */
  | 'DDOC_TOO_MANY_DATA_FILES'
  /** Statements of signatures about data files. */
  | 'DDOC_TOO_MANY_FILE_STATEMENTS'

/** A container cannot be opened. The code is one of the container, or that of the reader beneath it. */
class ContainerError extends ReaderError {
  override readonly name = 'ContainerError'
}

/** Throws a `ContainerError`: the container breaks a rule. `message` is a sentence without the place. */
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
