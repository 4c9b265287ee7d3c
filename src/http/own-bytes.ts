/** The bytes in an ArrayBuffer of their own, which can be transferred to a thread. Small buffers of Node.js are slices of a shared pool. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}

/** The same memory as a `Buffer`. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
