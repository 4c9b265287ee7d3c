import { isAscii } from 'node:buffer'
import { resultOrNull } from '#model'
import type { EncodedDocument } from '#service'
import { parseXml, type XmlDocument, type XmlElement, XmlError, type XmlLimits } from '#xml'
import { ownBytes } from '../own-bytes.js'

/** A parsed request. */
export interface EnvelopeXml {
  readonly document: XmlDocument
  /** The element whose text was cut out, and the text; null when none was. Line breaks in the text are not normalised, which base64 ignores. */
  readonly aside: { readonly element: XmlElement; readonly text: EncodedDocument } | null
}

const opening = Buffer.from('<Document')
const GREATER = 0x3e
const LESS = 0x3c
const SLASH = 0x2f
const white = [0x20, 0x09, 0x0a, 0x0d]

/** Minimum length of a text that is cut out, in octets: parsing a shorter one costs as much. */
const MIN_ASIDE = 1_024

/**
 * Parses an envelope. Nearly all of it is the text of one element, the document in base64, which is cut out before: the parser decodes, checks and copies every
 * character, which for 4 MB takes five times as long as all the rest. Throws `XmlError`.
 */
export function parseEnvelope(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return withDocumentAside(body, limits) ?? parseWhole(body, limits)
}

/** Parses an envelope as a whole. Throws `XmlError`. */
export function parseWhole(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return { document: parseXml(body, limits), aside: null }
}

/**
 * Null when the text cannot be cut out safely; then the whole body is parsed. The cut text is ASCII without markup, and the parser confirms that it is the whole
 * text of the Document element of the request, so parsing the envelope without it gives the same elements. Whether it is base64 is checked when it is decoded.
 */
function withDocumentAside(body: Buffer, limits: XmlLimits): EnvelopeXml | null {
  const range = documentText(body)
  if (range === null || body.length > limits.maxBytes) return null
  const { at, start, end } = range
  const text = body.subarray(start, end)
  if (!isAscii(body.subarray(0, at)) || !isAscii(text) || text.includes('&') || text.includes(']')) return null
  // Null for malformed XML: parsing the whole body then reports the position of the error in it.
  const document = resultOrNull(XmlError, () => parseXml(Buffer.concat([body.subarray(0, start), body.subarray(end)]), limits))
  if (document === null) return null
  const element = documentOf(document.root)
  // Everything before the element is ASCII, so its offset in characters equals that in octets.
  if (element?.offset !== at || element.children.length > 0) return null
  return { document, aside: { element, text: { octets: ownBytes(body), start, end, mayHoldLineBreaks: true } } }
}

/**
 * The octets between the first `<Document …>` and the next `<`. A `>` within an attribute value ends the tag too early; then the text begins with the rest of the
 * attribute and its quotation mark, which is no base64, and the request is read as a whole.
 */
function documentText(body: Buffer): { readonly at: number; readonly start: number; readonly end: number } | null {
  const at = body.indexOf(opening)
  const next = body[at + opening.length]
  if (at < 0 || next === undefined || (next !== GREATER && !white.includes(next))) return null
  const start = body.indexOf(GREATER, at) + 1
  const end = body.indexOf(LESS, start)
  return start === 0 || body[start - 2] === SLASH || end - start < MIN_ASIDE ? null : { at, start, end }
}

/** The Document element of a well-formed request: Body is the last part of the envelope, and operation, wrapper and Document are first elements. */
function documentOf(root: XmlElement): XmlElement | null {
  const isElement = (node: XmlElement['children'][number]): node is XmlElement => typeof node === 'object' && node.kind === 'element'
  const first = (element: XmlElement | undefined) => element?.children.find(isElement)
  const element = first(first(first(root.children.findLast(isElement))))
  return element?.name === 'Document' ? element : null
}
