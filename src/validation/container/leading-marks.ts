/**
 * Skips byte-order marks of UTF-8 (BOM_algusega.ddoc begins with twenty) and white space in any order, which precede the XML of real documents.
 *
 * @returns the offset of the first other byte, and whether there was a mark
 */
export function skipLeadingMarks(bytes: Buffer): { readonly start: number; readonly marked: boolean } {
  let start = 0
  let marked = false
  for (;;) {
    if (isWhiteSpace(bytes[start])) start++
    else if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) {
      start += 3
      marked = true
    } else return { start, marked }
  }
}

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
