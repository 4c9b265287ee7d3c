import { PdfError } from '../pdf-error.js'
import { isWhiteSpace } from '../syntax/cursor.js'
import { dictionaryOf, isArray, nameOf, naturalNumberOf, PdfDictionary, type PdfStream, type PdfValue } from '../syntax/values.js'
import type { Resolver } from './decode-stream.js'

/** Octets that may precede those of a stream. After an end of line all programs start at the same octet. */
const endsOfLine: ReadonlySet<number> = new Set([0x0a, 0x0d])
/** Filters that skip white space before their data. */
const filtersSkippingWhiteSpace: ReadonlySet<string | null> = new Set(['FlateDecode', 'ASCIIHexDecode', 'ASCII85Decode'])
/** Types of streams that may be unencrypted in an encrypted file. */
const plainTypes: ReadonlySet<string | null> = new Set(['XRef', 'Metadata'])
/** Short forms of `Filter` and `DecodeParms` for inline images. MuPDF, Poppler and PDFBox accept them in all streams. */
const shortKeys = ['F', 'DP']
const parameterKeys = ['Predictor', 'Colors', 'BitsPerComponent', 'Columns', 'EarlyChange']

interface Place {
  /** The octet of the file before the first octet of the stream; -1 for none. */
  readonly before: number
  readonly isEncrypted: boolean
}

/**
 * Checks that every program unpacks the content of a drawn stream as this reader does.
 *
 * @throws PdfError PDF_FILTER when programs may unpack other content
 */
export function assertUnpackedAlike(
  { dictionary, raw }: PdfStream,
  { before, isEncrypted }: Place,
  resolve: Resolver,
  maxFilters: number,
): void {
  // Many streams may share one long list.
  const listOf = (value: PdfValue) => (isArray(value) ? value.slice(0, maxFilters) : [value]).map(resolve)
  const filter = resolve(dictionary.get('Filter'))
  const filters = listOf(filter).map(nameOf)
  if (dictionary.repeated.length > 0) throw differs('repeated keys')
  if (shortKeys.some((key) => dictionary.get(key) !== null)) throw differs('filters under short keys')
  const startsAlike =
    endsOfLine.has(before) ||
    (!isEncrypted && (filter === null || (filtersSkippingWhiteSpace.has(filters[0] ?? null) && startsWithLine(raw))))
  if (!startsAlike) throw differs('octets in the line of its keyword')
  if (isEncrypted && (filters.includes('Crypt') || plainTypes.has(nameOf(dictionary.get('Type'))))) throw differs('encryption of its own')
  const parameters = resolve(dictionary.get('DecodeParms'))
  // Some programs accept a list of parameters for a single filter, or one dictionary for a list of filters; others do not.
  const isPaired = isArray(filter) === isArray(parameters)
  for (const ofFilter of listOf(parameters)) if (!isReadAlike(ofFilter, isPaired, resolve)) throw differs('parameters of its filters')
}

function differs(by: string): PdfError {
  return new PdfError('PDF_FILTER', `programs read drawn content differently because of ${by}`)
}

/** Whether the octets start with white space that includes a line feed: some programs start after it. */
function startsWithLine(raw: Buffer): boolean {
  let at = 0
  while (isWhiteSpace(raw[at] ?? -1) && raw[at] !== 0x0a) at++
  return raw[at] === 0x0a
}

function isReadAlike(parameters: PdfValue, isPaired: boolean, resolve: Resolver): boolean {
  const dictionary = dictionaryOf(parameters)
  if (dictionary === null) return true
  const values = new Map(parameterKeys.map((key) => [key, resolve(dictionary.get(key))]))
  const [predictor, early] = [values.get('Predictor') ?? 1, values.get('EarlyChange') ?? 1]
  if (!isPaired) return predictor === 1 && early === 1
  const areNumbers = [...values.values()].every((value) => value === null || naturalNumberOf(value) !== null)
  return parameters instanceof PdfDictionary && dictionary.repeated.length === 0 && areNumbers && (early === 0 || early === 1)
}
