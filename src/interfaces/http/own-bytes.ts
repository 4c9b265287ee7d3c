/**
 * The bytes in memory that can be passed to a thread: an ArrayBuffer of their own, which can be transferred, or shared memory. Bytes in a part of another
 * ArrayBuffer are copied, such as small buffers of Node.js, which are slices of a pool.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer || bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}
