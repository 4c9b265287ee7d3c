/**
 * RC4 (test vectors in RFC 6229). Implemented here because OpenSSL 3 has it only in its legacy provider, and files that open with an empty password
 * still use it. It protects nothing here: it only makes such a file readable.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(state, i) + at(key, i % key.length)) & 0xff
    swap(state, i, j)
  }
  const out = Buffer.alloc(data.length)
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 0xff
    j = (j + at(state, i)) & 0xff
    swap(state, i, j)
    out[n] = at(data, n) ^ at(state, (at(state, i) + at(state, j)) & 0xff)
  }
  return out
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

function swap(bytes: Uint8Array, one: number, other: number): void {
  const first = at(bytes, one)
  bytes[one] = at(bytes, other)
  bytes[other] = first
}
