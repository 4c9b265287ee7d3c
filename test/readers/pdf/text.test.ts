import { expect, it } from 'vitest'
import { nameBelow, textOf } from '../../../src/readers/pdf/form/text.js'
import { PdfBudget } from '../../../src/readers/pdf/pdf-limits.js'
import { PdfString } from '../../../src/readers/pdf/syntax/values.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { pdfLimits } from './reading.js'

const budget = (maxTextBytes: number) => new PdfBudget({ ...pdfLimits, maxTextBytes })
const text = (octets: Buffer, maxTextBytes = 1e9) => textOf(new PdfString(octets, false, 0, 0), budget(maxTextBytes))

it('PDFDocEncoding differs from ISO 8859-1 in 41 octets (ISO 32000-1, D.2)', () => {
  const octets = Buffer.from(Array.from({ length: 256 }, (_, octet) => octet))
  const written = text(octets) ?? ''
  expect(written.length).toBe(256)
  const different = [...octets].filter((octet) => written.charCodeAt(octet) !== octet)
  expect(different).toEqual([...octets.subarray(0x18, 0x20), ...octets.subarray(0x80, 0xa1)])
  expect(written.slice(0x18, 0x20)).toBe('\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc')
  expect([written.charCodeAt(0x80), written.charCodeAt(0x9f), written.charCodeAt(0xa0)]).toEqual([0x2022, 0xfffd, 0x20ac])
  expect(text(Buffer.from('a\x80'.repeat(100_000), 'latin1'))).toBe('a\u2022'.repeat(100_000))
})

it('a text of a PDF file of millions of octets that differ costs linear time', () => {
  // A replacement for each octet takes a second or more.
  expect(cpuMilliseconds(() => text(Buffer.alloc(10_000_000, 0x80)))).toBeLessThan(5_000)
})

it('a text of a PDF file, and the name of a field with those above it, are bounded', () => {
  const tooLong = expect.objectContaining({ code: 'PDF_LIMIT_TEXT', limit: true }) as Error
  expect(text(Buffer.alloc(5, 'a'), 5)).toBe('aaaaa')
  expect(() => text(Buffer.alloc(6, 'a'), 5)).toThrow(tooLong)
  expect(nameBelow('ab', 'cd', budget(5))).toBe('ab.cd')
  expect(() => nameBelow('ab', 'cde', budget(5))).toThrow(tooLong)
})
