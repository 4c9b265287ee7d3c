/** Characters of one piece. */
const piece = 65_536

/**
 * Replaces characters of a text piece by piece; a piece ends neither between CR and LF nor within a pair of surrogates. One `replace` keeps every match until the last, which for 20 million is
 * gigabytes. Within one call the heap limit of a thread cannot end the thread alone: the whole process would end.
 */
export function inPieces(text: string, replace: (piece: string) => string): string {
  if (text.length <= piece) return replace(text)
  const pieces: string[] = []
  let end = 0
  for (let start = 0; start < text.length; start = end) {
    end = start + piece
    const last = text.charCodeAt(end - 1)
    if ((last === 0x0d && text.charCodeAt(end) === 0x0a) || (last & 0xfc00) === 0xd800) end += 1
    const replaced = replace(text.slice(start, end))
    // V8 may leave a string of one part for each match, 32 octets each, until a character of it is read.
    replaced.charCodeAt(0)
    pieces.push(replaced)
  }
  return pieces.join('')
}
