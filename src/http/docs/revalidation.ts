import type { IncomingHttpHeaders } from 'node:http'

/** Whether the copy of a client is current (RFC 9110, 13.1.2 and 13.1.3). Other conditions are not evaluated, and parts of a file are not served. */
export function isCurrent(asked: IncomingHttpHeaders, { etag, 'last-modified': modified }: Readonly<Record<string, string>>): boolean {
  const tags = asked['if-none-match']
  if (tags !== undefined) return etag !== undefined && (tags.trim() === '*' || tags.split(',').map(opaqueTag).includes(opaqueTag(etag)))
  const since = asked['if-modified-since']
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since)
}

/** An entity tag for weak comparison. */
function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
