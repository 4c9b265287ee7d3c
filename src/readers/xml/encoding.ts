import { isAscii, isUtf8 } from 'node:buffer'
import { resultOrNull } from '#model'
import { bufferOf } from '#std'
import { XmlError } from './xml-error.js'

/** The characters of a document, without byte order mark, and the position after the XML declaration, where its content starts. */
interface DecodedXml {
  readonly text: string
  readonly start: number
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1' | 'iso-8859-2' | 'iso-8859-15' | 'windows-1257' | 'us-ascii'

/** Encodings that are read only when they are declared. Baltic writers of DIGIDOC-XML used windows-1257 and ISO-8859-15, those of XAdES in Central Europe ISO-8859-2. */
const declarable = ['iso-8859-1', 'us-ascii', 'windows-1257', 'iso-8859-15', 'iso-8859-2'] as const
const READ = 'UTF-8, UTF-16 with a byte order mark, ISO-8859-1, ISO-8859-2, ISO-8859-15, windows-1257 and US-ASCII are read'

/** What the platform makes of the octets that windows-1257 leaves unassigned. */
const unassigned = /[\u0080-\u009f]/

/** XMLDecl of XML 1.0 section 2.8. A version 1.x is read as 1.0 (fifth edition, section 2.8). No part is ambiguous, so matching takes linear time. */
const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y

/** The characters that a document must not contain: any but Char of XML 1.0 section 2.2. In `u` mode only an unpaired surrogate matches. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** The same for a text of ASCII alone: without characters beyond ASCII the engine examines each octet once. */
const forbiddenInAscii = /[^\t\n\r\u0020-\u007F]/

/** Bytes that are searched for the declaration; a longer declaration cannot name an encoding. */
const MAX_DECLARATION = 1024

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, and ISO-8859-1, ISO-8859-2, ISO-8859-15, windows-1257 or US-ASCII when declared
 * (`decisions.md#encodings`). Nothing is guessed: where mark,
 * declaration and bytes disagree, two readers could see two documents, so the document is refused. Throws `XML_ENCODING`, `XML_BYTES`, `XML_CHARACTER`,
 * `XML_DECLARATION`.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const buffer = bufferOf(bytes)
  const mark = byteOrderMark(buffer)
  const encoding = mark?.encoding ?? declaredEncoding(buffer)
  const content = buffer.subarray(mark?.length ?? 0)
  // Nearly all signature files are ASCII: such a text takes half of the memory and a third of the time.
  const ascii = (encoding === 'utf-8' || encoding === 'us-ascii') && isAscii(content)
  const text = ascii ? content.toString('latin1') : decode(content, encoding)
  const bad = (ascii ? forbiddenInAscii : forbidden).exec(text)
  if (bad) throw new XmlError('XML_CHARACTER', 'A character that XML does not allow.', bad.index)
  if (!/^<\?xml[ \t\r\n]/.test(text)) return { text, start: 0 }
  declaration.lastIndex = 0
  const match = declaration.exec(text)
  if (!match) throw new XmlError('XML_DECLARATION', 'The XML declaration is malformed.', 0)
  const name = match[1] ?? match[2]
  if (name !== undefined && !names(name, encoding))
    throw new XmlError('XML_ENCODING', `The declaration names the encoding ${name.slice(0, 40)}, the bytes are ${encoding}.`, 0)
  return { text, start: match[0].length }
}

/**
 * Whether `decodeXml` reads these bytes as UTF-8 without byte order mark, or as US-ASCII, which is a subset of UTF-8. Only then do positions agree with those
 * in the same bytes decoded as UTF-8. Never throws: the result is false for an unsupported encoding.
 */
export function isReadAsUtf8(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes)
  if (byteOrderMark(buffer) !== null || isUtf16WithoutMark(buffer)) return false
  const name = declaredName(buffer)
  return name === null || names(name, 'utf-8') || names(name, 'us-ascii')
}

function byteOrderMark(buffer: Buffer): { encoding: Encoding; length: number } | null {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return null
}

function isUtf16WithoutMark(buffer: Buffer): boolean {
  return (buffer[0] === 0x3c && buffer[1] === 0) || (buffer[0] === 0 && buffer[1] === 0x3c)
}

/** The name of the encoding in the XML declaration; null when the declaration names no encoding. */
function declaredName(buffer: Buffer): string | null {
  declaration.lastIndex = 0
  const match = declaration.exec(buffer.toString('latin1', 0, MAX_DECLARATION))
  return match?.[1] ?? match?.[2] ?? null
}

function declaredEncoding(buffer: Buffer): Encoding {
  if (isUtf16WithoutMark(buffer)) throw new XmlError('XML_ENCODING', 'UTF-16 without a byte order mark.', 0)
  const name = declaredName(buffer)
  // Without a declared name the encoding is UTF-8 (section 4.3.3).
  if (name === null || names(name, 'utf-8')) return 'utf-8'
  for (const declared of declarable) if (names(name, declared)) return declared
  throw new XmlError('XML_ENCODING', `The encoding ${name.slice(0, 40)} is not supported; ${READ}.`, 0)
}

/** Whether a declared name means this encoding. Letter case is ignored (section 4.3.3). */
function names(name: string, encoding: Encoding): boolean {
  const lower = name.toLowerCase()
  return lower === encoding || (lower === 'utf-16' && encoding.startsWith('utf-16'))
}

function decode(buffer: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
      // The check is strict (no overlong form, no surrogate), so that the decoder has nothing to replace.
      if (!isUtf8(buffer)) throw new XmlError('XML_BYTES', 'The bytes are not UTF-8.')
      return buffer.toString('utf8')
    case 'us-ascii':
      if (!isAscii(buffer)) throw new XmlError('XML_BYTES', 'The bytes are not US-ASCII.')
      return buffer.toString('latin1')
    case 'iso-8859-1':
      return buffer.toString('latin1')
    case 'iso-8859-2':
    case 'iso-8859-15':
    case 'windows-1257': {
      // The platform throws a TypeError for two of the octets that windows-1257 leaves unassigned.
      const text = resultOrNull(TypeError, () => new TextDecoder(encoding, { fatal: true }).decode(buffer))
      if (text === null || (encoding === 'windows-1257' && unassigned.test(text)))
        throw new XmlError('XML_BYTES', 'The bytes are not windows-1257.')
      return text
    }
    case 'utf-16le':
    case 'utf-16be': {
      if (buffer.length % 2 !== 0) throw new XmlError('XML_BYTES', 'UTF-16 with half a character at its end.')
      // Unpaired surrogates are found with the other forbidden characters.
      return (encoding === 'utf-16le' ? buffer : Buffer.from(buffer).swap16()).toString('utf16le')
    }
  }
}
