import { PdfError } from '../pdf-error.js'
import { type PdfBudget, tooMuchDecoded } from '../pdf-limits.js'
import { isWhiteSpace } from '../syntax/cursor.js'

/** ASCIIHexDecode (ISO 32000-1, 7.4.2): hexadecimal digits up to `>`. Throws `PdfError` PDF_FILTER. */
export function decodeAsciiHex(data: Buffer): Buffer {
  const end = data.indexOf(0x3e)
  const digits = withoutWhiteSpace(end < 0 ? data : data.subarray(0, end)).toString('latin1')
  if (/[^0-9A-Fa-f]/.test(digits)) throw new PdfError('PDF_FILTER', 'ASCIIHexDecode finds another character')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/** Works octet by octet, because `replace` stores every match until the last. */
function withoutWhiteSpace(data: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(data.length)
  let length = 0
  for (const code of data) if (!isWhiteSpace(code)) kept[length++] = code
  return kept.subarray(0, length)
}

/** ASCII85Decode (ISO 32000-1, 7.4.3): groups of five base-85 digits up to `~>`; `z` is four zero octets. Throws `PdfError` PDF_FILTER or PDF_LIMIT_DECODED. */
export function decodeAscii85(data: Buffer, budget: PdfBudget): Buffer {
  let zeros = 0
  for (const code of data) if (code === 0x7a) zeros++
  const maxLength = zeros * 4 + Math.ceil(((data.length - zeros) * 4) / 5) + 4
  if (maxLength > budget.decodedBytesLeft) throw tooMuchDecoded(budget.limits)
  const out = Buffer.alloc(maxLength)
  let written = 0
  let group = 0
  let digits = 0
  for (const code of data) {
    if (code === 0x7e) break
    if (isWhiteSpace(code)) continue
    if (code === 0x7a && digits === 0) {
      written = out.writeUInt32BE(0, written)
      continue
    }
    if (code < 0x21 || code > 0x75) throw new PdfError('PDF_FILTER', 'ASCII85Decode finds another character')
    group = group * 85 + (code - 0x21)
    if (++digits < 5) continue
    if (group > 0xffffffff) throw new PdfError('PDF_FILTER', 'ASCII85Decode finds a group that is too large')
    written = out.writeUInt32BE(group, written)
    group = 0
    digits = 0
  }
  if (digits === 1) throw new PdfError('PDF_FILTER', 'ASCII85Decode finds a single character at the end')
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing++) group = group * 85 + 84
    const last = Buffer.alloc(4)
    last.writeUInt32BE(group % 0x100000000)
    written += last.copy(out, written, 0, digits - 1)
  }
  return out.subarray(0, written)
}
