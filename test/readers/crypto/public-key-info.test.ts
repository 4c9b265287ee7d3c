import { describe, expect, it } from 'vitest'
import { readPublicKeyInfo } from '#readers/crypto'

describe('a SubjectPublicKeyInfo', () => {
  it('a SubjectPublicKeyInfo has up to 65,536 octets, which is thirty times the largest key', () => {
    // SEQUENCE { SEQUENCE { OID 1.2.3 }, BIT STRING }, with lengths of two octets.
    const info = (octets: number) => {
      const header = (identifier: number, length: number) => [identifier, 0x82, length >> 8, length & 0xff]
      const bits = octets - 4 - 6 - 4
      return Buffer.concat([Buffer.from([...header(0x30, octets - 4), 0x30, 4, 6, 2, 0x2a, 3, ...header(0x03, bits)]), Buffer.alloc(bits)])
    }
    expect(readPublicKeyInfo(info(65_536))).toMatchObject({ algorithm: null, size: null })
    expect(readPublicKeyInfo(info(65_537))).toBeNull()
  })

  it('a SubjectPublicKeyInfo has an algorithm of at most two values', () => {
    const info = (...parameters: readonly number[]) =>
      Buffer.from([0x30, 9 + parameters.length, 0x30, 4 + parameters.length, 6, 2, 0x2a, 3, ...parameters, 0x03, 1, 0])
    expect(readPublicKeyInfo(info(5, 0))).toMatchObject({ algorithm: null })
    expect(readPublicKeyInfo(info(5, 0, 5, 0))).toBeNull()
  })
})
