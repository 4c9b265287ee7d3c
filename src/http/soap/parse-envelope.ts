import { isAscii } from 'node:buffer'
import { resultOrNull } from '#model'
import type { EncodedDocument } from '#service'
import { parseXml, type XmlDocument, type XmlElement, XmlError, type XmlLimits } from '#xml'
import { ownBytes } from '../own-bytes.js'

/** A parsed request. */
export interface EnvelopeXml {
  readonly document: XmlDocument
  /** The element whose text was cut out, and the text; null when none was. Line breaks in the text are not normalized; base64 ignores them. */
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
 * Parses an envelope. Nearly all of it is the text of one element, the document in base64. This text is cut out before parsing: the parser decodes, checks and
 * copies every character, which for 4 MB takes five times as long as all other work. Throws `XmlError`.
 */
export function parseEnvelope(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return withDocumentAside(body, limits) ?? parseWhole(body, limits)
}

/** Parses an envelope as a whole. Throws `XmlError`. */
export function parseWhole(body: Buffer, limits: XmlLimits): EnvelopeXml {
  return { document: parseXml(body, limits), aside: null }
}

/**
 * Parses the envelope without the text of the document; null when the text cannot be cut out safely. The text is ASCII without markup, and the parser confirms
 * that it was the whole text of the Document element of the request, so the remaining elements are the same. The decoder checks that the text is base64.
 */
function withDocumentAside(body: Buffer, limits: XmlLimits): EnvelopeXml | null {
  const range = documentText(body)
  if (range === null || body.length > limits.maxBytes) return null
  const { at, start, end } = range
  const text = body.subarray(start, end)
  if (!isAscii(body.subarray(0, at)) || !isAscii(text) || text.includes('&') || text.includes(']')) return null
  // Null for malformed XML: the whole body is then parsed, which gives the position of the error in the body.
  const document = resultOrNull(XmlError, () => parseXml(Buffer.concat([body.subarray(0, start), body.subarray(end)]), limits))
  if (document === null) return null
  const element = documentOf(document.root)
  // All octets before the element are ASCII, so its offset in characters equals its offset in octets.
  if (element?.offset !== at || element.children.length > 0) return null
  return { document, aside: { element, text: { octets: ownBytes(body), start, end, mayHoldLineBreaks: true } } }
}

/**
 * The octets between the first `<Document …>` and the next `<`. When an attribute value contains `>`, the text found begins too early, with the rest of the
 * attribute and its quotation mark. That is not base64, so the request is later read as a whole.
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
