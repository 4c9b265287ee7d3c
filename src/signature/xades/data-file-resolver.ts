import { type ArchivedFile, resultOrNull } from '#model'

/** Finds the data file that the URI of a reference designates; null when there is none. */
export type DataFileResolver = (uri: string) => ArchivedFile | null

/**
 * Creates a resolver for the URIs of data references. They are relative paths in the container, in percent-encoded UTF-8 (EN 319 162-1, 4.4.3.2). A URI only
 * selects one of the given files: `http:` and `file:` are never followed. Names are compared exactly, without case folding, normalisation or removal of `./`.
 *
 * The URI is the signed name, so a file whose name is the encoded form is another file. Only `+` may mean a space if no file has the plus, because some writers
 * use the encoding of forms (`decisions.md#data-file-names`). This cannot hide another file: names are unique in the container, and the digest is signed.
 */
export function createDataFileResolver(dataFiles: readonly ArchivedFile[]): DataFileResolver {
  const byName = new Map(dataFiles.map((file) => [file.name, file]))
  return (uri) => {
    if (uri.length > maxUriLength) return null
    for (const reading of [percentDecode, withPlusForSpace]) {
      const name = reading(uri)
      const file = name === null ? undefined : byName.get(name)
      if (file !== undefined) return file
    }
    return null
  }
}

/**
 * A name has at most 65,535 octets. Each may be a character of code page 437, with up to three octets in UTF-8, each of which has three characters in a URI.
 */
const maxUriLength = 65_535 * 9

const withPlusForSpace = (uri: string): string | null => (uri.includes('+') ? percentDecode(uri.replaceAll('+', ' ')) : null)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** Decodes percent-encoding. A `%` without two hexadecimal digits is not changed. Null when the decoded octets are not UTF-8. */
function percentDecode(uri: string): string | null {
  if (!uri.includes('%')) return uri
  return resultOrNull(TypeError, () => uri.replace(escapes, (run) => utf8.decode(Buffer.from(run.replaceAll('%', ''), 'hex'))))
}
