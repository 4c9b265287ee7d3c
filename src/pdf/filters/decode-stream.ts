import { constants, inflateSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import { PdfError } from '../pdf-error.js'
import { type PdfBudget, tooMuchDecoded } from '../pdf-limits.js'
import { dictionaryOf, isArray, nameOf, type PdfDictionary, type PdfValue } from '../syntax/values.js'
import { decodeAscii85, decodeAsciiHex } from './ascii.js'
import { undoPredictor } from './predictor.js'

/** Filters of one stream. Real streams have at most two. */
const mostFilters = 8

/** Follows references within the entries of a stream's dictionary. */
export type Resolver = (value: PdfValue) => PdfValue

/**
 * The content of a stream: `raw` after its filters (ISO 32000-1, 7.4). Only the filters of streams that this service reads are known: Flate with
 * predictors, ASCIIHex, ASCII85, and Crypt, which the decryption has obeyed before.
 *
 * @throws PdfError PDF_FILTER for another filter or broken input, PDF_LIMIT_DECODED when the file unpacks to too much
 */
export function decodeStream(dictionary: PdfDictionary, raw: Buffer, resolve: Resolver, budget: PdfBudget): Buffer {
  const names = listOf(resolve(dictionary.get('Filter')))
  const parameters = listOf(resolve(dictionary.get('DecodeParms')))
  if (names.length > mostFilters) throw new PdfError('PDF_FILTER', `a stream has more than ${mostFilters} filters`)
  return names.reduce<Buffer>((data, name, index) => {
    const decoded = applyFilter(nameOf(resolve(name)), data, () => dictionaryOf(resolve(parameters[index] ?? null)), resolve, budget)
    budget.countDecoded(decoded === data ? 0 : decoded.length)
    return decoded
  }, raw)
}

function applyFilter(
  name: string | null,
  data: Buffer,
  parameters: () => PdfDictionary | null,
  resolve: Resolver,
  budget: PdfBudget,
): Buffer {
  if (name === null) throw new PdfError('PDF_FILTER', 'a filter is no name')
  switch (name) {
    case 'FlateDecode':
      return undoPredictor(inflate(data, budget), parameters(), resolve)
    case 'ASCIIHexDecode':
      return decodeAsciiHex(data)
    case 'ASCII85Decode':
      return decodeAscii85(data, budget)
    case 'Crypt':
      return data
    default:
      throw new PdfError('PDF_FILTER', `the filter ${name.slice(0, 40)} is not supported`)
  }
}

/** One filter may stand without an array around it. */
function listOf(value: PdfValue): readonly PdfValue[] {
  if (value === null) return []
  return isArray(value) ? value : [value]
}

/** zlib data (RFC 1950). Data that end early are taken as far as they go, as viewers do; never more octets are made than the file may unpack to. */
function inflate(data: Buffer, budget: PdfBudget): Buffer {
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
