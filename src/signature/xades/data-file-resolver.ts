import { type ArchivedFile, resultOrNull } from '#model'

/** Finds the data file that the URI of a reference designates; null when there is none. */
export type DataFileResolver = (uri: string) => ArchivedFile | null

/**
 * Data references are relative paths in the container, percent-encoded UTF-8 (EN 319 162-1, 4.4.3.2). A URI is only ever a key into the files that came along:
 * `http:` and `file:` are never followed. Names are compared exactly, without folding, normalisation or removal of `./`.
 *
 * The URI is the name that was signed, so a file that was given the encoded form as its name is another file. Only `+` may mean a space where no file
 * has the plus, for writers of forms (`decisions.md#data-file-names`). It cannot hide another file: names are unique in the container, and the digest is signed.
 */
export function createDataFileResolver(dataFiles: readonly ArchivedFile[]): DataFileResolver {
  const byName = new Map(dataFiles.map((file) => [file.name, file]))
  return (uri) => {
    if (uri.length > longestUri) return null
    for (const reading of [percentDecode, withPlusForSpace]) {
      const name = reading(uri)
      const file = name === null ? undefined : byName.get(name)
      if (file !== undefined) return file
    }
    return null
  }
}

/** The name of an entry has at most 65,535 octets; one that is a character of code page 437 has up to three in UTF-8, each three characters of a URI. */
const longestUri = 65_535 * 9

const withPlusForSpace = (uri: string): string | null => (uri.includes('+') ? percentDecode(uri.replaceAll('+', ' ')) : null)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** `%` that begins no escape stays as it is; null when the bytes of an escape are not UTF-8. */
function percentDecode(uri: string): string | null {
  if (!uri.includes('%')) return uri
  return resultOrNull(TypeError, () => uri.replace(escapes, (run) => utf8.decode(Buffer.from(run.replaceAll('%', ''), 'hex'))))
}
