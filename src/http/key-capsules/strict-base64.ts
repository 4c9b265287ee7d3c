/** Groups of four of the standard alphabet, padded, with white space between groups (key-capsules facts 4.5). One pass, no backtracking. */
const groups = /^\s*(?:[A-Za-z0-9+/]{4}\s*)*(?:(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)\s*)?$/

/**
 * The bytes, null for anything else than padded base64 of the standard alphabet. Bits beyond the last byte must be zero: of two texts for the same bytes
 * one would come back to the sender changed.
 */
export function decodeStrictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  if (written === text) return bytes
  return groups.test(text) && written === text.replace(/\s+/g, '') ? bytes : null
}
