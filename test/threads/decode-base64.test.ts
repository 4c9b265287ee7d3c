import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../src/threads/decode-base64.js'

const notBase64 = /[^A-Za-z0-9+/\-_=\t\n\r ]/

describe('base64 by the length of its result', () => {
  it('base64 by the length of its result refuses exactly what the look at each character refuses', () => {
    // Linear congruential generator: the same texts in every run.
    let state = 1
    const next = (bound: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * bound)
    }
    const alphabet = 'AZaz09+/-_AZaz09+/-_AZaz09+/-_= \n\t\r,!\u0000\u0141\u2028\ud83d\ude00\u00ff'
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: next(14) }, () => alphabet[next(i % 2 === 0 ? 32 : alphabet.length)] ?? '').join('')
      expect({ text, refused: decodeBase64(text) === null }).toEqual({ text, refused: notBase64.test(text) })
    }
  })

  it('base64 by the length of its result decodes what any encoder writes', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 37 + length) % 256))
      for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('base64').replace(/.{10}/g, '$&\r\n')])
        expect(decodeBase64(text)?.equals(bytes)).toBe(true)
    }
  })
})
