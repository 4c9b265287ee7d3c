import { open } from 'node:fs/promises'

/** The content of a file or pipe; null when it has more than `maxBytes`. At most one octet more than `maxBytes` is read. Rejects with system errors. */
export async function readAtMost(path: string, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  const file = await open(path)
  try {
    for await (const piece of file.createReadStream({ end: maxBytes, autoClose: false }) as AsyncIterable<Buffer>) pieces.push(piece)
  } catch (error) {
    // Only errors of opening contain the path; it is added to errors of reading.
    throw error instanceof Error ? Object.assign(error, { path }) : error
  } finally {
    await file.close()
  }
  const bytes = Buffer.concat(pieces)
  return bytes.length > maxBytes ? null : bytes
}
