import { describe, expect, it } from 'vitest'
import { readDigestInfo } from '#readers/crypto'
import { encodeDigestInfo } from '../../../src/readers/crypto/digest-info.js'
import { NULL, octetString, octets, oid, seq } from '../der/encoding.js'

const value = Buffer.alloc(32, 7)
const sha256 = oid('2.16.840.1.101.3.4.2.1')

describe('DigestInfo (RFC 8017 A.2.4)', () => {
  it('DigestInfo names digest and value, with NULL or without (RFC 8017 A.2.4)', () => {
    for (const withNull of [true, false]) {
      expect(readDigestInfo(encodeDigestInfo('SHA256', value, withNull))).toEqual({
        algorithm: 'SHA256',
        oid: '2.16.840.1.101.3.4.2.1',
        digest: value,
      })
    }
    expect(readDigestInfo(seq(seq(oid('1.2.3')), octetString('01')))).toMatchObject({ algorithm: null, oid: '1.2.3' })
  })

  it.each([
    ['random octets', value],
    ['nothing', Buffer.alloc(0)],
    ['a bare digest in an OCTET STRING (NS28_WrongSignerCertInOCSPResp.bdoc)', octetString(value)],
    ['an OCTET STRING around it', octetString(encodeDigestInfo('SHA256', value, true))],
    ['octets behind it', octets(encodeDigestInfo('SHA256', value, true), '00')],
    ['a member too many', seq(seq(sha256, NULL), octetString(value), NULL)],
    ['other parameters', seq(seq(sha256, octetString('00')), octetString(value))],
    ['a NULL with content', seq(seq(sha256, octets('050100')), octetString(value))],
    ['parameters too many', seq(seq(sha256, NULL, NULL), octetString(value))],
    ['a length that is not minimal', octets('308131', encodeDigestInfo('SHA256', value, true).subarray(2))],
    ['more octets than any has', encodeDigestInfo('SHA256', Buffer.alloc(120), true)],
    ['decimal digits', Buffer.from('1460178750482')],
  ])('DigestInfo is not %s', (_, der) => {
    expect(readDigestInfo(der)).toBeNull()
  })
})
