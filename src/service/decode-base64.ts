/** Characters outside of base64. The standard and the URL-safe alphabet may be mixed; padding and white space may be anywhere. */
const notBase64 = /[^A-Za-z0-9+/\-_=\t\n\r ]/
const notBase64InOneLine = /[^A-Za-z0-9+/\-_= ]/

/**
 * The bytes up to the first padding character, where the reference service ends too; null when any character is outside of base64.
 *
 * @param lines `one`: line breaks and tabs are not allowed, because the text comes from a JSON string without escapes
 */
export function decodeBase64(text: string, lines: 'one' | 'any' = 'any'): Buffer | null {
  const padding = text.indexOf('=')
  const digits = padding < 0 ? text : text.slice(0, padding)
  const bytes = Buffer.from(digits, 'base64')
  const tail = text.length - digits.length
  const plain = tail === 0 || (tail <= 2 && text.endsWith('='.repeat(tail)))
  if (plain && isWhole(digits, bytes.length)) return bytes
  return (lines === 'any' ? notBase64 : notBase64InOneLine).test(text) ? null : bytes
}

/**
 * Whether every character was decoded, by the length of the result: the decoder drops unknown characters, each of which takes six bits. This saves another pass over
 * 13 million characters for nearly all documents. Two cases need that pass: a single character after the last group adds no byte, and of a character beyond ASCII
 * the decoder uses the lower octet.
 */
function isWhole(digits: string, decoded: number): boolean {
  return digits.length % 4 !== 1 && decoded === Math.floor((digits.length * 3) / 4) && Buffer.byteLength(digits) === digits.length
}

/** Characters decoded at once: a multiple of four, so that the bytes of the pieces join; a piece fits into the cache of the processor. */
const pieceLength = 65_536

/**
 * As `decodeBase64`, for text with one character in each octet. Plain base64, as nearly all documents are, is decoded without a string of the whole text, which
 * would have to be garbage-collected.
 */
export function decodeBase64Octets(octets: Buffer, lines: 'one' | 'any'): Buffer | null {
  let { length } = octets
  for (let padding = 0; padding < 2 && octets[length - 1] === equalsSign; padding++) length -= 1
  const bytes = Buffer.allocUnsafeSlow(Math.floor((length * 3) / 4))
  let decoded = 0
  for (let start = 0; start < length; start += pieceLength)
    decoded += bytes.write(octets.toString('latin1', start, Math.min(start + pieceLength, length)), decoded, 'base64')
  // The length is enough here: an octet beyond ASCII is dropped by the decoder, because in ISO 8859-1 it is no letter of base64.
  return decoded === bytes.length && length % 4 !== 1 ? bytes : decodeBase64(octets.toString('latin1'), lines)
}

const equalsSign = 0x3d
