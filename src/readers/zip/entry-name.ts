import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { resultOrNull } from '#model'
import { extraBlock } from './extra-field.js'
import { ZipError } from './zip-error.js'

/** Code page 437, 0x80 to 0xFF: the encoding of names that are not marked as UTF-8 (APPNOTE, appendix D.1). */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

// A byte-order mark at the start of a name is part of the name: two names that differ only in the mark must stay different.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes the name of an entry. With the language flag (bit 11) it is UTF-8. Without the flag it is UTF-8 if it can be decoded as such, because old writers
 * do not set the flag, and otherwise code page 437.
 *
 * @param offset position of the header, for errors
 * @throws ZipError ZIP_NAME, ZIP_EXTRA_FIELD
 */
export function decodeEntryName(encoded: Buffer, markedUtf8: boolean, extra: Buffer, offset: number): string {
  if (encoded.length === 0) throw new ZipError('ZIP_NAME', 'An entry has no name.', offset)
  if (encoded.includes(0)) throw new ZipError('ZIP_NAME', 'The name of an entry holds a NUL character.', offset)
  const name = isAscii(encoded) ? encoded.toString('latin1') : (decodeUtf8(encoded) ?? (markedUtf8 ? null : decodeCodePage437(encoded)))
  if (name === null) throw new ZipError('ZIP_NAME', 'The name of an entry is not the UTF-8 that it claims to be.', offset)
  assertSameUnicodePath(name, encoded, extra, offset)
  return name
}

/**
 * Checks that the Info-ZIP Unicode path (APPNOTE 4.6.9) equals the name in the header, because some readers prefer it. This holds for the central
 * directory and for the local header. Throws `ZipError`.
 */
export function assertSameUnicodePath(name: string, encoded: Buffer, extra: Buffer, offset: number): void {
  const block = extraBlock(extra, 'unicode-path', offset)
  // The block starts with its version and the CRC of the name in the header. If the CRC does not match, the block is stale and every reader ignores it. The
  // version is always 1, but is not compared: unzip accepts 0, and libarchive ignores it.
  if (block === null || block.length < 5 || block.readUInt32LE(1) !== crc32(encoded)) return
  if (decodeUtf8(block.subarray(5)) !== name) {
    throw new ZipError('ZIP_NAME', 'An entry has two different names.', offset, name)
  }
}

/** The name of the file that unzip writes: without control characters, and without the `;` and version number that VMS appends. */
export function fileNameOfUnzip(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f]/g, '').replace(/;\d*$/, '')
}

function decodeUtf8(encoded: Buffer): string | null {
  return resultOrNull(TypeError, () => utf8.decode(encoded))
}

function decodeCodePage437(encoded: Buffer): string {
  return Array.from(encoded, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437.charAt(byte - 0x80))).join('')
}
