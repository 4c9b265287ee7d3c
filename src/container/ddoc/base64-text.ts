import { Buffer } from 'node:buffer'
import type { DdocContent } from '#model'

/** Octets of text that are taken at a time, so that a large file is never held twice. */
const PIECE = 1_048_576

const LETTER = 1
const SPACE = 2
const PADDING = 3
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

/** Below this many octets to a line the way over lines is not worth its steps. */
const SHORTEST_LINE = 16

const kinds = new Uint8Array(256)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') kinds[c.charCodeAt(0)] = LETTER
for (const c of ' \t\n\r') kinds[c.charCodeAt(0)] = SPACE
kinds[0x3d] = PADDING

/** Base64 as it stands in a document, with its line breaks. */
export class Base64Text implements DdocContent {
  readonly size: number
  readonly #octets: Buffer

  /** Null when the octets are not base64: anything but letters of base64 and white space, or wrong padding. */
  static read(octets: Buffer): Base64Text | null {
    const size = sizeOfLines(octets) ?? sizeOfText(octets)
    return size === null ? null : new Base64Text(octets, size)
  }

  private constructor(octets: Buffer, size: number) {
    this.#octets = octets
    this.size = size
  }

  /** The decoded content. White space may stand anywhere, also inside a group of four letters. */
  *pieces(): Iterable<Buffer> {
    let rest = ''
    for (let at = 0; at < this.#octets.length; at += PIECE) {
      const text = rest + this.#octets.toString('latin1', at, at + PIECE).replace(/[ \t\n\r]+/g, '')
      const whole = text.length - (text.length % 4)
      rest = text.slice(whole)
      if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64')
    }
  }

  /** The text as an XML processor hands it on (XML 1.0 section 2.11): the only line break is LF. */
  *withLineFeeds(): Iterable<Buffer> {
    if (!this.#octets.includes(CARRIAGE_RETURN)) {
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

/** Each octet is looked at once. */
function sizeOfText(octets: Buffer): number | null {
  let letters = 0
  let padding = 0
  for (let at = 0; at < octets.length; at++) {
    const kind = kinds[octets[at] ?? 0]
    if (kind === LETTER && padding === 0) letters++
    else if (kind === PADDING) padding++
    else if (kind !== SPACE) return null
  }
  return padding > 2 || (letters + padding) % 4 !== 0 ? null : ((letters + padding) / 4) * 3 - padding
}

/**
 * The size of what nearly all writers made: long lines that end in LF. The platform's decoder is faster than a look at each octet; it drops what is no
 * letter, which makes its result shorter, and takes two letters more. Null for any other text, base64 or not.
 */
function sizeOfLines(octets: Buffer): number | null {
  if (octets.length > PIECE || octets.includes(0x2d) || octets.includes(0x5f)) return null
  let others = 0
  for (let at = octets.indexOf(LINE_FEED); at >= 0; at = octets.indexOf(LINE_FEED, at + 1)) {
    if (++others > 2 + octets.length / SHORTEST_LINE) return null
  }
  let last = octets.length - 1
  while (octets[last] === LINE_FEED) last--
  const padding = octets[last] !== 0x3d ? 0 : octets[last - 1] !== 0x3d ? 1 : 2
  const letters = octets.length - others - padding
  const size = Math.floor((letters * 3) / 4)
  if ((letters + padding) % 4 !== 0 || letters % 4 === 1) return null
  return Buffer.from(octets.toString('latin1'), 'base64').length === size ? size : null
}
