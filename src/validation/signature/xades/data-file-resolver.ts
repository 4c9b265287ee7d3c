import { type ArchivedFile, type DetachedData, type DigestFacts, resultOrNull } from '#model'

/** Finds the data file that the URI of a reference designates; null when there is none. */
export interface DataFileResolver {
  (uri: string): ArchivedFile | null
  /** Whether the name of the file is exactly the decoded URI, without `+` for a space. */
  readonly isExact?: (uri: string, file: ArchivedFile) => boolean
  /** A data file whose name looks like the one that a URI means, to explain why none was found. It is never taken for the file. */
  readonly lookAlike?: (uri: string) => LookAlike | null
  /**
   * The digest of a file that is not given itself, by the algorithm of `stated`; its `digest` is null when only digests by other algorithms are known. Null when
   * nothing is known of the file.
   */
  readonly digestOf?: (uri: string, stated: DigestFacts) => { readonly name: string; readonly digest: Uint8Array | null } | null
}

/** A name that looks like another one. */
interface LookAlike {
  readonly name: string
  /** `form`: another Unicode form (NFC, NFD). `invisible`: a character that is not shown. */
  readonly difference: 'form' | 'invisible'
}

/**
 * Creates a resolver for the URIs of data references. They are relative paths in the container, in percent-encoded UTF-8 (EN 319 162-1, 4.4.3.2). A URI only
 * selects one of the given files: `http:` and `file:` are never followed. Names are compared exactly, without case folding, normalisation or removal of `./`.
 *
 * The URI is the signed name, so a file whose name is the encoded form is another file. Only `+` may mean a space if no file has the plus, because some writers
 * use the encoding of forms (`decisions.md#data-file-names`). This cannot hide another file: names are unique in the container, and the digest is signed.
 *
 * @param limits longer names are not compared for their look
 */
export function createDataFileResolver(
  dataFiles: readonly ArchivedFile[],
  { maxLookAlikeCharacters }: { readonly maxLookAlikeCharacters: number },
): DataFileResolver {
  const byName = new Map(dataFiles.map((file) => [file.name, file]))
  const resolve = (uri: string): ArchivedFile | null => {
    if (uri.length > maxUriLength) return null
    for (const reading of [percentDecode, withPlusForSpace]) {
      const name = reading(uri)
      const file = name === null ? undefined : byName.get(name)
      if (file !== undefined) return file
    }
    return null
  }
  let folded: ReadonlyMap<string, string> | null = null
  const lookAlike = (uri: string): LookAlike | null => {
    const name = uri.length > maxLookAlikeCharacters ? null : percentDecode(uri)
    if (name === null) return null
    const comparable = () => dataFiles.filter((file) => file.name.length <= maxLookAlikeCharacters)
    folded ??= new Map(comparable().map((file) => [withoutInvisible(file.name), file.name]))
    const found = folded.get(withoutInvisible(name))
    if (found === undefined || found === name) return null
    return { name: found, difference: found.normalize('NFC') === name.normalize('NFC') ? 'form' : 'invisible' }
  }
  const isExact = (uri: string, { name }: ArchivedFile) => percentDecode(uri) === name
  return Object.assign(resolve, { isExact, lookAlike })
}

/** Creates a resolver for digests that are given in place of files, or that are taken as the signatures state them. */
export function createDigestResolver(detached: Exclude<DetachedData, { readonly kind: 'files' }>): DataFileResolver {
  const digestOf = (uri: string, stated: DigestFacts) => {
    const name = uri.length > maxUriLength ? null : percentDecode(uri)
    if (name === null) return null
    if (detached.kind === 'stated') return { name, digest: Buffer.from(stated.value, 'hex') }
    const given = detached.files.filter((file) => file.name === name)
    if (given.length === 0) return null
    const [found, ...others] = given.filter(({ algorithm }) => algorithm === stated.algorithm)
    // Of two digests of one file by one algorithm it is not known which is meant.
    const isClear = found !== undefined && others.every(({ value }) => value === found.value)
    return { name, digest: isClear ? Buffer.from(found.value, 'hex') : null }
  }
  return Object.assign(() => null, { digestOf })
}

/** A name in Unicode form C, without characters that are not shown: those that format, marks that select a variant, and the soft hyphen. */
function withoutInvisible(name: string): string {
  return name.replace(/\p{Cf}|\p{Variation_Selector}|\u115f|\u1160|\u3164|\uffa0|\u034f/gu, '').normalize('NFC')
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
