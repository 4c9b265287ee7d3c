/** One value of a DER encoding, by its positions. The few structures around a key need no more; `#asn1` reads everything else. */
export interface Slot {
  readonly tag: number
  readonly start: number
  readonly contentStart: number
  readonly end: number
}

export const SEQUENCE = 0x30
export const INTEGER = 0x02
export const OBJECT_IDENTIFIER = 0x06
export const BIT_STRING = 0x03

/** The value at `start`: one-octet tag, definite length of up to three octets. Null when there is none within the bounds. */
export function slotAt(bytes: Uint8Array, start: number, end: number): Slot | null {
  const tag = bytes[start]
  const first = bytes[start + 1]
  if (tag === undefined || first === undefined || start + 2 > end) return null
  let length = first
  let contentStart = start + 2
  if (first > 0x7f) {
    const count = first & 0x7f
    if (count === 0 || count > 3 || contentStart + count > end) return null
    length = 0
    for (let index = 0; index < count; index++) length = length * 256 + (bytes[contentStart + index] ?? 0)
    contentStart += count
  }
  return contentStart + length > end ? null : { tag, start, contentStart, end: contentStart + length }
}

/** Puts a tag and a definite length in front; for contents of less than 16 MB. */
export function wrap(tag: number, parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const header =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : length < 0x10000
          ? [0x82, length >> 8, length]
          : [0x83, length >> 16, length >> 8, length]
  return Buffer.concat([Buffer.from([tag, ...header]), ...parts])
}
