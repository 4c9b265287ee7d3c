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
 * The content of a stream: `raw` after its filters (ISO 32000-1, 7.4). Only the filters of streams that this product reads are supported: Flate with
 * predictors, ASCIIHex, ASCII85, and Crypt, which decryption has already applied.
 *
 * @param raw the octets after decryption
 * @param isDrawn true for content that programs draw: LZW and RunLength are then supported, which old writers use
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

/** Internal names of the filters of drawn content. Streams that are read for their objects use only the other filters. */
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
      return undoPredictor(counted(inflate(afterWhiteSpace(data), budget)), parameters(), resolve, budget.limits.maxRowBytes, true)
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

/** Skips white space before packed data, as some programs do. The data themselves never start with white space. */
function afterWhiteSpace(data: Buffer): Buffer {
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
 * Octets that the platform holds in addition to its chunk after it failed to inflate a stream. It frees them only when the thread has finished the document.
 * They count as decoded octets, so that a file of 60,000 broken streams does not take 700 MB.
 */
const HELD_BY_BROKEN = 16_384

/** zlib data unpack to at most a thousand times their length. How much a broken stream had unpacked is not known: this multiple of its length counts. */
const UNPACKED_OF_BROKEN = 64

/** Whether zlib data (RFC 1950) do not end early. */
export function isWholeFlate(data: Buffer, budget: PdfBudget): boolean {
  try {
    budget.countDecoded(inflateSync(data, { maxOutputLength: Math.max(1, budget.decodedBytesLeft) }).length)
    return true
  } catch (error) {
    if (error instanceof PdfError) throw error
    const code = systemErrorCode(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchDecoded(budget.limits)
    budget.countDecoded(HELD_BY_BROKEN + UNPACKED_OF_BROKEN * data.length)
    return false
  }
}

/** Inflates zlib data (RFC 1950). Of truncated data it returns what can be inflated, as viewers do. The rest of the budget bounds the output. */
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
    budget.countDecoded(HELD_BY_BROKEN + chunkSize + UNPACKED_OF_BROKEN * data.length)
    throw new PdfError('PDF_FILTER', 'the packed content of a stream is broken')
  }
}
