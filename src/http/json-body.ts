import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { withoutUtf8Mark } from '#model'
import type { EncodedDocument } from '#service'
import { ownBytes } from './own-bytes.js'
import { HttpProblem } from './problem.js'

/** The members of a JSON object: an object without a prototype, so that a name such as `__proto__` is a name like any other. */
export type Members = Readonly<Record<string, unknown>>

export interface JsonBounds {
  readonly maxJsonStructureBytes: number
  readonly maxJsonQuotes: number
}

/** The members of a request, and its document where it has been cut out; then the member `document` holds another text in its place. */
export interface RequestMembers {
  readonly members: Members
  readonly document: EncodedDocument | null
}

const quote = 0x22
const backslash = 0x5c

/** A shorter text costs as much cut out as parsed. */
const minCut = 1_024

/**
 * Reads the members of a JSON object. A later member replaces an earlier one of the same name. Throws `HttpProblem` (400) for anything else.
 *
 * Nearly all of a request is one string, the document. It is cut out of the octets and stays base64: making a string of it costs more than all the rest.
 * This is done when it is the only long string, holds no escape, and `JSON.parse` finds another text in its place as the member `document`: so the rest is what it
 * would be otherwise, however it is written. Whoever decodes it makes sure that it holds nothing that JSON forbids. Anything else is read as a whole.
 */
export function readRequestMembers(body: Buffer, bounds: JsonBounds): RequestMembers {
  const bytes = withoutUtf8Mark(body)
  const cut = assertModest(bytes, bounds)
  return (cut === null ? null : readAround(bytes, cut)) ?? { members: readJsonMembers(body, bounds), document: null }
}

/** The same without cutting anything out. */
export function readJsonMembers(body: Buffer, bounds: JsonBounds): Members {
  const bytes = withoutUtf8Mark(body)
  if (bytes.length === 0) throw malformed('JSON_MALFORMED', 'The request has no body.')
  // Nearly all bodies are ASCII, which is UTF-8 and becomes a string at a third of the cost.
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) throw malformed('JSON_MALFORMED', 'The request is not UTF-8 text.')
  assertModest(bytes, bounds)
  const members = membersOf(parse(bytes.toString(ascii ? 'latin1' : 'utf8')))
  if (members === null) throw malformed('JSON_NOT_AN_OBJECT', 'The request is not a JSON object.')
  return members
}

/** Null for what is no JSON object. */
function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (Object.setPrototypeOf(value, null) as Members) : null
}

/** Null when the text is not the document of the request, or anything is wrong: reading the whole body says what. */
function readAround(bytes: Buffer, { start, end }: Range): RequestMembers | null {
  // Neither can be decoded, but the place of the mistake is told in characters.
  if (!isAscii(bytes.subarray(start, end))) return null
  // 128 random bits do not repeat, so that nothing in the request stands for the document but the place that it was cut out of.
  const placeholder = randomUUID()
  const rest = Buffer.concat([bytes.subarray(0, start), Buffer.from(placeholder), bytes.subarray(end)])
  if (!isUtf8(rest)) return null
  const members = parseQuietly(rest.toString())
  return members?.['document'] === placeholder
    ? { members, document: { octets: ownBytes(bytes), start, end, mayHoldLineBreaks: false } }
    : null
}

function parseQuietly(text: string): Members | null {
  try {
    return membersOf(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The rest of the engine's message quotes the request.
    const position = /at position (\d+)/.exec(error.message)
    throw malformed(
      'JSON_MALFORMED',
      `The request is not well-formed JSON${position === null ? '' : ` at character ${position[1] ?? ''}`}.`,
    )
  }
}

/** Octets of a text, the one behind the last not included. */
interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Text in strings costs its length, structure costs a hundred times that: 28 MB of brackets take 1.3 GB, of commas and braces 5 seconds of the event loop.
 * One look at the quotation marks bounds both before anything is built. Malformed text may be misjudged; then it is refused anyway.
 *
 * @returns the text of the one long string, when there is one and it holds no escape
 */
function assertModest(bytes: Buffer, bounds: JsonBounds): Range | null {
  let outside = 0
  let quotes = 0
  let at = 0
  let long: Range | null = null
  let longs = 0
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
      longs += 1
      long = { start: opening + 1, end: closing }
    }
    at = closing + 1
  }
  return longs === 1 && long !== null && !bytes.subarray(long.start, long.end).includes(backslash) ? long : null
}

/** A quotation mark counts as text after an odd number of backslashes. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at
  while (bytes[first - 1] === backslash) first -= 1
  return (at - first) % 2 === 1
}

function malformed(code: 'JSON_MALFORMED' | 'JSON_NOT_AN_OBJECT' | 'JSON_TOO_COMPLEX', message: string): HttpProblem {
  return new HttpProblem(400, 'document', code, message)
}
