import { describe, expect, it } from 'vitest'
import { digestAlgorithmOfOid, digestAlgorithmOfUri, ecdsaEncodingOfOid, signatureAlgorithmOfUri } from '#readers/crypto'
import { signatureAlgorithmOfOid } from '../../../src/readers/crypto/algorithms.js'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const enc = 'http://www.w3.org/2001/04/xmlenc#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const more2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const more2021 = 'http://www.w3.org/2021/04/xmldsig-more#'

describe('digest identifiers', () => {
  it.each([
    [`${dsig}sha1`, 'SHA1'],
    [`${more}sha224`, 'SHA224'],
    [`${enc}sha256`, 'SHA256'],
    [`${more}sha384`, 'SHA384'],
    [`${enc}sha512`, 'SHA512'],
    [`${enc}ripemd160`, 'RIPEMD160'],
    [`${more}md5`, 'MD5'],
    [`${more2007}sha3-256`, 'SHA3-256'],
    [`${more2007}whirlpool`, 'WHIRLPOOL'],
  ])('a digest identifier names %s (RFC 9231)', (uri, algorithm) => {
    expect(digestAlgorithmOfUri(uri)).toBe(algorithm)
  })

  it('a digest identifier takes the names of neighbouring namespaces, which writers mix up', () => {
    expect(digestAlgorithmOfUri(`${dsig}sha256`)).toBe('SHA256')
    expect(digestAlgorithmOfUri(`${more}sha256`)).toBe('SHA256')
    expect(digestAlgorithmOfUri(`${enc}sha384`)).toBe('SHA384')
  })

  it('a digest identifier has no name for anything else, properties of objects included', () => {
    for (const uri of ['', 'sha256', `${enc}SHA256`, `${enc}sha256 `, '__proto__', 'constructor', 'toString']) {
      expect(digestAlgorithmOfUri(uri)).toBeNull()
      expect(digestAlgorithmOfOid(uri)).toBeNull()
    }
  })
})

describe('signature identifiers', () => {
  it.each([
    [`${more}rsa-md5`, 'RSA', 'MD5'],
    [`${dsig}rsa-sha1`, 'RSA', 'SHA1'],
    [`${more}rsa-sha224`, 'RSA', 'SHA224'],
    [`${more}rsa-sha256`, 'RSA', 'SHA256'],
    [`${more}rsa-sha384`, 'RSA', 'SHA384'],
    [`${more}rsa-sha512`, 'RSA', 'SHA512'],
    [`${more}rsa-ripemd160`, 'RSA', 'RIPEMD160'],
    [`${more}ecdsa-sha1`, 'ECDSA', 'SHA1'],
    [`${more}ecdsa-sha224`, 'ECDSA', 'SHA224'],
    [`${more}ecdsa-sha256`, 'ECDSA', 'SHA256'],
    [`${more}ecdsa-sha384`, 'ECDSA', 'SHA384'],
    [`${more}ecdsa-sha512`, 'ECDSA', 'SHA512'],
    [`${more2007}ecdsa-ripemd160`, 'ECDSA', 'RIPEMD160'],
    [`${more2021}ecdsa-sha3-384`, 'ECDSA', 'SHA3-384'],
    [`${more2007}sha256-rsa-MGF1`, 'RSASSA-PSS', 'SHA256'],
    [`${more2007}sha3-512-rsa-MGF1`, 'RSASSA-PSS', 'SHA3-512'],
    [`${dsig}dsa-sha1`, 'DSA', 'SHA1'],
    ['http://www.w3.org/2009/xmldsig11#dsa-sha256', 'DSA', 'SHA256'],
    [`${more2021}eddsa-ed25519`, 'EDDSA', 'SHA512'],
  ])('a signature identifier names %s (XMLDSig 1.1 6.4, RFC 9231 2.3)', (identifier, encryption, digest) => {
    expect(signatureAlgorithmOfUri(identifier)).toEqual({ identifier, encryption, digest })
  })

  it('a signature identifier has no digest for rsa-pss, whose digest is in the parameters (RFC 9231 2.3.9)', () => {
    const identifier = `${more2007}rsa-pss`
    expect(signatureAlgorithmOfUri(identifier)).toEqual({ identifier, encryption: 'RSASSA-PSS', digest: null })
  })

  it('a signature identifier that is not known is kept without a meaning', () => {
    for (const identifier of ['http://example.org/none', `${dsig}hmac-sha1`, '__proto__', '']) {
      expect(signatureAlgorithmOfUri(identifier)).toEqual({ identifier, encryption: null, digest: null })
      expect(signatureAlgorithmOfOid(identifier)).toEqual({ identifier, encryption: null, digest: null })
    }
  })

  it('a signature identifier has no digest for key types alone, because CMS states the digest separately (RFC 3370 3.2)', () => {
    expect(signatureAlgorithmOfOid('1.2.840.113549.1.1.1')).toMatchObject({ encryption: 'RSA', digest: null })
    expect(signatureAlgorithmOfOid('1.2.840.113549.1.1.11')).toMatchObject({ encryption: 'RSA', digest: 'SHA256' })
  })

  it('a signature identifier of plain ECDSA values is known by its OID (BSI TR-03111 5.2.1)', () => {
    expect(signatureAlgorithmOfOid('0.4.0.127.0.7.1.1.4.1.3')).toMatchObject({ encryption: 'ECDSA', digest: 'SHA256' })
    expect(ecdsaEncodingOfOid('0.4.0.127.0.7.1.1.4.1.3')).toBe('ieee-p1363')
    expect(ecdsaEncodingOfOid('1.2.840.10045.4.3.2')).toBe('der')
  })
})
