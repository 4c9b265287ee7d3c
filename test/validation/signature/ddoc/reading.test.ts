import { describe, expect, it } from 'vitest'
import { parseDistinguishedNameText } from '#readers/x509'
import { readDdocTime } from '../../../../src/validation/signature/ddoc/date-time.js'
import { designatesIssuer, nameInOrder } from '../../../../src/validation/signature/ddoc/issuer-name.js'
import { readSerialNumber } from '../../../../src/validation/signature/ddoc/signed-properties.js'

describe('a time of DIGIDOC-XML', () => {
  const read = (text: string, invertedOffsets = false) => {
    const instant = readDdocTime(text, { invertedOffsets })
    return instant === null ? null : new Date(instant).toISOString()
  }

  it.each([
    ['2014-06-26T05:00:11Z', '2014-06-26T05:00:11.000Z'],
    ['2009.06.01T10:41:09Z', '2009-06-01T10:41:09.000Z'],
    ['2009-06-01T10:41:09.123Z', '2009-06-01T10:41:09.000Z'],
    ['2009-06-01T10:41:09+03:00', '2009-06-01T07:41:09.000Z'],
  ])('reads a time of DIGIDOC-XML: %s', (text, expected) => expect(read(text)).toBe(expected))

  it.each([
    ['2002.10.07T15:10:19-03:00', '2002-10-07T12:10:19.000Z'],
    ['2002.12.07T14:10:47-02:00', '2002-12-07T12:10:47.000Z'],
    ['2002.12.07T14:10:47+02:00', '2002-12-07T12:10:47.000Z'],
  ])('reads a time of DIGIDOC-XML 1.0 with the sign of its offset inverted: %s', (text, expected) =>
    expect(read(text, true)).toBe(expected),
  )

  it.each([
    '',
    'eile',
    '2014-06-26T05:00:11',
    '2014-02-30T05:00:11Z',
    '2014-13-01T05:00:11Z',
    '0014-06-26T05:00:11Z',
    '2014-06-26T24:00:00Z',
    '2014-06-26T05:60:00Z',
    '2014-06-26T05:00:11-15:00',
  ])('takes %j for no time of DIGIDOC-XML', (text) => expect(read(text)).toBeNull())
})

describe('X509IssuerName of DIGIDOC-XML', () => {
  const issuer = parseDistinguishedNameText('CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE', 65_536)
  if (issuer === null) throw new Error('not a name')

  it.each([
    'C=EE/O=AS Sertifitseerimiskeskus/CN=ESTEID-SK 2011/emailAddress=pki@sk.ee',
    '/emailAddress=pki@sk.ee/C=EE/O=AS Sertifitseerimiskeskus/CN=ESTEID-SK 2011',
    '1.2.840.113549.1.9.1=#1609706b6940736b2e6565,CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE',
    'OID.1.2.840.113549.1.9.1=pki@sk.ee, CN=ESTEID-SK 2011, O=AS Sertifitseerimiskeskus, C=EE',
    'cn=esteid-sk 2011, c=ee',
  ])('reads the X509IssuerName of DIGIDOC-XML: %s is the issuer', (text) => expect(designatesIssuer(text, issuer, 65_536)).toBe(true))

  it.each([
    '',
    'C=EE',
    'CN=ESTEID-SK 2007,O=AS Sertifitseerimiskeskus,C=EE',
    'CN=ESTEID-SK 2011,O=Keegi',
    'ESTEID-SK 2011',
    'CN=ESTEID-SK 2011,CN=Muu',
  ])('takes %j for no X509IssuerName of the issuer', (text) => expect(designatesIssuer(text, issuer, 65_536)).toBe(false))

  it('does not look for X509IssuerName in a text beyond the bound', () => {
    const text = 'CN=ESTEID-SK 2011,O=AS Sertifitseerimiskeskus,C=EE'
    expect(designatesIssuer(text, issuer, text.length)).toBe(true)
    expect(designatesIssuer(text, issuer, text.length - 1)).toBe(false)
  })

  it('shows X509IssuerName in the order of the encoding', () => {
    expect(nameInOrder(issuer)).toBe('C=EE,O=AS Sertifitseerimiskeskus,CN=ESTEID-SK 2011')
  })
})

describe('a serial number', () => {
  it.each([
    ['1033646604', '1033646604'],
    ['00012', '12'],
    ['-5', '-5'],
    ['', null],
    ['12a', null],
    ['9'.repeat(101), null],
  ])('reads the serial number %j as %j', (text, expected) => expect(readSerialNumber(text)).toBe(expected))
})
