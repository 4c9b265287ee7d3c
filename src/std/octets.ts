/** The same memory as a `Buffer`. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** UTF-8 text without the byte order mark (U+FEFF) that some editors write at its start. Shares the memory of the argument. */
export function withoutUtf8Mark(bytes: Uint8Array): Buffer {
  const text = bufferOf(bytes)
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text
}
