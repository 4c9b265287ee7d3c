import { createReadStream } from 'node:fs'

/** The content of a file or pipe; null when it has more than `maxBytes`, of which no more than one octet is read. Rejects with system errors. */
export async function readAtMost(path: string, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(path, { end: maxBytes }) as AsyncIterable<Buffer>) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return bytes.length > maxBytes ? null : bytes
}
