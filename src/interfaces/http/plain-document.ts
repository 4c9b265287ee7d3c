import { randomUUID } from 'node:crypto'
import type { Members } from './json-body.js'

/** Octets from `start`, inclusive, to `end`, exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Decoded documents by the members of their request, whose member `document` is then a placeholder. */
const decoded = new WeakMap<Members, Uint8Array>()

/** The document that was cut out of the request; null when it is in the member `document`. */
export function documentCutFrom(members: Members): Uint8Array | null {
  return decoded.get(members) ?? null
}

/** The members of a request whose document came as it is, beside them. */
export function membersWithDocument(members: Members, document: Uint8Array): Members {
  decoded.set(members, document)
  return members
}

/**
 * Reads a request around its document. Nearly all of a request is one text, the document in base64. Parsing it as JSON or XML would cost more than all other work
 * on a large body (2.8 MB: 2.0 times the processor time of the whole service over REST), so it is cut out of the octets and decoded.
 *
 * This is safe: `parse` finds the placeholder as the whole member `document`, and every octet of the text was decoded, so there is no escape, no markup, and
 * nothing that JSON or XML forbids. Null for any other request, which must then be parsed as a whole.
 *
 * @param text where the document is supposed to be, without its quotation marks or tags
 * @param parse reads a request; null for one that is refused
 */
export function readAroundDocument<Read extends { readonly members: Members }>(
  body: Buffer,
  text: Range,
  parse: (rest: Buffer) => Read | null,
): Read | null {
  const document = decodePlain(body.subarray(text.start, text.end))
  if (document === null) return null
  // 128 random bits do not repeat: no other text of the request can equal the placeholder.
  const placeholder = randomUUID()
  const rest = Buffer.concat([body.subarray(0, text.start), Buffer.from(placeholder), body.subarray(text.end)])
  const read = parse(rest)
  if (read?.members['document'] !== placeholder) return null
  decoded.set(read.members, document)
  return read
}

/** A text of fewer octets is not cut out: parsing it costs as much. */
export const minCut = 1_024

/** Characters that are decoded at once: a multiple of four, so that the decoded pieces can be joined, and small enough for the cache of the processor. */
const pieceLength = 65_536

/** The octets of base64 without white space; null for any other text. The decoder skips other characters, and each missing character is six bits. */
function decodePlain(text: Buffer): Uint8Array | null {
  let { length } = text
  for (let padding = 0; padding < 2 && text[length - 1] === equalsSign; padding++) length -= 1
  const bytes = Buffer.allocUnsafeSlow(Math.floor((length * 3) / 4))
  let written = 0
  for (let start = 0; start < length; start += pieceLength)
    written += bytes.write(text.toString('latin1', start, Math.min(start + pieceLength, length)), written, 'base64')
  return written === bytes.length && length % 4 !== 1 ? bytes : null
}

const equalsSign = 0x3d
