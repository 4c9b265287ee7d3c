import { isArray, PdfDictionary, PdfReference, PdfStream } from '#readers/pdf'
import { PdfName, PdfReal, PdfString, type PdfValue } from '../../../src/readers/pdf/syntax/values.js'

/** A value in one spelling, whatever its file wrote: keys sorted, strings in hexadecimal, numbers rounded. For comparison with other readers. */
export function writeValue(value: PdfValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (value instanceof PdfReal) return writeNumber(value.value)
  if (value instanceof PdfName) return `/${value.value}`
  if (value instanceof PdfReference) return `${value.number} R`
  if (value instanceof PdfString) return `<${value.bytes.toString('hex')}>`
  if (value instanceof PdfDictionary) return writeDictionary(value)
  if (value instanceof PdfStream) return `${writeDictionary(value.dictionary)} stream ${value.raw.toString('hex')}`
  if (isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  throw new TypeError('a value of no kind')
}

export function writeNumber(value: number): string {
  return String(Math.round(value * 1e4) / 1e4 + 0)
}

function writeDictionary({ entries }: PdfDictionary): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  return `<<${sorted.map(([key, value]) => `/${key} ${writeValue(value)}`).join(' ')}>>`
}
