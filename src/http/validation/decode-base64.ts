/** Standard and URL-safe letters may be mixed; padding and white space may stand anywhere. One pass, no backtracking. */
const notBase64 = /[^A-Za-z0-9+/\-_=\t\n\r ]/

/** The bytes up to the first padding character, where the reference ends as well; null when a character is not base64. */
export function decodeBase64(text: string): Buffer | null {
  const padding = text.indexOf('=')
  const digits = padding < 0 ? text : text.slice(0, padding)
  const bytes = Buffer.from(digits, 'base64')
  const tail = text.length - digits.length
  const plain = tail === 0 || (tail <= 2 && text.endsWith('='.repeat(tail)))
  return (plain && isWhole(digits, bytes.length)) || !notBase64.test(text) ? bytes : null
}

/**
 * Whether every character was decoded, told by the length of the result: the decoder drops what it does not know, and a dropped character takes
 * bits away. This spares the look at each of 13 million characters for all but a few documents. Two kinds are left to that look: a single character
 * after the last group adds no byte, and of characters beyond ASCII the decoder takes the lower half for a letter.
 */
function isWhole(digits: string, decoded: number): boolean {
  return digits.length % 4 !== 1 && decoded === Math.floor((digits.length * 3) / 4) && Buffer.byteLength(digits) === digits.length
}
