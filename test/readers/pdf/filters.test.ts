import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openPdfFile, PdfStream } from '#readers/pdf'
import { streamText } from '../../support/pdf/draft.js'
import { encryptedDraft } from '../../support/pdf/encryption.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { pdfLimits } from './reading.js'

function contentOf(dictionary: string, data: Buffer, limits = pdfLimits): Buffer {
  const draft = plainDraft().update({ 30: streamText(dictionary, data) })
  const revision = openPdfFile(draft.bytes, limits).revisions.at(-1)
  const stream = revision?.object(30)
  if (!(stream instanceof PdfStream) || revision === undefined) throw new Error('no stream')
  return revision.contentOf(stream)
}

const text = Buffer.from('The quick brown fox jumps over the lazy dog.')

describe('filters (ISO 32000-1, 7.4)', () => {
  it('decodes a stream of a PDF file: Flate', () => {
    expect(contentOf('/Filter /FlateDecode', deflateSync(text))).toEqual(text)
    expect(contentOf('/Filter [/FlateDecode]', deflateSync(text))).toEqual(text)
    expect(contentOf('/Filter /FlateDecode', deflateSync(text).subarray(0, -4))).toEqual(text)
  })

  it('decodes a stream of a PDF file: ASCIIHex', () => {
    expect(contentOf('/Filter /ASCIIHexDecode', Buffer.from(`${text.toString('hex').replace(/../g, '$& ')}>`))).toEqual(text)
    expect(contentOf('/Filter /ASCIIHexDecode', Buffer.from('7>'))).toEqual(Buffer.from('p'))
  })

  it('decodes a stream of a PDF file: ASCII85', () => {
    // The example of PostScript's reference, with a group of zeros put in.
    const encoded = '87cURD_*#4DfTZ)+T~>'
    expect(contentOf('/Filter /ASCII85Decode', Buffer.from(encoded)).toString()).toBe('Hello, World!')
    expect(contentOf('/Filter /ASCII85Decode', Buffer.from('z~>'))).toEqual(Buffer.alloc(4))
  })

  it('decodes a stream of a PDF file: LZW and RunLength, only of drawn content', () => {
    const drawn = (filter: string, data: string, limits = pdfLimits) => {
      const draft = plainDraft().update({ 30: streamText(filter, Buffer.from(data, 'hex')) })
      const revision = openPdfFile(draft.bytes, limits).revisions.at(-1)
      const stream = revision?.object(30)
      return stream instanceof PdfStream ? revision?.drawnContentOf(stream).toString('latin1') : null
    }
    // The example of ISO 32000-1, 7.4.4.2.
    expect(drawn('/Filter /LZWDecode', '800b6050220c0c8501')).toBe('-----A---B')
    expect(drawn('/Filter /LZWDecode', '')).toBe('')
    expect(drawn('/Filter /RunLengthDecode', '02414243fe4480ff')).toBe('ABCDDD')
    expect(() => drawn('/Filter /LZWDecode', '807fffff')).toThrow(expect.objectContaining({ code: 'PDF_FILTER', limit: false }))
    // Behind a full table MuPDF goes on with an empty one, Poppler a code later, and others with the full one.
    expect(drawn('/Filter /LZWDecode', '00'.repeat(5_000))).toMatch(/^\0{3000,}$/)
    expect(() => drawn('/Filter /LZWDecode', '00'.repeat(6_000))).toThrow(expect.objectContaining({ code: 'PDF_FILTER', limit: false }))
    const limits = { ...pdfLimits, maxDecodedBytes: 100_000 }
    const refused = expect.objectContaining({ code: 'PDF_LIMIT_DECODED', limit: true })
    expect(() => drawn('/Filter /RunLengthDecode', '8141'.repeat(5_000), limits)).toThrow(refused)
  })

  it('refuses filters of drawn content of a PDF file that programs decrypt in different ways', () => {
    const revision = openPdfFile(encryptedDraft({ method: 'RC4-128', encryptsMetadata: false }).bytes, pdfLimits).revisions.at(-1)
    const drawn = (number: number) => {
      const stream = revision?.object(number)
      return stream instanceof PdfStream ? revision?.drawnContentOf(stream).toString('latin1') : null
    }
    expect(drawn(5)).toBe('stream data')
    for (const number of [6, 7]) expect(() => drawn(number)).toThrow(expect.objectContaining({ code: 'PDF_FILTER', limit: false }))
  })

  it('decodes several filters of a PDF stream in their order', () => {
    const data = Buffer.from(`${deflateSync(text).toString('hex')}>`)
    expect(contentOf('/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null null]', data)).toEqual(text)
  })

  it('decodes predictors of PNG and TIFF in a PDF stream', () => {
    const rows = [
      [0, 1, 2, 3],
      [1, 1, 1, 1],
      [2, 1, 1, 1],
      [3, 2, 2, 2],
      [4, 1, 1, 1],
    ]
    const png = contentOf('/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 3 >>', deflateSync(Buffer.from(rows.flat())))
    expect([...png]).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 4, 3, 5, 6, 4, 6, 7])
    const tiff = contentOf('/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 3 >>', deflateSync(Buffer.from([1, 1, 1, 5, 1, 1])))
    expect([...tiff]).toEqual([1, 2, 3, 5, 6, 7])
  })

  it.each([
    ['an unknown filter', '/Filter /LZWDecode', text],
    ['a filter that is no name', '/Filter [5]', text],
    ['broken data', '/Filter /FlateDecode', text],
    ['another character', '/Filter /ASCIIHexDecode', text],
    ['a lonely character', '/Filter /ASCII85Decode', Buffer.from('A~>')],
    ['a group that is too large', '/Filter /ASCII85Decode', Buffer.from('uuuuu~>')],
    ['an unknown predictor', '/Filter /FlateDecode /DecodeParms << /Predictor 9 >>', deflateSync(text)],
    ['rows of no length', '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 0 >>', deflateSync(text)],
    ['an unknown row filter', '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1 >>', deflateSync(Buffer.from([9, 1]))],
    ['nine filters', `/Filter [${'/ASCIIHexDecode '.repeat(9)}]`, text],
  ])('refuses a PDF stream with %s', (_, dictionary, data) => {
    expect(() => contentOf(dictionary, data)).toThrow(expect.objectContaining({ code: 'PDF_FILTER', limit: false }))
  })

  it('stops a bomb in a PDF stream, one that is packed twice and one of zeros', () => {
    const limits = { ...pdfLimits, maxDecodedBytes: 1_000_000 }
    const bomb = deflateSync(Buffer.alloc(20_000_000))
    const refused = expect.objectContaining({ code: 'PDF_LIMIT_DECODED', limit: true })
    expect(() => contentOf('/Filter /FlateDecode', bomb, limits)).toThrow(refused)
    expect(() => contentOf('/Filter [/FlateDecode /FlateDecode]', deflateSync(bomb), limits)).toThrow(refused)
    expect(() => contentOf('/Filter /ASCII85Decode', Buffer.alloc(300_000, 'z'), limits)).toThrow(refused)
  })

  it('counts what the platform keeps of a broken PDF stream until the thread is free, and what it may have unpacked', () => {
    const broken = streamText('/Filter /FlateDecode', Buffer.from('no zlib data'))
    const draft = plainDraft().update({ 30: broken, 31: broken, 32: broken, 33: broken })
    const revision = openPdfFile(draft.bytes, { ...pdfLimits, maxDecodedBytes: 3 * (16_448 + 64 * 12) }).revisions.at(-1)
    const refused = (number: number, code: string, limit: boolean) => {
      const stream = revision?.object(number)
      if (!(stream instanceof PdfStream) || revision === undefined) throw new Error('no stream')
      expect(() => revision.contentOf(stream)).toThrow(expect.objectContaining({ code, limit }))
    }
    // Once for each stream, however often it is read.
    for (const number of [30, 30, 31, 32, 32, 30, 31]) refused(number, 'PDF_FILTER', false)
    refused(33, 'PDF_LIMIT_DECODED', true)
  })

  it('counts what was unpacked of a PDF stream for a predictor that is not known', () => {
    const data = deflateSync(Buffer.alloc(1_000))
    const strange = streamText('/Filter /FlateDecode /DecodeParms << /Predictor 9 >>', data)
    const file = openPdfFile(plainDraft().update({ 30: strange, 31: strange }).bytes, pdfLimits)
    for (const [index, number] of [30, 31, 30].entries()) {
      const revision = file.revisions.at(-1)
      const stream = revision?.object(number)
      if (!(stream instanceof PdfStream)) throw new Error('no stream')
      expect(() => revision?.contentOf(stream)).toThrow(expect.objectContaining({ code: 'PDF_FILTER' }))
      expect(pdfLimits.maxDecodedBytes - file.budget.decodedBytesLeft).toBe(Math.min(index + 1, 2) * 1_000)
    }
  })
})
