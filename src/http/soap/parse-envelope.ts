import { isAscii } from 'node:buffer'
import type { EncodedDocument } from '#service'
import { parseXml, type XmlDocument, type XmlElement, XmlError, type XmlLimits } from '#xml'
import { ownBytes } from '../own-bytes.js'

/** A parsed request. */
export interface EnvelopeXml {
  readonly document: XmlDocument
  /** The element whose text has been cut out, and that text; null when nothing was. Its line breaks are as they were written, which base64 does not mind. */
  readonly aside: { readonly element: XmlElement; readonly text: EncodedDocument } | null
}

const opening = Buffer.from('<Document')
const GREATER = 0x3e
const LESS = 0x3c
const SLASH = 0x2f
const white = [0x20, 0x09, 0x0a, 0x0d]

/** A shorter text costs as much set aside as parsed. */
const MIN_ASIDE = 1_024

/**
 * Parses an envelope. Nearly all of it is the text of one element, the document in base64: that is taken out before and read by itself. Parsing
 * decodes, checks and copies every character, which for 4 MB takes five times as long as all the rest. Throws `XmlError`.
 */
export function parseEnvelope(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return withDocumentAside(body, limits) ?? parseWhole(body, limits)
}

/** The same without taking anything out. */
export function parseWhole(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return { document: parseXml(body, limits), aside: null }
}

/**
 * Null when anything is unusual; then the whole body is parsed. What is taken out is ASCII without markup, and the parser has found that it is the
 * whole text of the Document of the request. So the envelope means the same with it and without it; whether it is base64 is checked like any other.
 */
function withDocumentAside(body: Buffer, limits: XmlLimits): EnvelopeXml | null {
  const range = documentText(body)
  if (range === null || body.length > limits.maxBytes) return null
  const { at, start, end } = range
  const text = body.subarray(start, end)
  if (!isAscii(body.subarray(0, at)) || !isAscii(text) || text.includes('&') || text.includes(']')) return null
  const document = parseQuietly(Buffer.concat([body.subarray(0, start), body.subarray(end)]), limits)
  if (document === null) return null
  const element = documentOf(document.root)
  // Before the element there is only ASCII: its place in characters is its place in octets.
  if (element?.offset !== at || element.children.length > 0) return null
  return { document, aside: { element, text: { octets: ownBytes(body), start, end, mayHoldLineBreaks: true } } }
}

/** The octets between the first `<Document …>` and the next `<`. A `>` in an attribute ends the tag too early; then they hold its quote, and are no base64. */
function documentText(body: Buffer): { readonly at: number; readonly start: number; readonly end: number } | null {
  const at = body.indexOf(opening)
  const next = body[at + opening.length]
  if (at < 0 || next === undefined || (next !== GREATER && !white.includes(next))) return null
  const start = body.indexOf(GREATER, at) + 1
  const end = body.indexOf(LESS, start)
  return start === 0 || body[start - 2] === SLASH || end - start < MIN_ASIDE ? null : { at, start, end }
}

/** A mistake is told with its place in the whole body, by parsing that. */
function parseQuietly(skeleton: Buffer, limits: XmlLimits): XmlDocument | null {
  try {
    return parseXml(skeleton, limits)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** Where the document stands in a well-made request: first in the first element, twice, of the last part of the envelope. */
function documentOf(root: XmlElement): XmlElement | null {
  const isElement = (node: XmlElement['children'][number]): node is XmlElement => typeof node === 'object' && node.kind === 'element'
  const first = (element: XmlElement | undefined) => element?.children.find(isElement)
  const element = first(first(first(root.children.findLast(isElement))))
  return element?.name === 'Document' ? element : null
}
