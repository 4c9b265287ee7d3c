import { constants, inflateSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import { PdfError } from '../pdf-error.js'
import { type PdfBudget, tooMuchDecoded } from '../pdf-limits.js'

/** zlib data (RFC 1950). Data that end early are taken as far as they go, as viewers do; never more octets are made than the file may unpack to. */
export function inflate(data: Buffer, budget: PdfBudget): Buffer {
  if (data.length === 0) return data
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, budget.decodedBytesLeft), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchDecoded(budget.limits)
    if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') throw error
    throw new PdfError('PDF_FILTER', 'the packed content of a stream is broken')
  }
}
