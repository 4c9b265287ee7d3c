import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSignedData, readTimeStampToken, withoutPadding } from '#readers/cms'
import { readCertificate, readIssuerSerial, readOcspResponse } from '#readers/x509'
import { designates } from '../../../src/readers/cms/verify-signer-info.js'
import {
  codeOf,
  explicit,
  generalizedTime,
  indefinite,
  integer,
  limits,
  NULL,
  octetString,
  octets,
  oid,
  seq,
  set,
  TRUE,
  tlv,
  utcTime,
} from '../der/encoding.js'
import {
  attribute,
  basicResponse,
  certificate,
  contentType,
  crl,
  extension,
  issuer,
  messageDigest,
  ocspResponse,
  SHA256,
  signedData,
  signerInfo,
  TST_INFO,
  tstInfo,
} from '../x509/sample-structures.js'

const read = (ber: Uint8Array) => readTimeStampToken(ber, limits)
const code = (ber: Uint8Array) => codeOf(() => read(ber))
const withSigner = (...signers: readonly Buffer[]) => signedData({ signers })
/** Content octets of a value whose length has one or two octets. */
const contentOf = (der: Buffer) => der.subarray((der[1] ?? 0) < 0x80 ? 2 : 3)
const issuerSerial = seq(seq(tlv(0xa4, issuer)), integer('0102'))

describe('a time-stamp token (RFC 3161 2.4.2)', () => {
  it('a time-stamp token gives the fields of TSTInfo', () => {
    const ber = signedData()
    expect(read(ber)).toMatchObject({
      id: createHash('sha256').update(ber).digest('hex'),
      genTime: Date.UTC(2014, 9, 30, 18, 50, 35, 974),
      serialNumber: 0x0123456789abcdefn.toString(),
      tsaPolicy: '0.4.0.2023.1.1',
      tsaName: null,
      imprint: { identifier: '2.16.840.1.101.3.4.2.1', algorithm: 'SHA256', value: 'dd'.repeat(32) },
      unknownCriticalExtensions: [],
      certificates: [],
      crls: [],
      ocspResponses: [],
    })
    expect(read(ber).tstInfo.equals(tstInfo())).toBe(true)
    expect(read(ber).encoded.equals(ber)).toBe(true)
  })

  it('a time-stamp token passes over accuracy, ordering and nonce, and gives the name of the authority and critical extensions', () => {
    const accuracy = seq(integer('01'), tlv(0x80, '01f4'))
    const behind = [accuracy, TRUE, integer('0a'), explicit(0, tlv(0xa4, issuer)), tlv(0xa1, extension('1.2.3', NULL, TRUE))]
    const token = read(signedData({ content: explicit(0, octetString(tstInfo({ behind }))) }))
    expect(token.tsaName?.text).toBe('CN=Test CA,C=EE')
    expect(token.unknownCriticalExtensions).toEqual(['1.2.3'])
    const other = tstInfo({ behind: [explicit(0, tlv(0x86, Buffer.from('http://tsa')))] })
    expect(read(signedData({ content: explicit(0, octetString(other)) })).tsaName).toBeNull()
  })

  it.each([
    ['two values in the place of the name', [explicit(0, tlv(0xa4, issuer), NULL)], 'ASN1_UNEXPECTED_ELEMENT'],
    ['an ordering of two octets', [tlv(0x01, 'ffff')], 'ASN1_BOOLEAN'],
  ])('a time-stamp token is not read with %s', (_, behind, expected) => {
    expect(code(signedData({ content: explicit(0, octetString(tstInfo({ behind }))) }))).toBe(expected)
  })

  it('a time-stamp token may be BER around the signed parts: indefinite lengths, content in pieces (RFC 5652 5.2)', () => {
    const info = tstInfo()
    const content = indefinite(0xa0, indefinite(0x24, octetString(info.subarray(0, 20)), octetString(info.subarray(20))))
    const body = indefinite(
      0x30,
      integer('03'),
      set(SHA256),
      indefinite(0x30, oid(TST_INFO), content),
      indefinite(0xa0, certificate()),
      set(signerInfo()),
    )
    const token = read(indefinite(0x30, oid('1.2.840.113549.1.7.2'), indefinite(0xa0, body)))
    expect(token.tstInfo.equals(info)).toBe(true)
    expect(token.certificates).toHaveLength(1)
    expect(token.signer.messageDigest?.toString('hex')).toBe('cc'.repeat(32))
  })

  it.each([
    ['another CMS type', signedData({ type: '1.2.840.113549.1.7.1' }), 'ASN1_CONTENT_TYPE'],
    ['another content', signedData({ contentType: '1.2.840.113549.1.7.1' }), 'ASN1_CONTENT_TYPE'],
    ['detached content', signedData({ content: '' }), 'ASN1_CONTENT_TYPE'],
    ['no signer', withSigner(), 'ASN1_SIGNER_COUNT'],
    ['two signers', withSigner(signerInfo(), signerInfo()), 'ASN1_SIGNER_COUNT'],
    ['version 2', signedData({ content: explicit(0, octetString(tstInfo({ version: integer('02') }))) }), 'ASN1_VERSION'],
    [
      'a time without Z',
      signedData({ content: explicit(0, octetString(tstInfo({ genTime: generalizedTime('20141030185035') }))) }),
      'ASN1_TIME',
    ],
    ['something behind TSTInfo', signedData({ content: explicit(0, octetString(tstInfo(), '00')) }), 'ASN1_TRAILING_BYTES'],
    [
      'TSTInfo that is BER',
      signedData({ content: explicit(0, octetString(indefinite(0x30, tstInfo().subarray(2)))) }),
      'ASN1_INDEFINITE_LENGTH',
    ],
    ['content that is no OCTET STRING', signedData({ content: explicit(0, tstInfo()) }), 'ASN1_UNEXPECTED_ELEMENT'],
    [
      'content with the octets of TSTInfo under another tag',
      signedData({ content: explicit(0, tlv(0x0c, tstInfo())) }),
      'ASN1_UNEXPECTED_ELEMENT',
    ],
    ['something behind the content', signedData({ content: octets(explicit(0, octetString(tstInfo())), NULL) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['something beside the content', signedData({ content: explicit(0, octetString(tstInfo()), NULL) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['something behind the signer', withSigner(seq(contentOf(signerInfo()), NULL)), 'ASN1_UNEXPECTED_ELEMENT'],
    [
      'something behind the fields of TSTInfo',
      signedData({ content: explicit(0, octetString(tstInfo({ behind: [NULL] }))) }),
      'ASN1_UNEXPECTED_ELEMENT',
    ],
    ['a signer in a SET', withSigner(signerInfo(undefined, undefined, set(issuer, integer('0102')))), 'ASN1_UNEXPECTED_ELEMENT'],
    [
      'a signer under another tag',
      withSigner(signerInfo(undefined, undefined, tlv(0xa1, issuer, integer('0102')))),
      'ASN1_UNEXPECTED_ELEMENT',
    ],
    ['octets behind it', octets(signedData(), '0001'), 'ASN1_TRAILING_BYTES'],
    ['a response around it', seq(seq('020100'), signedData()), 'ASN1_UNEXPECTED_ELEMENT'],
  ])('a time-stamp token is refused with %s', (_, ber, expected) => {
    expect(code(ber)).toBe(expected)
  })
})

describe('the signer of CMS (RFC 5652 5.3)', () => {
  it('the signer of CMS completes a bare key type with its digest', () => {
    expect(read(signedData()).signer).toMatchObject({
      version: 1,
      digestOid: '2.16.840.1.101.3.4.2.1',
      digestAlgorithm: 'SHA256',
      signatureAlgorithm: { identifier: '1.2.840.113549.1.1.1', encryption: 'RSA', digest: 'SHA256' },
      pss: null,
      contentType: TST_INFO,
      signingCertificates: null,
      signingTime: null,
    })
  })

  it('the signer of CMS gives the signed attributes as the SET that was signed (5.4)', () => {
    expect(read(signedData()).signer.signedAttributesDer?.equals(set(contentType, messageDigest))).toBe(true)
    const bare = readSignedData(withSigner(signerInfo([])), limits).signers[0]
    expect(bare?.signedAttributesDer).toBeNull()
    expect(bare?.messageDigest).toBeNull()
  })

  it('the signer of CMS converts signed attributes from BER to DER: definite lengths, sorted sets, strings in one piece (5.4)', () => {
    const pieces = indefinite(0x24, octetString('0102'), octetString('03'))
    const unusual = seq(oid('1.2.3.4'), set(pieces))
    const signerOf = (attributes: Buffer) =>
      readSignedData(
        withSigner(seq(integer('01'), seq(issuer, integer('01')), SHA256, attributes, seq(oid('1.2.840.113549.1.1.1')), octetString('01'))),
        limits,
      ).signers[0]?.signedAttributesDer
    const sorted = set(...[messageDigest, contentType].sort(Buffer.compare))
    expect(signerOf(indefinite(0xa0, contentType, messageDigest))).toEqual(sorted)
    expect(signerOf(explicit(0, messageDigest, contentType))).toEqual(sorted)
    expect(signerOf(explicit(0, contentType, messageDigest))).toEqual(sorted)
    expect(signerOf(explicit(0, unusual))).toEqual(set(seq(oid('1.2.3.4'), set(octetString('010203')))))
    const long = Buffer.concat([Buffer.from('3081', 'hex'), Buffer.of(contentType.length - 2), contentType.subarray(2)])
    expect(signerOf(explicit(0, long))).toEqual(set(contentType))
  })

  it('the signer of CMS has no signed attribute with a broken value, at any level and under any tag (5.4)', () => {
    const signed = (value: Buffer) =>
      readSignedData(withSigner(signerInfo([contentType, messageDigest, seq(oid('1.2.3.4'), set(value))])), limits).signers[0]
        ?.signedAttributesDer
    const underLongTag = (content: Buffer) => octets('bf1f', Buffer.of(content.length), content)
    const truncated = octets('0205 01')
    const nested = (levels: number): Buffer => (levels === 0 ? NULL : seq(nested(levels - 1)))
    expect(signed(underLongTag(integer('01')))?.includes(underLongTag(integer('01')))).toBe(true)
    for (const broken of [seq(truncated), seq(seq(truncated)), underLongTag(truncated), underLongTag(seq(truncated))])
      expect(codeOf(() => signed(broken))).toBe('ASN1_TRUNCATED')
    expect(codeOf(() => signed(nested(40)))).toBe('no error')
    expect(codeOf(() => signed(nested(limits.maxDepth)))).toBe('ASN1_TOO_DEEP')
  })

  it('the signer of CMS is read from a place that was kept larger, when zeros follow', () => {
    const message = signedData()
    expect(withoutPadding(octets(message, '0000'), limits)).toEqual({ encoding: message, onlyZerosFollow: true })
    expect(withoutPadding(octets(message, '0001'), limits)).toEqual({ encoding: message, onlyZerosFollow: false })
    const open = indefinite(0x30, oid('1.2.3'))
    expect(withoutPadding(octets(open, '00'), limits).encoding).toEqual(open)
  })

  it('the signer of CMS is designated by issuer and serial number or by key identifier', () => {
    const own = readCertificate(certificate({ extensions: explicit(3, seq(extension('2.5.29.14', octetString('0a0b')))) }), limits)
    const other = readCertificate(certificate({ serialNumber: integer('05') }), limits)
    const byName = read(signedData()).signer
    expect([designates(byName, own), designates(byName, other)]).toEqual([true, false])
    const byKey = read(withSigner(signerInfo(undefined, [], tlv(0x80, '0a0b')))).signer
    expect(byKey.identifier).toEqual({ kind: 'key-identifier', subjectKeyIdentifier: '0a0b' })
    expect([designates(byKey, own), designates(byKey, other)]).toEqual([true, false])
    expect(code(withSigner(signerInfo(undefined, [], tlv(0x81, '0a'))))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })

  it('the signer of CMS gives the certificate ids of both signing-certificate attributes (RFC 2634 5.4, RFC 5035 3)', () => {
    const v1 = attribute('1.2.840.113549.1.9.16.2.12', seq(seq(seq(octetString('01'.repeat(20)), issuerSerial))))
    const v2 = attribute(
      '1.2.840.113549.1.9.16.2.47',
      seq(seq(seq(octetString('02'.repeat(32))), seq(seq(oid('2.16.840.1.101.3.4.2.3')), octetString('03'.repeat(64))))),
    )
    expect(read(withSigner(signerInfo([contentType, messageDigest, v1, v2]))).signer.signingCertificates).toEqual([
      {
        version: 'v1',
        digest: { identifier: '1.3.14.3.2.26', algorithm: 'SHA1', value: '01'.repeat(20) },
        issuerSerial: { issuer: expect.objectContaining({ text: 'CN=Test CA,C=EE' }), serialNumber: '258' },
      },
      { version: 'v2', digest: { identifier: '2.16.840.1.101.3.4.2.1', algorithm: 'SHA256', value: '02'.repeat(32) }, issuerSerial: null },
      { version: 'v2', digest: { identifier: '2.16.840.1.101.3.4.2.3', algorithm: 'SHA512', value: '03'.repeat(64) }, issuerSerial: null },
    ])
  })

  it.each([
    ['a value behind the policies', seq(seq(seq(octetString('02'.repeat(32)))), seq(), NULL)],
    ['a value behind the issuer', seq(seq(seq(octetString('02'.repeat(32)), issuerSerial, NULL)))],
    ['a SET for the certificate id', seq(seq(set(octetString('02'.repeat(32)))))],
    ['a digest algorithm of three values', seq(seq(seq(seq(oid('2.16.840.1.101.3.4.2.3'), NULL, NULL), octetString('03'.repeat(64)))))],
  ])('the signer of CMS is read without a signing-certificate attribute that has %s', (_, value) => {
    const v2 = attribute('1.2.840.113549.1.9.16.2.47', value)
    expect(code(withSigner(signerInfo([contentType, messageDigest, v2])))).toBe('ASN1_UNEXPECTED_ELEMENT')
  })

  it('the signer of CMS reads signing-time, and keeps all attributes', () => {
    const time = attribute('1.2.840.113549.1.9.5', utcTime('141030185035Z'))
    const { signer } = read(withSigner(signerInfo([contentType, messageDigest, time], [attribute('1.2.3', NULL, TRUE)])))
    expect(signer.signingTime).toBe(Date.UTC(2014, 9, 30, 18, 50, 35))
    expect(signer.signedAttributes).toHaveLength(3)
    expect(signer.unsignedAttributes).toMatchObject([{ oid: '1.2.3', values: [NULL, TRUE] }])
  })

  it.each([
    ['stands twice', [contentType, messageDigest, messageDigest], 'ASN1_DUPLICATE_ATTRIBUTE'],
    ['has two values', [attribute('1.2.840.113549.1.9.4', octetString('01'), octetString('02'))], 'ASN1_DUPLICATE_ATTRIBUTE'],
    ['has no value', [attribute('1.2.840.113549.1.9.4')], 'ASN1_DUPLICATE_ATTRIBUTE'],
    ['has a value of another type', [attribute('1.2.840.113549.1.9.4', NULL)], 'ASN1_UNEXPECTED_ELEMENT'],
  ])('the signer of CMS is refused when an attribute that counts %s', (_, attributes, expected) => {
    expect(code(withSigner(signerInfo(attributes)))).toBe(expected)
  })
})

describe('data that a message contains', () => {
  it('a CMS message contains certificates, others formats aside', () => {
    const token = read(signedData({ certificates: [certificate(), tlv(0xa1, NULL), tlv(0xa3, NULL), seq(NULL)] }))
    expect(token.certificates).toHaveLength(1)
    expect(token.unreadableCertificates).toHaveLength(1)
  })

  it('a CMS message contains not more certificates than the bound, readable or not', () => {
    const two = signedData({ certificates: [certificate(), seq(NULL)] })
    expect(codeOf(() => readTimeStampToken(two, { ...limits, maxCertificates: 2 }))).toBe('no error')
    expect(codeOf(() => readTimeStampToken(two, { ...limits, maxCertificates: 1 }))).toBe('ASN1_TOO_MANY_ELEMENTS')
  })

  it('a CMS message contains CRLs and OCSP responses, in the crls field and in unsigned attributes (RFC 5940, EN 319 122-1 A.1.1)', () => {
    const list = crl()
    const response = ocspResponse()
    const inField = tlv(0xa1, oid('1.3.6.1.5.5.7.16.2'), response)
    const values = attribute('1.2.840.113549.1.9.16.2.24', seq(explicit(0, seq(list)), explicit(1, seq(basicResponse()))))
    const certificates = attribute('1.2.840.113549.1.9.16.2.23', seq(certificate()))
    const data = readSignedData(
      signedData({ crls: [list, inField, tlv(0xa1, oid('1.2.3'), NULL)], signers: [signerInfo(undefined, [values, certificates])] }),
      limits,
    )
    expect(data.crls.map((der) => der.equals(list))).toEqual([true, true])
    expect(data.ocspResponses.map((der) => der.equals(response))).toEqual([true, true])
    expect(readOcspResponse(data.ocspResponses[1] ?? Buffer.alloc(0), limits).kind).toBe('basic')
    expect(data.certificates).toHaveLength(1)
  })

  it('a CMS message contains an OCSP response in its crls field also where only its BasicOCSPResponse is there (RFC 6960, 4.2.1)', () => {
    const inField = tlv(0xa1, oid('1.3.6.1.5.5.7.48.1.1'), basicResponse())
    const { ocspResponses, parts } = readSignedData(signedData({ crls: [inField] }), limits)
    expect(ocspResponses.map((der) => der.equals(ocspResponse()))).toEqual([true])
    // What a time-stamp over the message covers stays the choice as it is written.
    expect(parts.revocations.map(({ encoding, crl: list, ocspResponse: response }) => [encoding.equals(inField), list, response])).toEqual([
      [true, null, ocspResponse()],
    ])
    const absent = tlv(0xa1, oid('1.3.6.1.5.5.7.48.1.1'), NULL)
    expect(codeOf(() => readSignedData(signedData({ crls: [absent] }), limits))).not.toBe('no error')
  })

  it('a CMS message contains nothing where an unsigned attribute cannot be read', () => {
    const broken = attribute('1.2.840.113549.1.9.16.2.24', octetString('01'))
    expect(read(withSigner(signerInfo(undefined, [broken]))).crls).toEqual([])
  })
})

describe('IssuerSerial (RFC 5035 4)', () => {
  it('IssuerSerial has one directory name and a number (RFC 5035 4)', () => {
    expect(readIssuerSerial(issuerSerial, limits)).toMatchObject({ issuer: { text: 'CN=Test CA,C=EE' }, serialNumber: '258' })
    for (const names of [seq(), seq(tlv(0x86, '61')), seq(tlv(0xa4, issuer), tlv(0xa4, issuer))]) {
      expect(codeOf(() => readIssuerSerial(seq(names, integer('01')), limits))).toBe('ASN1_UNEXPECTED_ELEMENT')
    }
  })
})
