import { isAscii, isUtf8 } from 'node:buffer'
import { resultOrNull } from '#model'
import { withoutUtf8Mark } from '#std'
import { minCut, type Range, readAroundDocument } from './plain-document.js'
import { HttpProblem } from './problem.js'

/** The members of a JSON object: an object without a prototype, so that a name such as `__proto__` has no special meaning. */
export type Members = Readonly<Record<string, unknown>>

interface JsonBounds {
  readonly maxJsonStructureBytes: number
  readonly maxJsonQuotes: number
}

const quote = 0x22
const backslash = 0x5c

/** Reads the members of a JSON object. A later member replaces an earlier one of the same name. Throws `HttpProblem` (400) for anything else. */
export function readJsonMembers(body: Buffer, bounds: JsonBounds): Members {
  const bytes = withoutSpaceAtEnd(withoutUtf8Mark(body))
  if (bytes.length === 0) throw withoutBody()
  if (!isUtf8(bytes)) throw malformed('JSON_MALFORMED', 'The request is not UTF-8 text.')
  const longString = assertModest(bytes, bounds)
  const around = longString === null ? null : readAroundDocument(bytes, longString, membersOfRest)
  if (around !== null) return around.members
  // Nearly all bodies are ASCII, which is converted to a string at a third of the cost.
  const members = membersOf(parse(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')))
  if (members === null) throw malformed('JSON_NOT_AN_OBJECT', 'The request is not a JSON object.')
  return members
}

/** Without the white space at the end, which is no structure: a body may be filled with it up to a size. */
function withoutSpaceAtEnd(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && isJsonSpace(bytes[end - 1])) end -= 1
  return bytes.subarray(0, end)
}

function isJsonSpace(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09 || octet === 0x0a || octet === 0x0d
}

function membersOfRest(rest: Buffer): { readonly members: Members } | null {
  const members = resultOrNull(SyntaxError, () => membersOf(JSON.parse(rest.toString())))
  return members === null ? null : { members }
}

/** Null for anything but a JSON object. */
function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (Object.setPrototypeOf(value, null) as Members) : null
}

export function withoutBody(): HttpProblem {
  return malformed('JSON_MALFORMED', 'The request has no body.')
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

/**
 * Bounds the structure of a JSON text before it is parsed. An octet of structure costs a hundred times as much as an octet of a string: 28 MB of brackets take
 * 1.3 GB of memory, 28 MB of commas and braces 5 seconds. One pass over the quotation marks counts the octets outside strings. The count of a malformed text
 * may be wrong; such a text is refused later in any case.
 *
 * @returns the only long string, without its quotation marks; null when there is none, or several
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
