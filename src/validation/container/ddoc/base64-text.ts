import { Buffer } from 'node:buffer'
import type { FileContent } from '#model'

/**
 * Octets of text that are decoded at a time, so that a large file is never in memory twice. The platform frees short strings early: with pieces of a megabyte a
 * document of 60 MB took another 85 MB while it was hashed. Pieces that stay in the nearest cache are decoded in two thirds of the time of 64 KB.
 */
const PIECE = 16_384

const LETTER = 1
const SPACE = 2
const PADDING = 3
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const PAD = 0x3d

/** Minimum letters of a line for the fast path. For shorter lines it takes more time than it saves. */
const SHORTEST_LINE = 16

/** Letters that count as a line where the text has no line breaks. */
const LINE_AT_ONCE = 4_096

/** Scratch buffer: only the length of the decoded content is used. */
const scratch = Buffer.alloc(PIECE)

const kinds = new Uint8Array(256)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') kinds[c.charCodeAt(0)] = LETTER
for (const c of ' \t\n\r') kinds[c.charCodeAt(0)] = SPACE
kinds[PAD] = PADDING

/** What is known of base64 text once it was examined. */
interface Examined {
  readonly size: number
  readonly unpadded: boolean
  readonly hasCarriageReturns: boolean
  /** The text without the line breaks around it, and octets of it that end between two groups of letters, again and again; null for other text. */
  readonly lines: { readonly octets: Buffer; readonly step: number } | null
}

/** Base64 text of a document, with its line breaks. */
export class Base64Text implements FileContent {
  readonly size: number
  /** The last group lacks its padding. The text has one reading, but it may have been cut off: the digest of a signature has to prove it. */
  readonly unpadded: boolean
  readonly #octets: Buffer
  readonly #examined: Examined

  /** Null when the octets are not base64: they contain anything but letters of base64 and white space, or have wrong padding. It may be absent as a whole. */
  static read(octets: Buffer): Base64Text | null {
    const examined = readLines(octets) ?? readLetters(octets)
    return examined === null ? null : new Base64Text(octets, examined)
  }

  private constructor(octets: Buffer, examined: Examined) {
    this.size = examined.size
    this.unpadded = examined.unpadded
    this.#octets = octets
    this.#examined = examined
  }

  /** The decoded content, in pieces. White space may occur anywhere, also inside a group of four letters. */
  *pieces(): Iterable<Buffer> {
    const { lines } = this.#examined
    if (lines !== null) {
      // The platform skips the line breaks.
      for (let at = 0; at < lines.octets.length; at += lines.step)
        yield Buffer.from(lines.octets.toString('latin1', at, at + lines.step), 'base64')
      return
    }
    let rest = ''
    for (let at = 0; at < this.#octets.length; at += PIECE) {
      const text = rest + this.#octets.toString('latin1', at, at + PIECE).replace(/[ \t\n\r]+/g, '')
      const whole = text.length - (text.length % 4)
      rest = text.slice(whole)
      if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64')
    }
    // A last group without its padding.
    if (rest !== '') yield Buffer.from(rest, 'base64')
  }

  /** The text as an XML processor passes it to an application (XML 1.0 section 2.11), in pieces: the only line break is LF. */
  *withLineFeeds(): Iterable<Buffer> {
    if (!this.#examined.hasCarriageReturns) {
      yield this.#octets
      return
    }
    for (let at = 0, end = 0; at < this.#octets.length; at = end) {
      end = Math.min(at + PIECE, this.#octets.length)
      // No part ends between CR and LF, which are one line break.
      if (this.#octets[end - 1] === CARRIAGE_RETURN && end < this.#octets.length) end++
      yield Buffer.from(this.#octets.toString('latin1', at, end).replace(/\r\n?/g, '\n'), 'latin1')
    }
  }
}

/** Examines any base64 text by a loop over its octets; null for other text. */
function readLetters(octets: Buffer): Examined | null {
  let letters = 0
  let padding = 0
  for (let at = 0; at < octets.length; at++) {
    const kind = kinds[octets[at] ?? 0]
    if (kind === LETTER && padding === 0) letters++
    else if (kind === PADDING) padding++
    else if (kind !== SPACE) return null
  }
  const rest = (letters + padding) % 4
  if (padding > 2 || rest === 1 || (rest !== 0 && padding > 0)) return null
  return {
    size: Math.floor((letters * 3) / 4),
    unpadded: rest !== 0,
    hasCarriageReturns: octets.includes(CARRIAGE_RETURN),
    lines: null,
  }
}

/**
 * Examines text in lines of equal length that end in LF or CRLF, as nearly all writers made it. The platform's decoder is faster than a loop over
 * the octets. It drops other characters, so that its result is shorter than expected where a line has one. `-` and `_`, which it accepts as letters, are
 * searched for before. Null for any other text, base64 or not.
 */
function readLines(octets: Buffer): Examined | null {
  let end = octets.length
  while (end > 0 && isLineBreak(octets[end - 1])) end--
  let start = 0
  while (start < end && isLineBreak(octets[start])) start++
  const { letters, lineBreak } = firstLine(octets, start, end)
  if (letters < SHORTEST_LINE || letters % 4 !== 0) return null
  const line = letters + lineBreak
  let size = 0
  for (let at = start, to = at; at < end; at = to) {
    to = endOfLines(octets, at, Math.min(end, at + scratch.length), line, lineBreak)
    const lines = (to - at) / line
    // The last line may be shorter, or other text: `sizeOfLine` accepts whole groups of four letters only.
    if (lines === 0) to = end
    const expected = lines > 0 ? (lines * letters * 3) / 4 : sizeOfLine(octets, at, end)
    if (expected === null) return null
    const text = octets.toString('latin1', at, to)
    if (text.includes('-') || text.includes('_') || scratch.write(text, 'base64') !== expected) return null
    size += expected
  }
  // Within the lines every octet is a letter or belongs to the line break, by their number.
  const hasCarriageReturns =
    lineBreak === 2 || octets.subarray(0, start).includes(CARRIAGE_RETURN) || octets.subarray(end).includes(CARRIAGE_RETURN)
  const step = line * Math.max(1, Math.floor(PIECE / line))
  return { size, unpadded: false, hasCarriageReturns, lines: { octets: octets.subarray(start, end), step } }
}

/** The end of the last line that ends before `end` and is as long as the first. */
function endOfLines(octets: Buffer, start: number, end: number, line: number, lineBreak: number): number {
  let at = start
  for (let next = at + line; next < end; next += line) {
    if (lineBreak > 0 && octets[next - 1] !== LINE_FEED) break
    if (lineBreak > 1 && octets[next - 2] !== CARRIAGE_RETURN) break
    at = next
  }
  return at
}

/** Letters of the first line, and octets of the line break after it. Text without line breaks counts as lines of `LINE_AT_ONCE` letters. */
function firstLine(octets: Buffer, start: number, end: number): { readonly letters: number; readonly lineBreak: number } {
  const found = octets.indexOf(LINE_FEED, start)
  if (found < 0 || found > end) return { letters: Math.min(LINE_AT_ONCE, (end - start) & ~3), lineBreak: 0 }
  const lineBreak = octets[found - 1] === CARRIAGE_RETURN ? 2 : 1
  return { letters: found + 1 - lineBreak - start, lineBreak }
}

/** The decoded size of one line with its padding; null when its length is not a multiple of four, or exceeds the scratch buffer. */
function sizeOfLine(octets: Buffer, from: number, to: number): number | null {
  const padding = octets[to - 1] !== PAD ? 0 : octets[to - 2] !== PAD ? 1 : 2
  const letters = to - from
  return letters % 4 !== 0 || letters > scratch.length ? null : (letters / 4) * 3 - padding
}

function isLineBreak(octet: number | undefined): boolean {
  return octet === LINE_FEED || octet === CARRIAGE_RETURN
}
