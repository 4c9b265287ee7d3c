/** Small buffers are slices of memory that everybody shares: only bytes in a buffer of their own can be handed to another thread. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}

/** The same bytes with the methods of a buffer. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
