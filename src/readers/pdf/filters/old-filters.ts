import { PdfError } from '../pdf-error.js'
import { type PdfBudget, tooMuchDecoded } from '../pdf-limits.js'

const CLEAR = 256
const END = 257
const firstFree = 258
const maxCodes = 4096

/** LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits. `early` is 1 where codes get longer one code early, which is the default. Throws `PdfError`. */
export function decodeLzw(data: Buffer, early: number, budget: PdfBudget): Buffer {
  const out = new GrowingBuffer(2 * data.length, budget)
  const prefixes = new Uint16Array(maxCodes)
  const lasts = new Uint8Array(maxCodes)
  const lengths = new Uint16Array(maxCodes).fill(1, 0, CLEAR)
  let [next, width, previous, held, bits] = [firstFree, 9, -1, 0, 0]
  for (const octet of data) {
    held = (held << 8) | octet
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = held >>> bits
    held &= (1 << bits) - 1
    if (code === END) break
    if (code === CLEAR) {
      ;[next, width, previous] = [firstFree, 9, -1]
      continue
    }
    // Some programs clear the table here, as the writer should have stated; others do not.
    if (next === maxCodes) throw new PdfError('PDF_FILTER', 'LZWDecode continues with a full table')
    // A code that is not yet in the table represents the previous text followed by its own first octet.
    const isNew = code === next && previous >= 0
    if (code > (isNew ? next : next - 1) || (previous < 0 && code >= CLEAR))
      throw new PdfError('PDF_FILTER', 'LZWDecode finds an unknown code')
    let known = isNew ? previous : code
    const length = lengths[known] ?? 0
    const place = out.reserve(length + (isNew ? 1 : 0))
    let at = place + length - 1
    for (; known >= firstFree; known = prefixes[known] ?? 0) out.bytes[at--] = lasts[known] ?? 0
    out.bytes[at] = known
    if (isNew) out.bytes[place + length] = known
    if (previous >= 0) {
      prefixes[next] = previous
      lasts[next] = known
      lengths[next] = (lengths[previous] ?? 0) + 1
      next++
    }
    if (next + early >= 1 << width && width < 12) width++
    previous = code
  }
  return out.content
}

/** RunLengthDecode (ISO 32000-1, 7.4.5). Throws `PdfError` PDF_LIMIT_DECODED. */
export function decodeRunLength(data: Buffer, budget: PdfBudget): Buffer {
  const out = new GrowingBuffer(2 * data.length, budget)
  for (let at = 0; at < data.length; ) {
    const length = data[at++] ?? 128
    if (length === 128) break
    if (length < 128) {
      const end = Math.min(at + length + 1, data.length)
      const place = out.reserve(end - at)
      data.copy(out.bytes, place, at, end)
      at = end
    } else {
      const place = out.reserve(257 - length)
      out.bytes.fill(data[at++] ?? 0, place, place + 257 - length)
    }
  }
  return out.content
}

/** A buffer that grows as far as the budget allows. */
class GrowingBuffer {
  bytes: Buffer
  private length = 0
  private readonly budget: PdfBudget

  constructor(size: number, budget: PdfBudget) {
    this.bytes = Buffer.allocUnsafe(size + 1_024)
    this.budget = budget
  }

  /** Reserves `count` octets and returns the position of the first. Throws `PdfError` PDF_LIMIT_DECODED. */
  reserve(count: number): number {
    const place = this.length
    this.length += count
    if (this.length > this.bytes.length) {
      const max = this.budget.decodedBytesLeft
      if (this.length > max) throw tooMuchDecoded(this.budget.limits)
      const grown = Buffer.allocUnsafe(Math.min(2 * this.length, max))
      this.bytes.copy(grown, 0, 0, place)
      this.bytes = grown
    }
    return place
  }

  get content(): Buffer {
    return this.bytes.subarray(0, this.length)
  }
}
