/** The parts of a URI reference (RFC 3986 appendix B). A missing part is undefined, which is not the same as empty. */
interface UriReference {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  /** As written, or without dot segments. */
  readonly path: string | Path
  readonly query: string | undefined
}

/** A path without dot segments. It grows only at its start, so that joining many bases takes time linear in the sum of their lengths. */
interface Path {
  absolute: boolean
  /** Leading `..` of a relative path. */
  ups: number
  /** The other segments, last first. */
  readonly names: string[]
  /** Whether a slash follows the last name. */
  readonly folder: boolean
}

/**
 * Joins the values of `xml:base` attributes, innermost first, by the join-URI-References function of Canonical XML 1.1 section 2.4:
 * RFC 3986 section 5.2, but the base may itself be relative, a trailing `..` is a folder, leading `..` segments stay, and adjacent
 * slashes become one. Fragments are dropped. A single value is returned unchanged.
 */
export function joinBases(values: readonly string[]): string {
  const [single = '', ...outer] = values
  return outer.length === 0 ? single : written(outer.map(splitReference).reduce(joinReferences, splitReference(single)))
}

/** RFC 3986 section 5.2.2. */
function joinReferences(reference: UriReference, base: UriReference): UriReference {
  const { scheme, authority, query } = reference
  if (scheme !== undefined) return { ...reference, path: withoutDotSegments(reference.path) }
  if (authority !== undefined) return { ...reference, scheme: base.scheme, path: withoutDotSegments(reference.path) }
  const writtenBase = writtenPath(base.path)
  const basePath = /(?:^|\/)\.\.$/.test(writtenBase) ? `${writtenBase}/` : writtenBase
  if (isEmpty(reference.path)) return { ...base, path: basePath, query: query ?? base.query }
  const path = withoutDotSegments(reference.path)
  // Section 5.2.3: all but the last segment of the base precedes the path.
  if (!path.absolute)
    prepend(path, base.authority !== undefined && basePath === '' ? '/' : basePath.slice(0, basePath.lastIndexOf('/') + 1))
  return { ...base, path, query }
}

/** RFC 3986 section 5.2.4 with the changes of Canonical XML 1.1 section 2.4; its appendix A lists results. */
function withoutDotSegments(path: string | Path): Path {
  if (typeof path !== 'string') return path
  const result: Path = { absolute: false, ups: 0, names: [], folder: /(?:^|\/)\.{0,2}$/.test(path) }
  prepend(result, path)
  return result
}

/** Prepends `text`, which ends in a slash unless the path is still empty. Read from the end, each `..` removes the next name. */
function prepend(path: Path, text: string): void {
  for (const segment of text.split('/').reverse()) {
    if (segment === '..') path.ups++
    else if (segment !== '' && segment !== '.') {
      if (path.ups > 0) path.ups--
      else path.names.push(segment)
    }
  }
  if (!text.startsWith('/')) return
  path.absolute = true
  path.ups = 0
}

function isEmpty(path: string | Path): boolean {
  return typeof path === 'string' ? path === '' : !path.absolute && path.ups === 0 && path.names.length === 0
}

function splitReference(text: string): UriReference {
  const [, scheme, authority, path, query] = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? []
  return { scheme, authority, path: path ?? '', query }
}

/** RFC 3986 section 5.3. */
function written({ scheme, authority, path, query }: UriReference): string {
  const start = (scheme === undefined ? '' : `${scheme}:`) + (authority === undefined ? '' : `//${authority}`)
  return start + writtenPath(path) + (query === undefined ? '' : `?${query}`)
}

function writtenPath(path: string | Path): string {
  if (typeof path === 'string') return path
  const start = path.absolute ? '/' : '../'.repeat(path.ups)
  return start + path.names.toReversed().join('/') + (path.folder && path.names.length > 0 ? '/' : '')
}
