/** Length of one piece in UTF-16 code units. */
const piece = 65_536

/**
 * Applies `replace` to a text piece by piece. A piece ends neither between CR and LF nor within a surrogate pair. A single `String.replace` holds all matches
 * in memory until it returns, which takes gigabytes for 20 million matches. When a worker thread reaches its heap limit inside such a call, V8 ends the whole
 * process instead of the thread.
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
    // V8 may build the result as a rope with 32 bytes for each match. Reading a character flattens it.
    replaced.charCodeAt(0)
    pieces.push(replaced)
  }
  return pieces.join('')
}
