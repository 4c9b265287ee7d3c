import { bufferOf } from '#std'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * The lines of a stream, without their line ends. Only one piece of the stream and one line are in memory. A line that is longer than `maxBytes` is cut to at most
 * `maxBytes + 2` octets, which is still too long, so that the caller can refuse it by its number; reading may end there. Octets are decoded as ISO 8859-1, because
 * lines of an export are ASCII.
 */
export async function* boundedLines(pieces: AsyncIterable<Uint8Array | string>, maxBytes: number): AsyncGenerator<string> {
  let begun = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : bufferOf(piece)
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      yield textOf(Buffer.concat([begun, bytes.subarray(start, Math.min(end, start + maxBytes + 2))]))
      begun = Buffer.alloc(0)
      start = end + 1
    }
    // Two octets more than the bound: one for a carriage return, and one that makes the line too long.
    begun = Buffer.concat([begun, bytes.subarray(start, start + maxBytes + 2)])
    if (begun.length >= maxBytes + 2) break
  }
  if (begun.length > 0) yield textOf(begun)
}

function textOf(line: Buffer): string {
  return line.toString('latin1', 0, line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length)
}
