import { describe, expect, it } from 'vitest'
import { openSequence } from '#readers/der'
import { distinguishedNameOf, parseDistinguishedNameText, sameName } from '#readers/x509'
import { CERTIFICATE_RULES } from '../../../src/readers/x509/encoding-rules.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { C, CN, codeOf, integer, limits, name, octets, oid, printable, seq, set, tlv, utf8 } from '../der/encoding.js'

const read = (bytes: Uint8Array, bounds = limits) => distinguishedNameOf(openSequence(bytes, bounds, CERTIFICATE_RULES, 'a Name'))
const maxCharacters = 65_536
const parsed = (text: string) => parseDistinguishedNameText(text, maxCharacters) ?? expect.unreachable(`no name: ${text}`)
const EMAIL = '1.2.840.113549.1.9.1'
const O = '2.5.4.10'

const esteid2011 = name(
  [C, printable('EE')],
  [O, utf8('AS Sertifitseerimiskeskus')],
  [CN, utf8('ESTEID-SK 2011')],
  [EMAIL, tlv(0x16, Buffer.from('pki@sk.ee'))],
)
const esteid2015 = name(
  [C, printable('EE')],
  [O, utf8('AS Sertifitseerimiskeskus')],
  ['2.5.4.97', utf8('NTREE-10747013')],
  [CN, utf8('ESTEID-SK 2015')],
)

describe('encoded names', () => {
  it('names of certificates are written most specific first, with registered short names (RFC 4514 2.1, 2.3)', () => {
    expect(read(esteid2011).text).toBe('emailAddress=pki@sk.ee,CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE')
    expect(read(name(['1.3.6.1.4.1.5939.2.3', utf8('x')])).text).toBe('1.3.6.1.4.1.5939.2.3=x')
  })

  it('names of certificates keep their attributes in the order of the encoding', () => {
    expect(read(esteid2011).attributes.map(({ oid: type }) => type)).toEqual([C, O, CN, EMAIL])
  })

  it.each([
    ['Doe, Jane', 'CN=Doe\\, Jane'],
    [' a ', 'CN=\\ a\\ '],
    ['#1', 'CN=\\#1'],
    ['a"b\\c', 'CN=a\\"b\\\\c'],
    ['a+b;c<d>', 'CN=a\\+b\\;c\\<d\\>'],
    ['a\u0000b\n', 'CN=a\\00b\\0a'],
    ['ŽAIKOVSKI', 'CN=ŽAIKOVSKI'],
    ['', 'CN='],
    [' ', 'CN=\\ '],
  ])('names of certificates escape "%s" (RFC 4514 2.4), and the text is read back to the same name', (value, text) => {
    const encoded = read(name([CN, utf8(value)]))
    expect(encoded.text).toBe(text)
    expect(parsed(text).canonical).toBe(encoded.canonical)
  })

  it('names of certificates write several attributes of one relative name with plus, in any order the same name', () => {
    const one = read(seq(set(seq(oid(CN), utf8('a')), seq(oid(O), utf8('b')))))
    const two = read(seq(set(seq(oid(O), utf8('b')), seq(oid(CN), utf8('a')))))
    expect(one.text).toBe('CN=a+O=b')
    expect(two.canonical).toBe(one.canonical)
    expect(two.canonical).not.toBe(read(name([CN, utf8('a')], [O, utf8('b')])).canonical)
  })

  it('names of certificates show a value that is no string as hexadecimal', () => {
    expect(read(name([CN, integer('05')])).text).toBe('CN=#020105')
  })

  it.each([
    ['a member that is no set', seq(seq())],
    ['an attribute without value', seq(set(seq(oid(CN))))],
    ['an attribute with two values', seq(set(seq(oid(CN), utf8('a'), utf8('b'))))],
    ['an attribute without type', seq(set(seq(utf8('a'), utf8('b'))))],
  ])('names of certificates are refused with %s', (_, bytes) => {
    expect(['ASN1_UNEXPECTED_ELEMENT', 'ASN1_MISSING_ELEMENT']).toContain(codeOf(() => read(bytes)))
  })

  it('names of certificates hold long values', () => {
    const words = 'a '.repeat(32_000)
    const first = read(name([CN, utf8(`${words}c`)]))
    expect(first.text === `CN=${words}c`).toBe(true)
    expect(sameName(first, read(name([CN, printable(`${words.toUpperCase()} C`)])))).toBe(true)
  })

  it.each([
    ['marks that combine', utf8(`a${'\u0301\u0316'.repeat(2_000_000)}`)],
    ['control characters', utf8('\u0001'.repeat(8_000_000))],
    ['characters that unfold', utf8('\ufdfa'.repeat(2_500_000))],
  ])('names of certificates are refused at once with millions of %s', (_, value) => {
    const bytes = name([CN, value])
    expect(
      cpuMilliseconds(() => expect(codeOf(() => read(bytes, { ...limits, maxBytes: 20_000_000 }))).toBe('ASN1_TOO_LARGE')),
    ).toBeLessThan(1_000)
  })
})

describe('comparison (RFC 5280 7.1)', () => {
  const canonical = (value: Buffer) => read(name([CN, value])).canonical

  it('the comparison of names folds case and white space and ignores the type of string', () => {
    const expected = canonical(printable('Test CA'))
    for (const value of [utf8('Test CA'), utf8('test ca'), utf8('  TEST   CA '), tlv(0x1e, Buffer.from('Test CA', 'utf16le').swap16())]) {
      expect(canonical(value)).toBe(expected)
    }
    expect(canonical(utf8('TestCA'))).not.toBe(expected)
    expect(canonical(utf8('JÕEORG'))).toBe(canonical(utf8('jõeorg')))
    expect(canonical(utf8('o\u0303'))).toBe(canonical(utf8('õ')))
    expect(canonical(utf8('ﬁ'))).toBe(canonical(utf8('fi')))
  })

  it('the comparison of names keeps the order of relative names', () => {
    expect(read(name([C, printable('EE')], [CN, utf8('a')])).canonical).not.toBe(
      read(name([CN, utf8('a')], [C, printable('EE')])).canonical,
    )
  })

  it('the comparison of names cannot be deceived by separators inside a value', () => {
    const honest = read(name([O, utf8('x')], [CN, utf8('a')])).canonical
    for (const value of ['x,2.5.4.3=a', 'x+2.5.4.3=a', 'x\\,2.5.4.3=a']) expect(read(name([O, utf8(value)])).canonical).not.toBe(honest)
    expect(read(name([O, utf8('x\\')], [CN, utf8('a')])).canonical).not.toBe(read(name([O, utf8('x\\,2.5.4.3=a')])).canonical)
  })

  it('the comparison of names sees the same name in another order of attributes, and no other name', () => {
    const forward = read(esteid2015)
    const backward = read(
      name([CN, utf8('ESTEID-SK 2015')], ['2.5.4.97', utf8('NTREE-10747013')], [O, utf8('as sertifitseerimiskeskus')], [C, utf8('EE')]),
    )
    expect(backward.canonical).not.toBe(forward.canonical)
    expect(sameName(forward, backward)).toBe(true)
    expect(sameName(forward, read(name([CN, utf8('ESTEID-SK 2015')])))).toBe(false)
    expect(sameName(read(name([O, utf8('a')], [O, utf8('b')])), read(name([O, utf8('a')], [O, utf8('a')])))).toBe(false)
  })
})

describe('texts of names (X509IssuerName)', () => {
  it.each([
    'emailAddress=pki@sk.ee,CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE',
    'EMAILADDRESS=pki@sk.ee, CN=ESTEID-SK 2011, O=AS Sertifitseerimiskeskus, C=EE',
    'E=pki@sk.ee, CN=ESTEID-SK 2011, O=AS Sertifitseerimiskeskus, C=EE',
    'OID.1.2.840.113549.1.9.1=pki@sk.ee, CN=ESTEID-SK 2011, O=AS Sertifitseerimiskeskus, C=EE',
    '1.2.840.113549.1.9.1=#1609706b6940736b2e6565,CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE',
    '1.2.840.113549.1.9.1=#1609706B6940736B2E6565,CN=ESTEID-SK\n      2011,O=AS Sertifitseerimiskeskus,C=EE\n   ',
    'emailAddress=pki@sk.ee;CN="ESTEID-SK 2011";O=AS Sertifitseerimiskeskus;C=EE',
    'C=EE,O=AS Sertifitseerimiskeskus,CN=ESTEID-SK 2011,emailAddress=pki@sk.ee',
    'C=EE/O=AS Sertifitseerimiskeskus/CN=ESTEID-SK 2011/emailAddress=pki@sk.ee',
    '/C=EE/O=AS Sertifitseerimiskeskus/CN=ESTEID-SK 2011/emailAddress=pki@sk.ee',
  ])('the X509IssuerName %s is the issuer ESTEID-SK 2011', (text) => {
    expect(sameName(parsed(text), read(esteid2011))).toBe(true)
  })

  it.each([
    'CN=ESTEID-SK 2015,2.5.4.97=#130e4e545245452d3130373437303133,O=AS Sertifitseerimiskeskus,C=EE',
    'CN=ESTEID-SK 2015,2.5.4.97=#0C0E4E545245452D3130373437303133,O=AS Sertifitseerimiskeskus,C=EE',
    'CN=ESTEID-SK 2015,OID.2.5.4.97=NTREE-10747013,O=AS Sertifitseerimiskeskus,C=EE',
    'cn=ESTEID-SK 2015,organizationIdentifier=NTREE-10747013,o=AS Sertifitseerimiskeskus,c=EE',
  ])('the X509IssuerName %s has the canonical form of the encoded name', (text) => {
    expect(parsed(text).canonical).toBe(read(esteid2015).canonical)
  })

  it.each([
    ['O=Latvijas Valsts radio un telev\\C4\\ABzijas centrs', O, 'Latvijas Valsts radio un televīzijas centrs'],
    ['CN=a\\, b', CN, 'a, b'],
    ['CN=a\\20', CN, 'a '],
    ['CN=a\\ ', CN, 'a '],
    ['CN=  a  ', CN, 'a'],
    ['CN="a, b; c+d=e \\"f\\""', CN, 'a, b; c+d=e "f"'],
    ['CN="x" , C=EE', CN, 'x'],
    ['SERIALNUMBER=1', '2.5.4.5', '1'],
    ['OID.2.5.4.5=#1306323031333036', '2.5.4.5', '201306'],
    ['SN=Jõeorg', '2.5.4.4', 'Jõeorg'],
    ['S=Harju', '2.5.4.8', 'Harju'],
    ['CN=a=b', CN, 'a=b'],
    ['CN=#020105', CN, '#020105'],
    ['O=A/S Firma, C=DK', O, 'A/S Firma'],
  ])('reads the value of %s in a X509IssuerName', (text, type, value) => {
    expect(parsed(text).attributes).toContainEqual({ oid: type, value })
  })

  it('a X509IssuerName keeps a slash that begins no attribute in the older form', () => {
    expect(parsed('/C=DK/O=A/S Firma/CN=x').attributes).toEqual([
      { oid: C, value: 'DK' },
      { oid: O, value: 'A/S Firma' },
      { oid: CN, value: 'x' },
    ])
  })

  it('reads relative names of several attributes in a X509IssuerName', () => {
    expect(parsed('CN=a+SERIALNUMBER=1,C=EE').canonical).toBe(
      read(seq(set(seq(oid(C), printable('EE'))), set(seq(oid(CN), utf8('a')), seq(oid('2.5.4.5'), printable('1'))))).canonical,
    )
  })

  it.each([
    '',
    '   ',
    'no name',
    'CN',
    '=x',
    'UNKNOWN=x',
    'CN=a,',
    'CN=a,,C=EE',
    'CN="a',
    'CN="a"b',
    'CN=a"b',
    'CN=a\\',
    'CN=#',
    'CN=#zz',
    'CN=#0c',
    'CN=#0c0241',
    'CN=#0c024100ff',
    '/x',
    '/',
    '3.1=x',
    `CN=${'x'.repeat(70_000)}`,
  ])('the X509IssuerName "%s" is no name', (text) => {
    expect(parseDistinguishedNameText(text, maxCharacters)).toBeNull()
  })

  it('a X509IssuerName is read up to the bound of characters and not beyond', () => {
    const long = (characters: number) => `CN=${'x'.repeat(characters - 3)}`
    expect(parseDistinguishedNameText(long(100), 100)?.attributes).toHaveLength(1)
    expect(parseDistinguishedNameText(long(101), 100)).toBeNull()
  })

  it('a X509IssuerName takes time in proportion to the length', () => {
    const hostile = [
      'CN=\\41'.repeat(9_000),
      `CN=${'\\'.repeat(60_000)}`,
      'CN=a,'.repeat(12_000),
      '/'.repeat(60_000),
      `C=${' '.repeat(60_000)}x`,
      `${'='.repeat(60_000)}`,
    ]
    const time = cpuMilliseconds(() => {
      for (const text of hostile) parseDistinguishedNameText(text, maxCharacters)
    })
    expect(time).toBeLessThan(4_000)
  })

  it('a X509IssuerName is read from octets', () => {
    expect(codeOf(() => read(octets('00')))).toBe('ASN1_TRUNCATED')
  })
})
