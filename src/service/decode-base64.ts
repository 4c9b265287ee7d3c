/** Matches characters outside base64. The standard and the URL-safe alphabet may be mixed; padding and white space may be anywhere. */
const notBase64 = /[^A-Za-z0-9+/\-_=\t\n\r ]/
const notBase64InOneLine = /[^A-Za-z0-9+/\-_= ]/

/**
 * The bytes up to the first padding character, where SiVa ends as well; null when any character is outside base64.
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
 * Whether every character was decoded, judged by the length of the result: the decoder skips unknown characters, and each missing character is six bits. For
 * nearly all documents this saves another pass over 13 million characters. Two cases need that pass: a single character after the last group adds no byte, and
 * of a character beyond ASCII the decoder uses the lower octet.
 */
function isWhole(digits: string, decoded: number): boolean {
  return digits.length % 4 !== 1 && decoded === Math.floor((digits.length * 3) / 4) && Buffer.byteLength(digits) === digits.length
}

/** Characters that are decoded at once: a multiple of four, so that the decoded pieces can be joined, and small enough for the cache of the processor. */
const pieceLength = 65_536

/**
 * As `decodeBase64`, for text with one character in each octet. Plain base64, which nearly all documents are, is decoded without a string of the whole text
 * that would have to be garbage-collected.
 */
export function decodeBase64Octets(octets: Buffer, lines: 'one' | 'any'): Buffer | null {
  let { length } = octets
  for (let padding = 0; padding < 2 && octets[length - 1] === equalsSign; padding++) length -= 1
  const bytes = Buffer.allocUnsafeSlow(Math.floor((length * 3) / 4))
  let decoded = 0
  for (let start = 0; start < length; start += pieceLength)
    decoded += bytes.write(octets.toString('latin1', start, Math.min(start + pieceLength, length)), decoded, 'base64')
  // The length is sufficient here: the decoder skips an octet beyond ASCII, because in ISO 8859-1 it is not a character of base64.
  return decoded === bytes.length && length % 4 !== 1 ? bytes : decodeBase64(octets.toString('latin1'), lines)
}

const equalsSign = 0x3d
