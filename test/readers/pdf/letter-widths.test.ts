import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { widthsOf } from '../../../src/readers/pdf/changes/rules/letter-widths.js'
import { PdfReference } from '../../../src/readers/pdf/syntax/values.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { open } from './reading.js'

const texts = Object.values(StandardFonts).filter((name) => name !== 'Symbol' && name !== 'ZapfDingbats')
const font = (entries: string) => {
  const revision = open(plainDraft().update({ 30: `<< /Type /Font /Subtype /Type1 ${entries} >>` })).revisions.at(-1)
  if (revision === undefined) throw new Error('no revision')
  return widthsOf(revision, new PdfReference(30, 0))
}

describe('widths of letters in the fonts of PDF forms', () => {
  const fonts = new Map<string, PDFFont>()
  beforeAll(async () => {
    const document = await PDFDocument.create()
    for (const name of texts) fonts.set(name, await document.embedFont(name))
  })

  it.each(texts)('letters of %s are as wide as its metrics say, with and without accents', (name) => {
    const widthOf = font(`/BaseFont /${name} /Encoding /WinAnsiEncoding`)
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
    const differing = [...ascii, ...'ÄÖÕÜäöõü'].filter(
      (letter) => Math.abs(widthOf(letter) * 1000 - (fonts.get(name)?.widthOfTextAtSize(letter, 1000) ?? 0)) > 0.5,
    )
    expect(differing).toEqual([])
  })

  it('a font may name the widths of its letters, and a letter without one has any width', () => {
    const unknown = Number.POSITIVE_INFINITY
    const widthOf = font('/BaseFont /Other /FirstChar 48 /Widths [500 -3 (x)]')
    expect(['0', '1', '2', '3', 'a'].map(widthOf)).toEqual([0.5, unknown, unknown, unknown, unknown])
  })

  it('a letter counts as wide where programs may draw another one', () => {
    expect(font('/BaseFont /Helvetica /Encoding << /Differences [105 /W] >>')('i')).toBe(0.944)
    expect(font('/BaseFont /Helvetica /Encoding << /Differences [105 /g7] >>')('i')).toBe(1)
    expect(font('/BaseFont /Unknown')('i')).toBe(1)
  })
})
