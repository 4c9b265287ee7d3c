import { PdfError } from '../pdf-error.js'
import { naturalNumberOf, type PdfDictionary } from '../syntax/values.js'
import type { Resolver } from './decode-stream.js'

/**
 * Reverses the PNG predictors and the TIFF predictor for 8 bits (ISO 32000-1, 7.4.4.4). Cross-reference and object streams use the PNG predictors.
 *
 * @param isDrawn whether an incomplete last row is an error; otherwise it is dropped
 * @throws PdfError PDF_FILTER
 */
export function undoPredictor(
  data: Buffer,
  parameters: PdfDictionary | null,
  resolve: Resolver,
  maxRowBytes: number,
  isDrawn = false,
): Buffer {
  if (parameters === null) return data
  const parameter = (key: string, otherwise: number) => naturalNumberOf(resolve(parameters.get(key))) ?? otherwise
  const predictor = parameter('Predictor', 1)
  if (predictor === 1) return data
  const bitsPerPixel = parameter('Colors', 1) * parameter('BitsPerComponent', 8)
  const pixelBytes = Math.max(1, Math.ceil(bitsPerPixel / 8))
  const rowBytes = Math.ceil((parameter('Columns', 1) * bitsPerPixel) / 8)
  if (rowBytes < 1 || rowBytes > maxRowBytes || pixelBytes > rowBytes)
    throw new PdfError('PDF_FILTER', 'a predictor has rows of an impossible length')
  // Some programs decode a row that is not complete.
  if (isDrawn && data.length % (predictor === 2 ? rowBytes : rowBytes + 1) !== 0)
    throw new PdfError('PDF_FILTER', 'a predictor has an incomplete row')
  if (predictor === 2) return undoTiff(data, rowBytes, pixelBytes, parameter('BitsPerComponent', 8))
  if (predictor < 10 || predictor > 15) throw new PdfError('PDF_FILTER', `predictor ${predictor} is not known`)
  return undoPng(data, rowBytes, pixelBytes)
}

function undoTiff(data: Buffer, rowBytes: number, pixelBytes: number, bits: number): Buffer {
  if (bits !== 8) throw new PdfError('PDF_FILTER', 'the TIFF predictor is read for eight bits only')
  const out = Buffer.from(data)
  for (let at = 0; at < out.length; at++) {
    if (at % rowBytes >= pixelBytes) out[at] = ((out[at] ?? 0) + (out[at - pixelBytes] ?? 0)) & 0xff
  }
  return out
}

/** Each row starts with the number of its filter type (PNG specification, clause 9). An incomplete last row is dropped. */
function undoPng(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Math.floor(data.length / (rowBytes + 1))
  const out = Buffer.alloc(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (rowBytes + 1)] ?? 0
    const from = row * (rowBytes + 1) + 1
    const to = row * rowBytes
    if (filter === 0) {
      data.copy(out, to, from, from + rowBytes)
      continue
    }
    for (let column = 0; column < rowBytes; column++) {
      const left = column >= pixelBytes ? (out[to + column - pixelBytes] ?? 0) : 0
      const above = row > 0 ? (out[to + column - rowBytes] ?? 0) : 0
      const corner = row > 0 && column >= pixelBytes ? (out[to + column - rowBytes - pixelBytes] ?? 0) : 0
      out[to + column] = ((data[from + column] ?? 0) + predict(filter, left, above, corner)) & 0xff
    }
  }
  return out
}

function predict(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const toLeft = Math.abs(above - corner)
      const toAbove = Math.abs(left - corner)
      const toCorner = Math.abs(left + above - 2 * corner)
      if (toLeft <= toAbove && toLeft <= toCorner) return left
      return toAbove <= toCorner ? above : corner
    }
    default:
      throw new PdfError('PDF_FILTER', `a row has the predictor ${filter}, which is not known`)
  }
}
