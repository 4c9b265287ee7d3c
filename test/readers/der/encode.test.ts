import { describe, expect, it } from 'vitest'
import { DER, decimalOf, encode, encodeInteger, encodeObjectIdentifier, objectIdentifierOf, openEncoding } from '#readers/der'
import { limits } from './encoding.js'

const open = (der: Buffer) => openEncoding(der, limits, DER)

describe('writing DER (X.690, 8 and 10)', () => {
  it.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
  ])('the writer of DER gives %i octets of content a minimal length', (length, header) => {
    const der = encode(0x04, Buffer.alloc(length, 7))
    expect(der.subarray(0, header.length / 2).toString('hex')).toBe(header)
    expect(open(der).content.length).toBe(length)
  })

  it('the writer of DER joins several contents in order', () => {
    expect(encode(0x30, Buffer.of(5, 0), Buffer.of(4, 0)).toString('hex')).toBe('300405000400')
  })

  it.each([
    ['', '020100'],
    ['00', '020100'],
    ['0000', '020100'],
    ['7f', '02017f'],
    ['80', '02020080'],
    ['0080', '02020080'],
    ['7fff', '02027fff'],
    ['008000', '0203008000'],
    ['ffff', '020300ffff'],
  ])('the writer of DER writes the magnitude %s as a minimal number that is not negative', (magnitude, der) => {
    expect(encodeInteger(Buffer.from(magnitude, 'hex')).toString('hex')).toBe(der)
  })

  it('the writer of DER writes numbers that the reader takes as DER, at every border of a length in octets', () => {
    for (let bits = 0; bits <= 64; bits++) {
      for (const value of [2n ** BigInt(bits) - 1n, 2n ** BigInt(bits)]) {
        const hex = value.toString(16)
        const magnitude = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
        expect(decimalOf(open(encodeInteger(magnitude)))).toBe(value.toString())
      }
    }
  })

  it.each([
    '1.2.840.113549.1.1.10',
    '2.16.840.1.101.3.4.2.10',
    '0.4.0.127.0.7.1.1.4.1.6',
    '1.0.10118.3.0.55',
    '2.999.2147483647',
    '2.5.29.15',
  ])('the writer of DER writes %s as the reader reads it', (dotted) =>
    expect(objectIdentifierOf(open(encodeObjectIdentifier(dotted)))).toBe(dotted),
  )
})
