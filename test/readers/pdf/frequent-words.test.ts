import { expect, it } from 'vitest'
import { limits } from '#config'
import { PdfBudget } from '../../../src/readers/pdf/pdf-limits.js'
import { Cursor } from '../../../src/readers/pdf/syntax/cursor.js'
import { hashWith, wordOf } from '../../../src/readers/pdf/syntax/frequent-words.js'

const cursorAt = (text: string) => new Cursor(Buffer.from(text, 'latin1'), 0, text.length, new PdfBudget(limits.pdf))

it.each(['Type', 'Contents', 'true', 'Typf', 'type', 'TypeX', 'Typ', '12.5', 'X\xe9', ''])(
  'reads the word %j of a PDF file as its octets',
  (word) => {
    expect(cursorAt(`${word} 1`).readToken()).toBe(word)
  },
)

it('takes no frequent word of a PDF file for another one with the same hash', () => {
  // 31 × first + second octet: the same sum by one less and 31 more.
  const [known, other] = ['Kids', 'LJds']
  const hash = (word: string) => [...Buffer.from(word)].reduce(hashWith, 0)
  expect(hash(other)).toBe(hash(known))
  expect(wordOf(Buffer.from(other), 0, other.length, hash(other))).toBe(other)
  expect(cursorAt(other).readToken()).toBe(other)
})

it('takes a keyword of a PDF file only as a whole word of exactly these octets', () => {
  const takes = (text: string) => cursorAt(text).takeKeyword('endobj')
  expect(['endobj', 'endobj ', 'endobj<', 'endobj%'].map(takes)).toEqual([true, true, true, true])
  expect(['endob', 'endobk', 'endobjx', ' endobj', 'Endobj', ''].map(takes)).toEqual([false, false, false, false, false, false])
})
