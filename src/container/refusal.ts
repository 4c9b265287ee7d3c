import { MalformedDocument, ReaderError, tooMuchWork } from '#model'
import { ZipError } from '#zip'

/** Rules of the container itself. Codes of the readers (`ZIP_…`, `XML_…`) are passed on as they are. Never reused after removal. */
export type ContainerRefusalCode =
  /** No entry called `mimetype` (ruling 62). */
  | 'CONTAINER_MIMETYPE_MISSING'
  /** The `mimetype` entry names something else than ASiC-E (ruling 62); BDOC 1.0 ends here. */
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
  /** Format and version are none of DIGIDOC-XML (error 13). */
  | 'DDOC_FORMAT'
  /** An element is missing, stands twice or in a wrong place (error 75). */
  | 'DDOC_STRUCTURE'
  /** A data file is neither embedded in base64 nor a hashcode (error 105). */
  | 'DDOC_CONTENT_TYPE'
  /** An X-Road container without `message.xml`. */
  | 'XROAD_MESSAGE_MISSING'
  /** … without a signature file, or with several. */
  | 'XROAD_SIGNATURES_MISSING'
  | 'XROAD_SIGNATURES_REPEATED'
  /** A hash chain without its result, or the reverse. */
  | 'XROAD_HASH_CHAIN_HALF'
  /** A message, signature, hash chain or time-stamp of white space only. */
  | 'XROAD_ENTRY_EMPTY'
  /** Two names that differ in letter case only. */
  | 'XROAD_ENTRY_AMBIGUOUS'

export function refuse(code: ContainerRefusalCode, message: string, where: string | null = null): never {
  throw new MalformedDocument(code, message, where === null ? null : shortened(where))
}

/**
 * Runs a reader and turns its errors into what the caller of this folder can expect: a bound that was reached is about the request
 * (ruling 65), everything else about the document. Other errors are ours and pass through.
 *
 * @param where entry that is being read; the reader may know it better
 */
export function readingDocument<T>(where: string | null, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    if (error.limit) throw tooMuchWork(error.code, error.message)
    const place = error instanceof ZipError && error.entry !== null ? error.entry : where
    throw new MalformedDocument(error.code, error.message, place === null ? null : shortened(place), { cause: error })
  }
}

/** Names are up to the author of the document and may be thousands of characters long. */
function shortened(name: string): string {
  return name.length <= 200 ? name : `${name.slice(0, 200)}…`
}
