import { crc32, inflateRawSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import type { CentralHeader } from './central-directory.js'
import { ZipError } from './zip-error.js'

/** Unpacks one entry, and never to more bytes than the directory states. Throws `ZipError` for a broken stream, a wrong size or a wrong checksum. */
export function readEntryContent(header: CentralHeader, packed: Buffer): Buffer {
  const content = header.method === 'stored' ? packed : inflate(header, packed)
  if (content.length !== header.size) {
    throw new ZipError('ZIP_SIZE', 'An entry does not unpack to the size that it states.', header.localOffset, header.name)
  }
  if (crc32(content) !== header.crc) {
    throw new ZipError('ZIP_CRC', 'The checksum of an entry is wrong.', header.localOffset, header.name)
  }
  return content
}

function inflate(header: CentralHeader, packed: Buffer): Buffer {
  try {
    // One chunk for the whole content, so that no chunks have to be joined with a second copy. The size is within the limits of the directory.
    const options = { maxOutputLength: Math.max(1, header.size), chunkSize: Math.max(64, header.size + 1), info: true }
    const result: unknown = inflateRawSync(packed, options)
    if (!isInflateResult(result)) throw new TypeError('inflateRawSync gave no information about the stream')
    if (result.engine.bytesWritten === packed.length) return result.buffer
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ZipError('ZIP_SIZE', 'An entry unpacks to more than it states.', header.localOffset, header.name)
    }
    if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR') throw error
    throw new ZipError('ZIP_DEFLATE', 'The packed content of an entry is broken.', header.localOffset, header.name)
  }
  throw new ZipError('ZIP_DEFLATE', 'The packed content of an entry is followed by other bytes.', header.localOffset, header.name)
}

/** With `info`, zlib also returns how many packed bytes it consumed (`bytesWritten`), which its type declaration lacks. */
function isInflateResult(value: unknown): value is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } {
  if (typeof value !== 'object' || value === null || !('buffer' in value) || !('engine' in value)) return false
  const { buffer, engine } = value
  return Buffer.isBuffer(buffer) && typeof engine === 'object' && engine !== null && 'bytesWritten' in engine
}
