import { expect, it } from 'vitest'
import { inPieces } from '#std'

it('a replacement in pieces gives the same, and cuts neither a line break nor a character in two', () => {
  const whole = (text: string) => text.replace(/\r\n|[\t\n\r]/g, ' ').replace(/[^ab\u{1F600} ]/gu, '?')
  for (const unit of ['a\r\n', 'a\r\nb', '\r\n', '😀', 'a😀', 'ab😀', '\r', 'ab\t'])
    for (const text of [unit.repeat(100_000), `b${unit.repeat(100_000)}`, `${unit.repeat(100_000)}\r`, `${unit.repeat(70_000)}\ud83d`])
      expect(inPieces(text, whole) === whole(text)).toBe(true)
  expect(inPieces('', whole)).toBe('')
})
