/** A text in UTF-8 without the mark that some editors write in front of it (U+FEFF). The same memory. */
export function withoutUtf8Mark(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text
}
