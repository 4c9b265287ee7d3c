import { describe, expect, it } from 'vitest'
import { cmsAttributes, readCmsSignaturePolicy, readSignedData } from '#readers/cms'
import type { CmsAttribute } from '../../../src/readers/cms/attribute.js'
import { codeOf, explicit, limits, NULL, octetString, oid, seq, set, tlv } from '../der/encoding.js'
import { attribute, crl, messageDigest, ocspResponse, SHA256, signedData, signerInfo } from '../x509/sample-structures.js'

const policy = (...values: readonly Buffer[]): readonly CmsAttribute[] => [
  { oid: cmsAttributes.signaturePolicy, encoding: Buffer.alloc(0), values },
]
const hash = seq(SHA256, octetString('0102'))
const uri = seq(oid('1.2.840.113549.1.9.16.5.1'), tlv(0x16, Buffer.from('http://policy')))

describe('signature policy (EN 319 122-1, 5.2.9.1)', () => {
  it.each([
    ['none', [], null],
    ['implied', policy(NULL), { kind: 'implied' }],
    ['an identifier', policy(seq(oid('1.2.3'))), { kind: 'explicit', identifier: '1.2.3', digest: null, uri: null }],
    [
      'identifier, digest and address',
      policy(seq(oid('1.2.3'), hash, seq(seq(oid('1.2'), NULL), uri))),
      {
        kind: 'explicit',
        identifier: '1.2.3',
        digest: { identifier: '2.16.840.1.101.3.4.2.1', algorithm: 'SHA256', value: '0102' },
        uri: 'http://policy',
      },
    ],
  ])('reads the signature policy of a CMS signature (EN 319 122-1, 5.2.9.1): %s', (_, attributes, expected) => {
    expect(readCmsSignaturePolicy(attributes, limits)).toEqual(expected)
  })

  it.each([
    ['two of them', policy(NULL, NULL), 'ASN1_DUPLICATE_ATTRIBUTE'],
    ['another value', policy(octetString('01')), 'ASN1_UNEXPECTED_ELEMENT'],
    ['something behind it', policy(seq(oid('1.2.3'), hash, seq(), NULL)), 'ASN1_UNEXPECTED_ELEMENT'],
  ])('refuses the signature policy of a CMS signature with %s', (_, attributes, code) => {
    expect(codeOf(() => readCmsSignaturePolicy(attributes, limits))).toBe(code)
  })
})

describe('adbe-revocationInfoArchival (ISO 32000-1, 12.8.3.3.2)', () => {
  const archived = (value: Buffer) => {
    const { crls, ocspResponses } = readSignedData(
      signedData({ signers: [signerInfo([messageDigest, attribute('1.2.840.113583.1.1.8', value)])] }),
      limits,
    )
    return [crls, ocspResponses]
  }
  it('adbe-revocationInfoArchival contains CRLs and OCSP responses', () => {
    expect(archived(seq(explicit(0, seq(crl())), explicit(1, seq(ocspResponse()))))).toEqual([[crl()], [ocspResponse()]])
    expect(archived(seq(explicit(1, seq(ocspResponse()))))).toEqual([[], [ocspResponse()]])
  })

  it('adbe-revocationInfoArchival contains nothing when it cannot be read', () => {
    expect(archived(set())).toEqual([[], []])
  })
})
