import { describe, expect, it } from 'vitest'
import { openEncoding } from '../../../src/readers/der/element.js'
import { DER, type EncodingRules } from '../../../src/readers/der/encoding-rules.js'
import { textOf } from '../../../src/readers/der/text.js'
import { instantOf } from '../../../src/readers/der/time.js'
import {
  booleanOf,
  decimalOf,
  objectIdentifierOf,
  setBitsOf,
  signatureBitsOf,
  smallIntegerOf,
  wholeBitsOf,
} from '../../../src/readers/der/values.js'
import { CERTIFICATE_RULES } from '../../../src/readers/x509/encoding-rules.js'
import { codeOf, generalizedTime, integer, limits, octets, oid, tlv, utcTime } from './encoding.js'

const open = (bytes: Uint8Array, rules: EncodingRules = DER) => openEncoding(bytes, limits, rules)
const iso = (bytes: Uint8Array, rules: EncodingRules = DER) => new Date(instantOf(open(bytes, rules))).toISOString()

describe('BOOLEAN (X.690 11.1)', () => {
  it('a BOOLEAN has two octets by DER; certificates may say TRUE with any other (IT-77)', () => {
    expect(booleanOf(open(octets('0101ff')))).toBe(true)
    expect(booleanOf(open(octets('010100')))).toBe(false)
    expect(codeOf(() => booleanOf(open(octets('010101'))))).toBe('ASN1_BOOLEAN')
    expect(booleanOf(open(octets('010101'), CERTIFICATE_RULES))).toBe(true)
    expect(codeOf(() => booleanOf(open(octets('0100'), CERTIFICATE_RULES)))).toBe('ASN1_BOOLEAN')
    expect(codeOf(() => booleanOf(open(octets('0102ffff'), CERTIFICATE_RULES)))).toBe('ASN1_BOOLEAN')
  })
})

describe('INTEGER (X.690 8.3)', () => {
  it.each([
    ['00', '0'],
    ['7f', '127'],
    ['80', '-128'],
    ['ff', '-1'],
    ['0080', '128'],
    ['00ffffffffffff', '281474976710655'],
    ['7fffffffffff', '140737488355327'],
    ['0100000000000000', '72057594037927936'],
    ['ff00000000000000', '-72057594037927936'],
    ['80000000000000000000000000000000', '-170141183460469231731687303715884105728'],
  ])('an INTEGER of %s is %s', (content, decimal) => {
    expect(decimalOf(open(integer(content)))).toBe(decimal)
  })

  it('an INTEGER is minimal by DER; serial numbers of certificates need not be', () => {
    for (const content of ['0001', 'ffff', '00007f', 'ff80']) expect(codeOf(() => decimalOf(open(integer(content))))).toBe('ASN1_INTEGER')
    expect(decimalOf(open(integer('0001'), CERTIFICATE_RULES))).toBe('1')
    expect(decimalOf(open(integer('ffff'), CERTIFICATE_RULES))).toBe('-1')
    expect(codeOf(() => decimalOf(open(integer(''), CERTIFICATE_RULES)))).toBe('ASN1_INTEGER')
  })

  it('an INTEGER has a bound: digits of long numbers cost time', () => {
    const long = (count: number) => integer('01'.repeat(count))
    expect(decimalOf(openEncoding(long(16), { ...limits, maxNumberBytes: 16 }, DER))).toHaveLength(37)
    expect(codeOf(() => decimalOf(openEncoding(long(17), { ...limits, maxNumberBytes: 16 }, DER)))).toBe('ASN1_INTEGER')
    expect(codeOf(() => smallIntegerOf(open(long(7))))).toBe('ASN1_INTEGER')
    expect(smallIntegerOf(open(integer('ff')))).toBe(-1)
  })
})

describe('OBJECT IDENTIFIER (X.690 8.19)', () => {
  it.each(['0.0', '0.39', '1.0', '1.39.0', '2.0', '2.39', '2.40', '2.999.3', '1.2.840.113549.1.1.11', '2.5.29.15', '0.4.0.1862.1.6'])(
    'reads the OBJECT IDENTIFIER %s',
    (dotted) => {
      expect(objectIdentifierOf(open(oid(dotted)))).toBe(dotted)
      // The second time it comes from the table of recent ones.
      expect(objectIdentifierOf(open(oid(dotted)))).toBe(dotted)
    },
  )

  it('reads arcs of an OBJECT IDENTIFIER of any size exactly (UUIDs, X.667)', () => {
    const uuid = '2.25.329800735698586629295641978511506172918'
    expect(objectIdentifierOf(open(oid(uuid)))).toBe(uuid)
    const edge = `1.3.${2n ** 49n - 1n}.${2n ** 49n}.${2n ** 56n + 1n}`
    expect(objectIdentifierOf(open(oid(edge)))).toBe(edge)
    const first = `2.${2n ** 70n}`
    expect(objectIdentifierOf(open(oid(first)))).toBe(first)
  })

  it('distinguishes thousands of OBJECT IDENTIFIERs that share a place in the table of recent ones', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `1.3.6.1.4.1.${index}.${index * 7}`)
    for (const dotted of [...many, ...many]) expect(objectIdentifierOf(open(oid(dotted)))).toBe(dotted)
  })

  it.each([
    ['empty', '0600'],
    ['cut off', '060281 80'],
    ['an arc that is not minimal', '0603 2a8001'],
    ['a first arc that is not minimal', '0602 8001'],
  ])('refuses the OBJECT IDENTIFIER %s', (_, hex) => {
    expect(codeOf(() => objectIdentifierOf(open(octets(hex))))).toBe('ASN1_OBJECT_IDENTIFIER')
  })

  it('an OBJECT IDENTIFIER has a bound', () => {
    const long = tlv(0x06, Buffer.alloc(600, 0x81).fill(1, 599))
    expect(codeOf(() => objectIdentifierOf(open(long)))).toBe('ASN1_OBJECT_IDENTIFIER')
  })
})

describe('BIT STRING (X.690 8.6)', () => {
  it('a BIT STRING gives octets only when all of them are whole', () => {
    expect(wholeBitsOf(open(octets('0303000102'))).toString('hex')).toBe('0102')
    expect(codeOf(() => wholeBitsOf(open(octets('0302 0780'))))).toBe('ASN1_BIT_STRING')
  })

  it('a BIT STRING gives the octets of a signature whose trailing zero bits were counted off (AgID in LOTL 139, SK-XML1.0.ddoc)', () => {
    expect(signatureBitsOf(open(octets('0303 01 4202'))).toString('hex')).toBe('4202')
    expect(codeOf(() => signatureBitsOf(open(octets('0303 01 4203'))))).toBe('ASN1_BIT_STRING')
  })

  it('a BIT STRING gives the numbers of set bits, at most 64 of them', () => {
    expect(setBitsOf(open(octets('0303 07 0680')))).toEqual([5, 6, 8])
    expect(setBitsOf(open(octets('0301 00')))).toEqual([])
    expect(setBitsOf(open(tlv(0x03, '00', Buffer.alloc(100_000, 0xff))))).toHaveLength(64)
  })

  it.each(['0300', '030101', '0302 0800', '0302 0181'])('refuses the BIT STRING %s', (hex) => {
    expect(codeOf(() => setBitsOf(open(octets(hex))))).toBe('ASN1_BIT_STRING')
  })
})

describe('times (RFC 5280 4.1.2.5, RFC 3161 2.4.2)', () => {
  it.each([
    [utcTime('491231235959Z'), '2049-12-31T23:59:59.000Z'],
    [utcTime('500101000000Z'), '1950-01-01T00:00:00.000Z'],
    [utcTime('700101000000Z'), '1970-01-01T00:00:00.000Z'],
    [utcTime('000229120000Z'), '2000-02-29T12:00:00.000Z'],
    [generalizedTime('20161011093610Z'), '2016-10-11T09:36:10.000Z'],
    [generalizedTime('20141030185035.974Z'), '2014-10-30T18:50:35.974Z'],
    [generalizedTime('20141030185035.9Z'), '2014-10-30T18:50:35.900Z'],
    [generalizedTime('20141030185035.9999999Z'), '2014-10-30T18:50:35.999Z'],
    [generalizedTime('99991231235959Z'), '9999-12-31T23:59:59.000Z'],
    [generalizedTime('19000301000000Z'), '1900-03-01T00:00:00.000Z'],
  ])('the time %# is %s', (bytes, text) => {
    expect(iso(bytes)).toBe(text)
  })

  it('a time of DER agrees with the calendar of the platform on ten thousand days', () => {
    for (let day = -30_000; day < 70_000; day += 10) {
      const text = new Date(day * 86_400_000).toISOString()
      expect(iso(generalizedTime(`${text.slice(0, 10).replaceAll('-', '')}000000Z`))).toBe(text)
    }
  })

  it('a time has seconds and Z by DER; certificates may leave seconds out or state an offset (X.680 47.3)', () => {
    for (const text of ['9912312359Z', '991231235900+0200', '9912312359-0030']) {
      expect(codeOf(() => iso(utcTime(text)))).toBe('ASN1_TIME')
    }
    expect(iso(utcTime('9912312359Z'), CERTIFICATE_RULES)).toBe('1999-12-31T23:59:00.000Z')
    expect(iso(utcTime('991231235900+0200'), CERTIFICATE_RULES)).toBe('1999-12-31T21:59:00.000Z')
    expect(iso(utcTime('9912312359-0030'), CERTIFICATE_RULES)).toBe('2000-01-01T00:29:00.000Z')
  })

  it.each([
    '',
    'Z',
    '991231235960Z',
    '990229000000Z',
    '991301000000Z',
    '990001000000Z',
    '990100000000Z',
    '990101240000Z',
    '990101006000Z',
    '99010100000aZ',
    '990101000000',
    '990101000000ZZ',
    '990101000000z',
    '99-101000000Z',
    '990101000000.5Z',
  ])('refuses the UTCTime "%s"', (text) => {
    expect(codeOf(() => iso(utcTime(text), CERTIFICATE_RULES))).toBe('ASN1_TIME')
  })

  it.each([
    '20160101000000',
    '201601010000Z',
    '20160101000000.Z',
    '20160101000000,5Z',
    '20160101000000.5',
    '20160101000000+0000',
    '21000229000000Z',
  ])('refuses the GeneralizedTime "%s"', (text) => {
    expect(codeOf(() => iso(generalizedTime(text), CERTIFICATE_RULES))).toBe('ASN1_TIME')
  })

  it('refuses as a time of DER what is none', () => {
    expect(codeOf(() => iso(integer('01')))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })
})

describe('character strings', () => {
  it.each([
    [tlv(0x0c, Buffer.from('Jõeorg')), 'Jõeorg'],
    [tlv(0x13, Buffer.from('AS Sert')), 'AS Sert'],
    [tlv(0x13, Buffer.from('a@b_c')), 'a@b_c'],
    [tlv(0x13, Buffer.from('Žižek')), 'Žižek'],
    [tlv(0x0c, octets('4aff')), 'Jÿ'],
    [tlv(0x14, octets('4af5')), 'Jõ'],
    [tlv(0x1e, octets('004a00f5')), 'Jõ'],
    [tlv(0x1c, octets('0000004a0001f600')), 'J😀'],
    [tlv(0x16, Buffer.from('pki@sk.ee')), 'pki@sk.ee'],
  ])('the character string %# is "%s"', (bytes, text) => {
    expect(textOf(open(bytes))).toBe(text)
  })

  it('character strings have no text when they are none', () => {
    for (const hex of ['1e0100', '1c020000', '1c0400110000', '0400', '3000']) expect(textOf(open(octets(hex)))).toBeNull()
  })
})
