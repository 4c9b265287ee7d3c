import { describe, expect, it } from 'vitest'
import { Asn1Error } from '#readers/der'
import { CMS_RULES } from '../../../src/readers/cms/encoding-rules.js'
import { Asn1Element, openEncoding } from '../../../src/readers/der/element.js'
import { DER } from '../../../src/readers/der/encoding-rules.js'
import { elementsOf, explicitContent, Fields } from '../../../src/readers/der/fields.js'
import { octetsOf } from '../../../src/readers/der/octet-string.js'
import { codeOf, explicit, indefinite, integer, limits, octetString, octets, seq, tlv } from './encoding.js'

const der = (hex: string) => codeOf(() => openEncoding(octets(hex), limits, DER))
const cms = (hex: string) => codeOf(() => openEncoding(octets(hex), limits, CMS_RULES))

/** Reads everything that is there. */
function walk(element: Asn1Element): number {
  return element.constructed ? elementsOf(element).reduce((sum, inner) => sum + walk(inner), 1) : 1
}

describe('values by DER (X.690 10.1)', () => {
  it('the reader of DER reads a value and refers to its octets without a copy', () => {
    const bytes = octets('3003 020105')
    const root = openEncoding(bytes, limits, DER)
    expect(root).toBeInstanceOf(Asn1Element)
    expect(root.content.equals(octets('020105'))).toBe(true)
    expect(root.encoding.buffer).toBe(bytes.buffer)
  })

  it('the reader of DER takes a Uint8Array that is a part of a larger one', () => {
    const larger = new Uint8Array([9, 9, 0x04, 1, 7, 9])
    expect([...openEncoding(larger.subarray(2, 5), limits, DER).content]).toEqual([7])
  })

  it.each([
    ['', 'ASN1_TRUNCATED'],
    ['30', 'ASN1_TRUNCATED'],
    ['3001', 'ASN1_TRUNCATED'],
    ['3082', 'ASN1_TRUNCATED'],
    ['308201', 'ASN1_TRUNCATED'],
    ['1f', 'ASN1_TRUNCATED'],
    ['1fff', 'ASN1_TRUNCATED'],
    ['1f1f', 'ASN1_TRUNCATED'],
    ['0400 00', 'ASN1_TRAILING_BYTES'],
    ['0000', 'ASN1_TAG'],
    ['1f1e00', 'ASN1_TAG'],
    ['1f801f00', 'ASN1_TAG'],
    ['1fffffffff7f00', 'ASN1_TAG'],
    ['048101 00', 'ASN1_LENGTH'],
    ['04820001 00', 'ASN1_LENGTH'],
    ['0482007f', 'ASN1_LENGTH'],
    ['0485 0100000000', 'ASN1_LENGTH'],
    ['04ff', 'ASN1_TRUNCATED'],
    ['3080 0000', 'ASN1_INDEFINITE_LENGTH'],
    ['0480 0000', 'ASN1_INDEFINITE_LENGTH'],
  ])('the reader of DER reads %s as %s', (hex, code) => {
    expect(der(hex)).toBe(code)
  })

  it('the reader of DER reads tag numbers above 30', () => {
    expect(openEncoding(octets('bf8147 00'), limits, DER).identifier).toBe(0xbf + 256 * 199)
  })

  it('the reader of DER says where an error is', () => {
    const bytes = octets('3006 020105 0281 01')
    const error = (() => {
      try {
        return walk(openEncoding(bytes, limits, DER))
      } catch (caught) {
        return caught
      }
    })()
    expect(error).toBeInstanceOf(Asn1Error)
    expect(error).toMatchObject({ code: 'ASN1_LENGTH', offset: 5, limit: false })
  })

  it('the reader of DER does not let a value reach beyond the one around it', () => {
    expect(codeOf(() => walk(openEncoding(octets('3005 3003 0402 01 '), limits, DER)))).toBe('ASN1_TRUNCATED')
    expect(codeOf(() => walk(openEncoding(octets('3004 0403 0102'), limits, DER)))).toBe('ASN1_TRUNCATED')
  })
})

describe('values by the rules of CMS (X.690 8.1)', () => {
  it('the reader of CMS values reads indefinite lengths, also within each other', () => {
    const bytes = indefinite(0x30, indefinite(0xa0, integer('05')), integer('06'))
    const root = openEncoding(bytes, limits, CMS_RULES)
    expect(root.encoding.equals(bytes)).toBe(true)
    expect(elementsOf(root).map((element) => element.identifier)).toEqual([0xa0, 0x02])
    expect(walk(root)).toBe(4)
  })

  it('the reader of CMS values reads a length that is not minimal', () => {
    expect(cms('04820001 00')).toBe('no error')
    expect(cms('04850000000001 00')).toBe('no error')
  })

  it.each([
    ['3080', 'ASN1_TRUNCATED'],
    ['3080 00', 'ASN1_TRUNCATED'],
    ['3080 020105', 'ASN1_TRUNCATED'],
    ['3080 020105 00', 'ASN1_TRUNCATED'],
    ['3080 0000 00', 'ASN1_TRAILING_BYTES'],
    ['3080 0001 0000', 'ASN1_TAG'],
    ['0480 0000', 'ASN1_INDEFINITE_LENGTH'],
  ])('the reader of CMS values reads %s as %s', (hex, code) => {
    expect(cms(hex)).toBe(code)
  })

  it('the reader of CMS values joins an OCTET STRING in pieces, which DER refuses', () => {
    const pieces = indefinite(0x24, octetString('0102'), tlv(0x24, octetString('03'), octetString('')), octetString('04'))
    expect(octetsOf(openEncoding(pieces, limits, CMS_RULES)).toString('hex')).toBe('01020304')
    expect(codeOf(() => octetsOf(openEncoding(tlv(0x24, octetString('01')), limits, DER)))).toBe('ASN1_CONSTRUCTED_STRING')
    expect(codeOf(() => octetsOf(openEncoding(tlv(0x24, integer('01')), limits, CMS_RULES)))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })
})

describe('bounds', () => {
  it('the reader of DER refuses more octets than the bound before it reads them', () => {
    const bytes = octetString(Buffer.alloc(100))
    expect(codeOf(() => openEncoding(bytes, { ...limits, maxBytes: bytes.length }, DER))).toBe('no error')
    expect(codeOf(() => openEncoding(bytes, { ...limits, maxBytes: bytes.length - 1 }, DER))).toBe('ASN1_TOO_LARGE')
  })

  it('the reader of DER refuses deeper nesting than the bound, with definite and indefinite lengths', () => {
    let nested: Buffer = integer('01')
    let open: Buffer = integer('01')
    for (let level = 0; level < 10; level++) {
      nested = seq(nested)
      open = indefinite(0x30, open)
    }
    expect(walk(openEncoding(nested, { ...limits, maxDepth: 10 }, DER))).toBe(11)
    expect(codeOf(() => walk(openEncoding(nested, { ...limits, maxDepth: 9 }, DER)))).toBe('ASN1_TOO_DEEP')
    expect(codeOf(() => openEncoding(open, { ...limits, maxDepth: 9 }, CMS_RULES))).toBe('ASN1_TOO_DEEP')
  })

  it('the reader of DER survives a hundred thousand levels', () => {
    const hostile = Buffer.alloc(200_000, Buffer.of(0x30, 0x80))
    expect(codeOf(() => openEncoding(hostile, limits, CMS_RULES))).toBe('ASN1_TOO_DEEP')
  })

  it('the reader of DER refuses more values than the bound, and counts those that it looks at again for an end of contents', () => {
    const many = seq(...Array.from({ length: 100 }, () => integer('01')))
    expect(codeOf(() => walk(openEncoding(many, { ...limits, maxElements: 101 }, DER)))).toBe('no error')
    expect(codeOf(() => walk(openEncoding(many, { ...limits, maxElements: 100 }, DER)))).toBe('ASN1_TOO_MANY_ELEMENTS')
    const open = indefinite(0x30, indefinite(0x30, ...Array.from({ length: 100 }, () => integer('01'))))
    expect(codeOf(() => walk(openEncoding(open, { ...limits, maxElements: 300 }, CMS_RULES)))).toBe('ASN1_TOO_MANY_ELEMENTS')
  })

  it('the reader of DER distinguishes a bound from a finding', () => {
    try {
      openEncoding(octets('0400'), { ...limits, maxBytes: 1 }, DER)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ name: 'Asn1Error', code: 'ASN1_TOO_LARGE', limit: true })
    }
  })
})

describe('fields of a structure', () => {
  it('fields of a structure in DER come in the order of the definition; optional ones may be absent', () => {
    const fields = new Fields(openEncoding(seq(integer('01'), explicit(1, integer('02'))), limits, DER))
    expect(fields.next(0x02, 'first').identifier).toBe(0x02)
    expect(fields.optional(0xa0)).toBeNull()
    expect(fields.optional(0xa1)?.identifier).toBe(0xa1)
    expect(fields.peek()).toBe(-1)
    fields.end()
  })

  it('fields of a structure in DER are refused when missing, of another type, or too many', () => {
    const open = (bytes: Buffer) => new Fields(openEncoding(bytes, limits, DER))
    expect(codeOf(() => open(seq()).next(0x02, 'number'))).toBe('ASN1_MISSING_ELEMENT')
    expect(codeOf(() => open(seq(octetString('01'))).next(0x02, 'number'))).toBe('ASN1_UNEXPECTED_ELEMENT')
    expect(codeOf(() => open(seq(integer('01'))).end())).toBe('ASN1_UNEXPECTED_ELEMENT')
    expect(codeOf(() => open(integer('01')))).toBe('ASN1_UNEXPECTED_ELEMENT')
    expect(codeOf(() => explicitContent(openEncoding(explicit(0, integer('01'), integer('02')), limits, DER), 0x02, 'x'))).toBe(
      'ASN1_UNEXPECTED_ELEMENT',
    )
  })
})
