/**
 * The bytes in an ArrayBuffer of their own, which can be transferred to a thread, or in shared memory, which a thread reads where it is. Small buffers of Node.js are
 * slices of a pool.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer || bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}

/** The same memory as a `Buffer`. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
