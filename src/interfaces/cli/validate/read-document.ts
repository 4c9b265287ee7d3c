import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** The document is larger than `ALLKIRI_MAX_FILE_BYTES` allows. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

/**
 * The content of a file or a pipe (`<(…)` in a shell).
 *
 * @throws FileTooLarge when it has more than `maxBytes`, also when it grows while it is read; system errors
 */
export async function readDocumentFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY)
  try {
    const found = await file.stat()
    if (!found.isFile() && !found.isDirectory()) return await readDocumentStream(file.createReadStream({ autoClose: false }), maxBytes)
    if (found.size > maxBytes) throw tooLarge(maxBytes, found.size)
    const bytes = await file.readFile()
    if (bytes.length > maxBytes) throw tooLarge(maxBytes, bytes.length)
    return bytes
  } finally {
    await file.close()
  }
}

/** The content of a document; `-` is standard input. Throws as `readDocumentFile`. */
export function readDocument(path: string, input: Readable, maxBytes: number): Promise<Uint8Array> {
  return path === '-' ? readDocumentStream(input, maxBytes) : readDocumentFile(path, maxBytes)
}

/** The content of a stream, such as standard input. Throws as `readDocumentFile`. */
async function readDocumentStream(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    length += bytes.length
    if (length > maxBytes) throw tooLarge(maxBytes, null)
    pieces.push(bytes)
  }
  return Buffer.concat(pieces)
}

function tooLarge(maxBytes: number, size: number | null): FileTooLarge {
  const has = size === null ? 'It is larger than' : `It has ${size} bytes, more than`
  return new FileTooLarge(`${has} the ${maxBytes} bytes that are read; ALLKIRI_MAX_FILE_BYTES allows more.`)
}
