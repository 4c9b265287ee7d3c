import { describe, expect, it } from 'vitest'
// Looked at behind the index, because only octets that break the grammar come here, a part of a file each.
import { targetsByLook } from '../../../src/readers/pdf/changes/reference-index.js'

/** The same as one expression, also of references within the comments of others. Its time grows with the square of a hostile text. */
const separator = '(?:[\\0\\t\\n\\v\\f\\r ]|%[^\\r\\n]*[\\r\\n])*'
const number = '[\\d+.-][\\d+.eE-]*(?![\\d+.eE-])'
const keyword = `${separator}(?:R|#52)(?![A-Za-z])`
const start = '(?<![\\d+.-][\\d+.eE-]*)'
const reference = new RegExp(`(?=${start}(${number})${separator}${number}${keyword})`, 'g')
const joined = new RegExp(`(?=${start}[+-]*(\\d+(?:\\.\\d*)?)[+-]+\\d+(?:\\.\\d*)?(?![\\d+.eE-])${keyword})`, 'g')
const unknown = -2
/** Programs keep ten digits or 32 bits of a long number. */
const numbersOf = (written: string) => {
  const digits = /^[+-]*(\d+)(\.\d*)?$/.exec(written)?.[1]
  return digits === undefined ? (/\d/.test(written) ? [unknown] : []) : numbersOfDigits(digits)
}
const numbersOfDigits = (digits: string) =>
  digits.length < 10 ? [Number(digits)] : [Number(digits.slice(-10)), Number(BigInt(digits) % 2n ** 32n)]
const byExpression = (text: string) =>
  new Set([reference, joined].flatMap((each) => [...text.matchAll(each)].flatMap(([, written = '']) => numbersOf(written))))

describe('references in octets that break the grammar', () => {
  it.each([
    ['1 0 R', [1]],
    ['<< /A 12 0 R/B[3 0 R 4 65535 R]', [12, 3, 4]],
    ['7%comment\n 0 %another 9 0 R\r R', [7, 9]],
    ['5 123456 R', [5]],
    ['5 0 RG', []],
    ['5 0R', [5]],
    ['6.0 0.0 R', [6]],
    ['7 -0 R 8 +-0R 9-0 R', [7, 8, 9]],
    ['10\v0\vR', [10]],
    ['11 000000 R', [11]],
    ['12R 12 R', []],
    ['1 2 3 R', [2]],
    ['12345678901234 0 R', [5_678_901_234, 1_942_892_530]],
    ['4294967301 0 R', [4_294_967_301, 5]],
    ['6 0 %R', []],
    ['60 - R 61 . R 62 +1e3 R e63 0 #52', [60, 61, 62, 63]],
    ['6e1 0 R', [unknown]],
    ['60-0 0 R', [unknown]],
    ['-.- 0 R', []],
    ['60 - Rx 60 e R 60 0 #52x', []],
    [`64 ${'0'.repeat(30)} R`, [64]],
    ['', []],
  ])('finds the references in octets of a PDF file that break the grammar: %j', (text, numbers) => {
    expect([...targetsByLook(text)].sort()).toEqual([...numbers].sort())
    expect(targetsByLook(text)).toEqual(byExpression(text))
  })

  it('finds the references in octets of a PDF file that break the grammar as the expression does, for any text', () => {
    let state = 1
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const parts = ['1', '20', '345678', '-', '.', 'e', '#52', ' ', '\n', '\r', '%', 'R', 'R ', '/', '0', '\0', 'x']
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: random(24) }, () => parts[random(parts.length)]).join('')
      expect([text, targetsByLook(text)]).toEqual([text, byExpression(text)])
    }
  })

  it.each([
    ['comments that do not end', '1%'],
    ['comments in one line', '1 %', '\n'],
    ['lines of comments', '%1\n'],
    ['numbers', '1 1 '],
    ['comments before one number', '1%', `\n${'0'.repeat(500_000)} R`],
    ['one number', '1'],
  ])('finds the references in a megabyte of %s of a PDF file', (_, unit, end = '') => {
    expect(targetsByLook(`${unit.repeat(Math.floor(1_000_000 / unit.length))}${end} 8 0 R`)).toContain(8)
  })
})
