/** Standard and URL-safe letters may be mixed; padding and white space may stand anywhere. One pass, no backtracking. */
const notBase64 = /[^A-Za-z0-9+/\-_=\t\n\r ]/
const notBase64InOneLine = /[^A-Za-z0-9+/\-_= ]/

/**
 * The bytes up to the first padding character, where the reference ends as well; null when any character is none of base64.
 *
 * @param lines `one`: line breaks and tabs are none of base64 either
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
 * Whether every character was decoded, told by the length of the result: the decoder drops what it does not know, and a dropped character takes
 * bits away. This spares the look at each of 13 million characters for all but a few documents. Two kinds are left to that look: a single character
 * after the last group adds no byte, and of characters beyond ASCII the decoder takes the lower half for a letter.
 */
function isWhole(digits: string, decoded: number): boolean {
  return digits.length % 4 !== 1 && decoded === Math.floor((digits.length * 3) / 4) && Buffer.byteLength(digits) === digits.length
}

/** A multiple of four characters, so that what the pieces encode joins; a piece fits into the cache of a processor. */
const pieceLength = 65_536

/**
 * The same for text that stands in octets, a character in each. Nearly all documents are base64 and nothing else: these are decoded without making a string of
 * the whole text, which the collector would have to clear away.
 */
export function decodeBase64Octets(octets: Buffer, lines: 'one' | 'any'): Buffer | null {
  let { length } = octets
  for (let padding = 0; padding < 2 && octets[length - 1] === equalsSign; padding++) length -= 1
  const bytes = Buffer.allocUnsafeSlow(Math.floor((length * 3) / 4))
  let decoded = 0
  for (let start = 0; start < length; start += pieceLength)
    decoded += bytes.write(octets.toString('latin1', start, Math.min(start + pieceLength, length)), decoded, 'base64')
  // No octet is a character beyond ASCII that the decoder would take for another one.
  return decoded === bytes.length && length % 4 !== 1 ? bytes : decodeBase64(octets.toString('latin1'), lines)
}

const equalsSign = 0x3d
