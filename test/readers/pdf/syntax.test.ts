import { describe, expect, it } from 'vitest'
import { PdfDictionary } from '#readers/pdf'
import { PdfReal, PdfString } from '../../../src/readers/pdf/syntax/values.js'
import { writeValue } from '../../support/pdf/write-value.js'
import { open, pdfLimits } from './reading.js'

/** The value of object 9 of a file that is sound otherwise. */
function read(value: string) {
  const text = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n9 0 obj\n${value}\nendobj\n`
  const file = `${text}xref\n1 1\n0000000009 00000 n \n9 1\n0000000045 00000 n \ntrailer\n<< /Root 1 0 R /Size 10 >>\nstartxref\n${text.length}\n%%EOF\n`
  const opened = open(file)
  if (opened.rebuiltBecause !== null) throw opened.rebuiltBecause
  return opened.revisions[0]?.object(9) ?? null
}

/** By the letter of 7.3.4.3, one digit after the other; null where something is none. */
function octetsOfDigits(digits: string): Buffer | null {
  if (!/^[0-9A-Fa-f]*$/.test(digits)) return null
  const pairs = digits.padEnd(digits.length + (digits.length % 2), '0').match(/../g) ?? []
  return Buffer.from(pairs.map((pair) => Number.parseInt(pair, 16)))
}

describe('values (ISO 32000-1, 7.3)', () => {
  it.each([
    ['true', 'true'],
    ['null', 'null'],
    ['+017', '17'],
    ['-.5', '-0.5'],
    ['4.', '4'],
    ['/Byte#52ange', '/ByteRange'],
    ['/', '/'],
    ['[1 2 R 3 0 R]', '[1 R 3 R]'],
    ['[1 2 0 R 3 0 R]', '[1 2 R 3 R]'],
    ['[1 2 3]', '[1 2 3]'],
    ['(a(b)c\\)\\\\)', `<${Buffer.from('a(b)c)\\').toString('hex')}>`],
    ['(\\101\\1012\\n\\\n\\x)', `<${Buffer.from('AA2\nx').toString('hex')}>`],
    ['(a\r\nb\rc)', `<${Buffer.from('a\nb\nc').toString('hex')}>`],
    ['< 4 1 4 2 5 >', '<414250>'],
    ['<< /A 1 % comment >>\n /B [<<>>] >>', '<</A 1 /B [<<>>]>>'],
    ['<< /A null /B 1 >>', '<</B 1>>'],
  ])('reads the PDF value %s', (source, expected) => {
    expect(writeValue(read(source))).toBe(expected)
  })

  it.each(['<< /A 1', '[1 2', '(open', '<4142', '<4g>', '--5', '1.2.3', 'nul', '<< 1 2 >>', '>>', '{}', '<< /A >>'])(
    'refuses the PDF value %s',
    (source) => {
      expect(() => read(source)).toThrow(expect.objectContaining({ name: 'PdfError' }))
    },
  )

  it('the reader of PDF values reads pairs of hexadecimal digits, white space among them, and refuses every other octet in each place of a pair', () => {
    const white = [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]
    for (let code = 0; code < 256; code++) {
      const octet = String.fromCharCode(code)
      // `>` ends the string, and what stands behind it there is no value.
      if (octet === '>') continue
      for (const [source, digits] of [
        [`<ab${octet}dEf>`, `ab${octet}dEf`],
        [`<abc${octet}Ef>`, `abc${octet}Ef`],
      ] as const) {
        const bytes = octetsOfDigits(white.includes(code) ? digits.replace(octet, '') : digits)
        if (bytes === null) expect(() => read(source), source).toThrow(expect.objectContaining({ name: 'PdfError' }))
        else expect(read(source), source).toMatchObject({ bytes })
      }
    }
  })

  it('the reader of PDF values reads the reserved space of a signature that ends in zeros', () => {
    const readAsText = (digits: string) => {
      const value = read(`<${digits}>`)
      return value instanceof PdfString ? [value.bytes.toString('hex'), value.inPairs] : null
    }
    const isRead = (digits: string, expected: readonly [string, boolean]) => JSON.stringify(readAsText(digits)) === JSON.stringify(expected)
    for (const zeros of [4_094, 4_096, 4_098, 6_144, 20_000]) {
      const place = '0'.repeat(zeros)
      for (const head of ['', '30', '3082ab', '308', '30820']) {
        const digits = head + place
        const isWhole = digits.length % 2 === 0
        expect(isRead(digits, [isWhole ? digits : `${digits}0`, isWhole]), `${head} and ${zeros}`).toBe(true)
      }
      for (const at of [0, 1, zeros >> 1, zeros - 2_048, zeros - 2_047, zeros - 1]) {
        const withOctet = (octet: string) => place.slice(0, at) + octet + place.slice(at + 1)
        expect(isRead(withOctet('f'), [withOctet('f'), true]), `f at ${at}`).toBe(true)
        expect(isRead(withOctet(' '), [`${withOctet('')}0`, false]), `blank at ${at}`).toBe(true)
        expect(() => read(`<${withOctet('g')}>`), `g at ${at}`).toThrow(expect.objectContaining({ name: 'PdfError' }))
      }
    }
  })

  it('refuses a number of a PDF file of more characters than every program reads', () => {
    for (const digits of ['0', '1', '-', '0.']) {
      const written = digits.padEnd(100, '0')
      expect(read(`[${written}]`)).toHaveLength(1)
      expect(() => read(`[${written}0]`), digits).toThrow(expect.objectContaining({ name: 'PdfError' }))
    }
  })

  it('the reader of PDF values distinguishes a real number, and one above 2^53, from an integer', () => {
    expect(read('5.0')).toBeInstanceOf(PdfReal)
    expect(read('18446744073709551616')).toBeInstanceOf(PdfReal)
    expect(read('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('the reader of PDF values keeps the first of two equal keys and reports the repetition', () => {
    const value = read('<< /A 1 /B 2 /#41 3 >>')
    expect(value).toBeInstanceOf(PdfDictionary)
    if (!(value instanceof PdfDictionary)) return
    expect(value.get('A')).toBe(1)
    expect(value.repeated).toEqual(['A'])
  })

  it('gives the position of a string in the PDF file', () => {
    const value = read('<4142>')
    expect(value).toBeInstanceOf(PdfString)
    if (value instanceof PdfString) expect([value.start, value.end]).toEqual([53, 59])
  })

  it('detects a repeated key of a PDF dictionary, also with null as a value; two equal values count as one', () => {
    const repeatedOf = (source: string) => {
      const value = read(source)
      return value instanceof PdfDictionary ? value.repeated : null
    }
    expect(repeatedOf('<< /A null /A 1 >>')).toEqual(['A'])
    expect(repeatedOf('<< /A 1 /A null >>')).toEqual(['A'])
    expect(repeatedOf('<< /A null /A null >>')).toEqual([])
    expect(repeatedOf('<< /A /B /A /B /C 1 /C 1 >>')).toEqual([])
  })

  it.each([
    ['dictionaries', '<</a 1>>'],
    ['lists', '[1]'],
    ['strings', '()'],
    ['hexadecimal strings', '<>'],
  ])('bounds %s of a PDF file by what they take, beside what they hold', (_, text) => {
    expect(() => read(`[${text.repeat(pdfLimits.maxValues / 3)}]`)).toThrow(
      expect.objectContaining({ code: 'PDF_LIMIT_VALUES', limit: true }),
    )
  })

  it('refuses arrays of a PDF file that are deeper than the bound', () => {
    expect(() => read('['.repeat(200))).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_DEPTH', limit: true }))
  })
})
