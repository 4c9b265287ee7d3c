import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { resultOrNull } from '#model'
import { extraBlock } from './extra-field.js'
import { ZipError } from './zip-error.js'

/** Code page 437, 0x80 to 0xFF: the encoding of names that are not marked as UTF-8 (APPNOTE, appendix D.1). */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

// A byte-order mark at the start of a name is part of the name: two names that differ in it must not become one.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Name of an entry. With the language flag (bit 11) it is UTF-8; without it, UTF-8 where it decodes, else code page 437: old writers
 * put UTF-8 there without saying so. Throws `ZipError`.
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
 * Some readers prefer the Info-ZIP Unicode path (APPNOTE 4.6.9) to the header's name. An entry has one name, so both must be equal, in the central
 * directory and in the local header. Throws `ZipError`.
 */
export function assertSameUnicodePath(name: string, encoded: Buffer, extra: Buffer, offset: number): void {
  const block = extraBlock(extra, 'unicode-path', offset)
  // Version and CRC of the header's name come first. Where the CRC does not fit, the block is stale and every reader ignores it. The version is always 1;
  // unzip takes 0 for it, and libarchive does not look.
  if (block === null || block.length < 5 || block.readUInt32LE(1) !== crc32(encoded)) return
  if (decodeUtf8(block.subarray(5)) !== name) {
    throw new ZipError('ZIP_NAME', 'An entry has two different names.', offset, name)
  }
}

/** The name of the file that unzip writes: without control characters, and without `;` and a version as VMS appends it. */
export function nameUnpacked(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f]/g, '').replace(/;\d*$/, '')
}

function decodeUtf8(encoded: Buffer): string | null {
  return resultOrNull(TypeError, () => utf8.decode(encoded))
}

function decodeCodePage437(encoded: Buffer): string {
  return Array.from(encoded, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : codePage437.charAt(byte - 0x80))).join('')
}
