import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { resultOrNull, withoutUtf8Mark } from '#model'
import type { EncodedDocument } from '#service'
import { ownBytes } from './own-bytes.js'
import { HttpProblem } from './problem.js'

/** The members of a JSON object: an object without a prototype, so that a name such as `__proto__` has no special meaning. */
export type Members = Readonly<Record<string, unknown>>

export interface JsonBounds {
  readonly maxJsonStructureBytes: number
  readonly maxJsonQuotes: number
}

/** The members of a request. When the document was cut out of the request, the member `document` holds a placeholder. */
export interface RequestMembers {
  readonly members: Members
  readonly document: EncodedDocument | null
}

const quote = 0x22
const backslash = 0x5c

/** Minimum length of a text that is cut out, in octets: parsing a shorter one costs as much. */
const minCut = 1_024

/**
 * Octets at the beginning of a long text that are searched for characters outside base64, such as escapes: a writer that escapes the solidus, as PHP does,
 * produces an escape every 64 octets or so. In the rest the decoder finds such characters.
 */
const probed = 65_536

/**
 * Reads the members of a JSON object. A later member replaces an earlier one of the same name. Throws `HttpProblem` (400) for anything else.
 *
 * Nearly all of a request is one string, the document in base64. It is cut out of the octets before they are parsed, because converting it to a string would
 * cost more than all other work. This is safe: the cut text is the only long string, and `JSON.parse` finds the placeholder as the member `document`, so the
 * other members are those of the whole request. The decoder refuses every octet outside base64: escapes, characters that JSON forbids in a string, and
 * non-ASCII octets. A request that the decoder refuses is read again as a whole, as is any request of which nothing can be cut out.
 */
export function readRequestMembers(body: Buffer, bounds: JsonBounds): RequestMembers {
  const bytes = withoutUtf8Mark(body)
  const cut = assertModest(bytes, bounds)
  return (cut === null ? null : readAround(bytes, cut)) ?? { members: readJsonMembers(body, bounds), document: null }
}

/** Reads the members of a JSON object as a whole. Throws as `readRequestMembers`. */
export function readJsonMembers(body: Buffer, bounds: JsonBounds): Members {
  const bytes = withoutUtf8Mark(body)
  if (bytes.length === 0) throw malformed('JSON_MALFORMED', 'The request has no body.')
  // Nearly all bodies are ASCII, which is also UTF-8 and is converted to a string at a third of the cost.
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) throw malformed('JSON_MALFORMED', 'The request is not UTF-8 text.')
  assertModest(bytes, bounds)
  const members = membersOf(parse(bytes.toString(ascii ? 'latin1' : 'utf8')))
  if (members === null) throw malformed('JSON_NOT_AN_OBJECT', 'The request is not a JSON object.')
  return members
}

/** Null for anything but a JSON object. */
function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (Object.setPrototypeOf(value, null) as Members) : null
}

/** Null when the text is not the document of the request, or when the request is malformed; reading the whole body then gives the reason. */
function readAround(bytes: Buffer, { start, end }: Range): RequestMembers | null {
  const beginning = bytes.subarray(start, end).subarray(0, probed)
  if (beginning.includes(backslash) || !isAscii(beginning)) return null
  // 128 random bits do not repeat: no other text of the request can equal the placeholder.
  const placeholder = randomUUID()
  const rest = Buffer.concat([bytes.subarray(0, start), Buffer.from(placeholder), bytes.subarray(end)])
  if (!isUtf8(rest)) return null
  const members = resultOrNull(SyntaxError, () => membersOf(JSON.parse(rest.toString())))
  return members?.['document'] === placeholder
    ? { members, document: { octets: ownBytes(bytes), start, end, mayHoldLineBreaks: false } }
    : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // Only the position is taken from the message of the error, because the message quotes the request.
    const position = /at position (\d+)/.exec(error.message)
    throw malformed(
      'JSON_MALFORMED',
      `The request is not well-formed JSON${position === null ? '' : ` at character ${position[1] ?? ''}`}.`,
    )
  }
}

/** Octets from `start`, inclusive, to `end`, exclusive. */
interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Bounds the structure of a JSON text before it is parsed. An octet of structure costs a hundred times as much as an octet of a string: 28 MB of brackets take
 * 1.3 GB of memory, 28 MB of commas and braces 5 seconds. One pass over the quotation marks counts the octets outside strings. The count of a malformed text
 * may be wrong; such a text is refused later in any case.
 *
 * @returns the range of the only long string, without its quotation marks, or null
 * @throws HttpProblem JSON_TOO_COMPLEX
 */
function assertModest(bytes: Buffer, bounds: JsonBounds): Range | null {
  let outside = 0
  let quotes = 0
  let at = 0
  let longString: Range | null = null
  let longStrings = 0
  while (at < bytes.length) {
    const opening = bytes.indexOf(quote, at)
    outside += (opening < 0 ? bytes.length : opening) - at
    if (outside > bounds.maxJsonStructureBytes || quotes > bounds.maxJsonQuotes)
      throw malformed('JSON_TOO_COMPLEX', 'The request has more members or values than this service reads.')
    if (opening < 0) break
    let closing = opening
    do {
      closing = bytes.indexOf(quote, closing + 1)
      quotes += 1
    } while (closing >= 0 && quotes <= bounds.maxJsonQuotes && isEscaped(bytes, closing))
    if (closing < 0) return null
    if (closing - opening > minCut) {
      longStrings += 1
      longString = { start: opening + 1, end: closing }
    }
    at = closing + 1
  }
  return longStrings === 1 ? longString : null
}

/** Whether the quotation mark follows an odd number of backslashes, and so belongs to the string. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at
  while (bytes[first - 1] === backslash) first -= 1
  return (at - first) % 2 === 1
}

function malformed(code: 'JSON_MALFORMED' | 'JSON_NOT_AN_OBJECT' | 'JSON_TOO_COMPLEX', message: string): HttpProblem {
  return new HttpProblem(400, 'document', code, message)
}
