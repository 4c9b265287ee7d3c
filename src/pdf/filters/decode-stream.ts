import { constants, inflateSync } from 'node:zlib'
import { systemErrorCode } from '#model'
import { PdfError } from '../pdf-error.js'
import { type PdfBudget, tooMuchDecoded } from '../pdf-limits.js'
import { isWhiteSpace } from '../syntax/cursor.js'
import { dictionaryOf, isArray, nameOf, type PdfDictionary, type PdfValue } from '../syntax/values.js'
import { decodeAscii85, decodeAsciiHex } from './ascii.js'
import { decodeLzw, decodeRunLength } from './old-filters.js'
import { undoPredictor } from './predictor.js'

/** Resolves references in the values of a stream's dictionary. */
export type Resolver = (value: PdfValue) => PdfValue

/**
 * The content of a stream: `raw` after its filters (ISO 32000-1, 7.4). Only filters of streams that this product reads are supported: Flate with
 * predictors, ASCIIHex, ASCII85, and Crypt, which the decryption has applied before.
 *
 * @param isDrawn true for content that programs draw, which old writers pack with LZW and RunLength
 * @throws PdfError PDF_FILTER for another filter or malformed input, PDF_LIMIT_DECODED when the filters of the file produce too many octets
 */
export function decodeStream(dictionary: PdfDictionary, raw: Buffer, resolve: Resolver, budget: PdfBudget, isDrawn = false): Buffer {
  const names = listOf(resolve(dictionary.get('Filter')))
  const parameters = listOf(resolve(dictionary.get('DecodeParms')))
  const { maxFilters } = budget.limits
  if (names.length > maxFilters) throw new PdfError('PDF_FILTER', `a stream has more than ${maxFilters} filters`)
  return names.reduce<Buffer>((data, name, index) => {
    const written = nameOf(resolve(name))
    const usual = isDrawn ? (drawnFilters.get(written ?? '') ?? written) : written
    return applyFilter(usual, data, () => dictionaryOf(resolve(parameters[index] ?? null)), resolve, budget)
  }, raw)
}

/** Filters of drawn content under the names that stand for them here: streams that are read for their objects are not unpacked so. */
const drawnFilters: ReadonlyMap<string, string> = new Map([
  ['FlateDecode', 'drawn FlateDecode'],
  ['LZWDecode', 'drawn LZWDecode'],
  ['RunLengthDecode', 'drawn RunLengthDecode'],
])

function applyFilter(
  name: string | null,
  data: Buffer,
  parameters: () => PdfDictionary | null,
  resolve: Resolver,
  budget: PdfBudget,
): Buffer {
  if (name === null) throw new PdfError('PDF_FILTER', 'a filter is no name')
  const counted = (decoded: Buffer) => {
    budget.countDecoded(decoded === data ? 0 : decoded.length)
    return decoded
  }
  switch (name) {
    case 'FlateDecode':
      return undoPredictor(counted(inflate(data, budget)), parameters(), resolve, budget.limits.maxRowBytes)
    case 'drawn FlateDecode':
      return undoPredictor(counted(inflate(behindWhiteSpace(data), budget)), parameters(), resolve, budget.limits.maxRowBytes, true)
    case 'ASCIIHexDecode':
      return counted(decodeAsciiHex(data))
    case 'ASCII85Decode':
      return counted(decodeAscii85(data, budget))
    case 'drawn LZWDecode': {
      const own = parameters()
      const early = resolve(own?.get('EarlyChange') ?? null) === 0 ? 0 : 1
      return undoPredictor(counted(decodeLzw(data, early, budget)), own, resolve, budget.limits.maxRowBytes, true)
    }
    case 'drawn RunLengthDecode':
      return counted(decodeRunLength(data, budget))
    case 'Crypt':
      return data
    default:
      throw new PdfError('PDF_FILTER', `the filter ${name.slice(0, 40)} is not supported`)
  }
}

/** Some programs pass over white space before packed data, which never start with it. */
function behindWhiteSpace(data: Buffer): Buffer {
  let at = 0
  while (isWhiteSpace(data[at] ?? -1)) at++
  return data.subarray(at)
}

/** The value as a list: a single filter may be written without an array. */
function listOf(value: PdfValue): readonly PdfValue[] {
  if (value === null) return []
  return isArray(value) ? value : [value]
}

/**
 * Octets that the platform keeps of a stream that it could not inflate, beside its chunk: it frees them when the thread is done with the whole document. They count
 * as decoded ones, so that a file of 60,000 broken streams does not take 700 MB.
 */
const KEPT_OF_BROKEN = 16_384

/** Data of zlib unpack to a thousand times their length at most. What broken ones had unpacked to is not known: this multiple of their length counts. */
const UNPACKED_OF_BROKEN = 64

/** Inflates zlib data (RFC 1950). Truncated data give what can be inflated, as in viewers; the output is bounded by what the budget has left. */
function inflate(data: Buffer, budget: PdfBudget): Buffer {
  if (data.length === 0) return data
  // Most of these streams are small, and the platform reserves and frees a whole chunk for each.
  const chunkSize = Math.min(Math.max(4 * data.length, constants.Z_MIN_CHUNK), constants.Z_DEFAULT_CHUNK)
  try {
    const maxOutputLength = Math.max(1, budget.decodedBytesLeft)
    return inflateSync(data, { maxOutputLength, chunkSize, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchDecoded(budget.limits)
    if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') throw error
    budget.countDecoded(KEPT_OF_BROKEN + chunkSize + UNPACKED_OF_BROKEN * data.length)
    throw new PdfError('PDF_FILTER', 'the packed content of a stream is broken')
  }
}
