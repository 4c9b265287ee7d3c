import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCertificate } from '#readers/x509'
import { issueCertificate } from '../../support/certificate.js'
import { testKey } from '../../support/keys.js'
import {
  bitString,
  codeOf,
  explicit,
  integer,
  limits,
  NULL,
  octetString,
  octets,
  oid,
  printable,
  seq,
  TRUE,
  tlv,
  utcTime,
} from '../der/encoding.js'
import {
  basicConstraints,
  certificate,
  explicitFalse,
  extension,
  issuer,
  publicKeyInfo,
  SHA1_WITH_RSA,
  SHA256,
  SHA256_WITH_RSA,
  subject,
  withExtensions,
} from './sample-structures.js'

const read = (der: Uint8Array) => readCertificate(der, limits)
const facts = (der: Uint8Array) => read(der).facts
const code = (der: Uint8Array) => codeOf(() => read(der))
const uri = (text: string) => tlv(0x86, Buffer.from(text))

describe('a certificate (RFC 5280 4.1)', () => {
  it('a certificate gives its facts', () => {
    const der = certificate()
    expect(facts(der)).toEqual({
      id: createHash('sha256').update(der).digest('hex'),
      encoded: der,
      subject: {
        text: 'CN=JÕEORG\\,JAAK-KRISTJAN\\,38001085718,C=EE',
        canonical: '2.5.4.6=ee,2.5.4.3=jõeorg\\,jaak-kristjan\\,38001085718',
        attributes: [
          { oid: '2.5.4.6', value: 'EE' },
          { oid: '2.5.4.3', value: 'JÕEORG,JAAK-KRISTJAN,38001085718' },
        ],
      },
      issuer: {
        text: 'CN=Test CA,C=EE',
        canonical: '2.5.4.6=ee,2.5.4.3=test ca',
        attributes: [
          { oid: '2.5.4.6', value: 'EE' },
          { oid: '2.5.4.3', value: 'Test CA' },
        ],
      },
      serialNumber: '258',
      notBefore: Date.UTC(2016, 0, 1),
      notAfter: Date.UTC(2050, 0, 1),
      publicKey: { id: createHash('sha256').update(publicKeyInfo).digest('hex'), algorithm: 'RSA', size: 2048, curve: null },
      signatureAlgorithm: { identifier: '1.2.840.113549.1.1.11', encryption: 'RSA', digest: 'SHA256' },
      subjectKeyIdentifier: null,
      authorityKeyIdentifier: null,
      basicConstraints: null,
      keyUsage: null,
      extendedKeyUsage: null,
      certificatePolicies: [],
      qcStatements: [],
      extensions: [],
      ocspUrls: [],
      caIssuersUrls: [],
      crlUrls: [],
    })
  })

  it('a certificate gives the slices that hashes and signature checks need', () => {
    const der = certificate()
    const slices = read(der)
    expect(slices.subjectDer.equals(subject)).toBe(true)
    expect(slices.issuerDer.equals(issuer)).toBe(true)
    expect(slices.publicKeyInfo.equals(publicKeyInfo)).toBe(true)
    expect(bitString(slices.subjectPublicKeyBits).equals(publicKeyInfo.subarray(-slices.subjectPublicKeyBits.length - 5))).toBe(true)
    expect(slices.signature.toString('hex')).toBe('0102030405')
    expect(der.includes(slices.tbs)).toBe(true)
    expect(slices.pss).toBeNull()
  })

  it('a certificate reads version 1 without a version field', () => {
    expect(facts(certificate({ version: '' })).serialNumber).toBe('258')
  })

  it('a certificate reads the parameters of RSASSA-PSS, with their defaults (RFC 4055 3.1)', () => {
    const pss = (...parameters: readonly Buffer[]) => read(certificate({ inner: seq(oid('1.2.840.113549.1.1.10'), ...parameters) }))
    const sha256 = seq(oid('2.16.840.1.101.3.4.2.1'), NULL)
    const mgf = seq(oid('1.2.840.113549.1.1.8'), sha256)
    const stated = pss(seq(explicit(0, sha256), explicit(1, mgf), explicit(2, integer('20'))))
    expect(stated.facts.signatureAlgorithm).toMatchObject({ encryption: 'RSASSA-PSS', digest: 'SHA256' })
    expect(stated.pss).toEqual({ mgfDigest: 'SHA256', saltLength: 32 })
    const defaults = pss(seq())
    expect(defaults.facts.signatureAlgorithm.digest).toBe('SHA1')
    expect(defaults.pss).toEqual({ mgfDigest: 'SHA1', saltLength: 20 })
    expect(pss().pss?.mgfDigest).toBeNull()
    expect(pss().facts.signatureAlgorithm.digest).toBeNull()
    expect(pss(seq(explicit(1, seq(oid('1.2.3'), sha256)))).pss?.mgfDigest).toBeNull()
    expect(pss(seq(explicit(3, integer('02')))).pss?.mgfDigest).toBeNull()
    expect(pss(seq(explicit(3, integer('01')))).pss?.mgfDigest).toBe('SHA1')
  })
})

describe('extensions (RFC 5280 4.2, EN 319 412-5)', () => {
  it('extensions of a certificate are all listed in order, and those with a fact are read', () => {
    const qc = (type: string, ...rest: readonly Buffer[]) => seq(oid(type), ...rest)
    const der = withExtensions(
      basicConstraints,
      extension('2.5.29.15', octets('0302 0640'), TRUE),
      extension('2.5.29.37', seq(oid('1.3.6.1.5.5.7.3.8')), TRUE),
      extension('2.5.29.14', octetString('0A0B')),
      extension('2.5.29.35', seq(tlv(0x80, '0C0D'))),
      extension('2.5.29.32', seq(seq(oid('1.3.6.1.4.1.51361.1.2.1'), seq()), seq(oid('0.4.0.194112.1.2')))),
      extension(
        '1.3.6.1.5.5.7.1.1',
        seq(seq(oid('1.3.6.1.5.5.7.48.1'), uri('http://ocsp')), seq(oid('1.3.6.1.5.5.7.48.2'), uri('http://ca'))),
      ),
      extension('2.5.29.31', seq(seq(explicit(0, explicit(0, uri('http://crl'), tlv(0xa4, issuer)))), seq(tlv(0x81, '0780')))),
      extension(
        '1.3.6.1.5.5.7.1.3',
        seq(
          qc('0.4.0.1862.1.1'),
          qc('0.4.0.1862.1.6', seq(oid('0.4.0.1862.1.6.1'), oid('0.4.0.1862.1.6.2'))),
          qc('0.4.0.1862.1.7', seq(printable('EE'), printable('LV'))),
          qc('0.4.0.1862.1.5', seq(seq(tlv(0x16, Buffer.from('https://x')), printable('EN')))),
        ),
      ),
      extension('1.2.3.4', octets('0500'), TRUE),
    )
    expect(facts(der)).toMatchObject({
      basicConstraints: { ca: true, pathLength: 1 },
      keyUsage: ['nonRepudiation'],
      extendedKeyUsage: { critical: true, purposes: ['1.3.6.1.5.5.7.3.8'] },
      subjectKeyIdentifier: '0a0b',
      authorityKeyIdentifier: '0c0d',
      certificatePolicies: ['1.3.6.1.4.1.51361.1.2.1', '0.4.0.194112.1.2'],
      ocspUrls: ['http://ocsp'],
      caIssuersUrls: ['http://ca'],
      crlUrls: ['http://crl'],
      qcStatements: [
        { oid: '0.4.0.1862.1.1', values: [] },
        { oid: '0.4.0.1862.1.6', values: ['0.4.0.1862.1.6.1', '0.4.0.1862.1.6.2'] },
        { oid: '0.4.0.1862.1.7', values: ['EE', 'LV'] },
        { oid: '0.4.0.1862.1.5', values: [] },
      ],
    })
    expect(facts(der).extensions.at(-1)).toEqual({ oid: '1.2.3.4', critical: true })
    expect(facts(der).extensions).toHaveLength(10)
  })

  it('extensions of a certificate name every bit of key usage', () => {
    expect(facts(withExtensions(extension('2.5.29.15', octets('0303 07 ff80')))).keyUsage).toHaveLength(9)
    expect(facts(withExtensions(extension('2.5.29.15', octets('0302 05e0')))).keyUsage).toEqual([
      'digitalSignature',
      'nonRepudiation',
      'keyEncipherment',
    ])
    expect(facts(withExtensions(extension('2.5.29.15', octets('0301 00')))).keyUsage).toEqual([])
  })

  it('extensions of a certificate are refused when one occurs twice', () => {
    expect(code(withExtensions(basicConstraints, extension('1.2.3', NULL), basicConstraints))).toBe('ASN1_DUPLICATE_EXTENSION')
  })

  it('extensions of a certificate make the certificate unreadable when they are critical and cannot be read', () => {
    for (const type of ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.32', '2.5.29.14', '2.5.29.31', '1.3.6.1.5.5.7.1.3']) {
      expect(code(withExtensions(extension(type, NULL, TRUE)))).not.toBe('no error')
    }
    expect(code(withExtensions(extension('2.5.29.19', octets('3000 00'), TRUE)))).toBe('ASN1_TRAILING_BYTES')
  })

  it('extensions of a certificate allow nothing when they are not critical and cannot be read', () => {
    const restricting = ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.32']
    expect(facts(withExtensions(...restricting.map((type) => extension(type, NULL))))).toMatchObject({
      basicConstraints: { ca: false, pathLength: 0 },
      keyUsage: [],
      extendedKeyUsage: { critical: false, purposes: [] },
      certificatePolicies: [],
      unreadableExtensions: ['2.5.29.37', '2.5.29.19', '2.5.29.15', '2.5.29.32'],
    })
    const paddedPolicy = seq(seq(octets('0604 80030405')))
    expect(facts(withExtensions(extension('2.5.29.32', paddedPolicy))).unreadableExtensions).toEqual(['2.5.29.32'])
    expect(facts(withExtensions(extension('2.5.29.32', seq(seq(oid('1.2.3')))))).unreadableExtensions).toBeUndefined()
  })

  it('extensions of a certificate are refused when their OID or criticality cannot be read', () => {
    const withFlag = (flag: string) => seq(oid('2.5.29.14'), octets(flag), octetString(octetString('0A0B')))
    expect(code(withExtensions(withFlag('010100')))).toBe('no error')
    expect(code(withExtensions(withFlag('0100')))).toBe('ASN1_BOOLEAN')
    expect(code(withExtensions(withFlag('0102ffff')))).toBe('ASN1_BOOLEAN')
    expect(code(withExtensions(withFlag('020101')))).toBe('ASN1_UNEXPECTED_ELEMENT')
    expect(code(withExtensions(seq(octets('0604 80550e01'), octetString(NULL))))).toBe('ASN1_OBJECT_IDENTIFIER')
  })

  it('extensions of a certificate count as absent when they only inform and cannot be read (HU-99: statements wrapped twice)', () => {
    const twice = seq(oid('1.3.6.1.5.5.7.1.3'), octetString(seq(seq(oid('0.4.0.1862.1.1')))))
    const der = withExtensions(
      extension('1.3.6.1.5.5.7.1.3', twice),
      extension('2.5.29.14', NULL),
      extension('2.5.29.35', NULL),
      extension('2.5.29.31', NULL),
      extension('1.3.6.1.5.5.7.1.1', NULL),
    )
    expect(facts(der)).toMatchObject({
      qcStatements: [],
      subjectKeyIdentifier: null,
      authorityKeyIdentifier: null,
      crlUrls: [],
      ocspUrls: [],
    })
    expect(facts(der).extensions).toHaveLength(5)
  })

  it('extensions of a certificate do not hide that a bound was reached', () => {
    const deep = extension('1.3.6.1.5.5.7.1.3', seq(seq(oid('0.4.0.1862.1.6'), seq(oid('1.2.3')))))
    expect(codeOf(() => readCertificate(withExtensions(deep), { ...limits, maxDepth: 7 }))).toBe('ASN1_TOO_DEEP')
  })
})

describe('what old authorities wrote', () => {
  it('reads certificates as old authorities wrote them: negative serial numbers', () => {
    expect(facts(certificate({ serialNumber: integer('ff01') })).serialNumber).toBe('-255')
  })

  it('reads certificates as old authorities wrote them: serial numbers that are not minimal', () => {
    expect(facts(certificate({ serialNumber: integer('000001') })).serialNumber).toBe('1')
  })

  it('reads certificates as old authorities wrote them: times without seconds', () => {
    expect(facts(certificate({ validity: seq(utcTime('1601010000Z'), utcTime('160101000001Z')) }))).toMatchObject({
      notBefore: Date.UTC(2016, 0, 1),
      notAfter: Date.UTC(2016, 0, 1, 0, 0, 1),
    })
  })

  it('reads certificates as old authorities wrote them: FALSE where DER leaves it out (BG-64), TRUE as 01 (IT-77)', () => {
    expect(facts(withExtensions(explicitFalse))).toMatchObject({
      basicConstraints: { ca: false, pathLength: null },
      extensions: [{ oid: '2.5.29.19', critical: false }],
    })
    expect(facts(withExtensions(extension('2.5.29.19', seq(octets('010101'))))).basicConstraints?.ca).toBe(true)
  })

  it('reads certificates as old authorities wrote them: signature values with zero bits counted off (AgID in LOTL 139)', () => {
    expect(read(certificate({ signature: octets('0303 01 4202') })).signature.toString('hex')).toBe('4202')
  })

  it('reads certificates as old authorities wrote them: unique identifiers', () => {
    expect(code(certificate({ extensions: octets('810200ff 820200ff') }))).toBe('no error')
  })
})

describe('what is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'ASN1_TRUNCATED'],
    ['octets behind the certificate', octets(certificate(), '00'), 'ASN1_TRAILING_BYTES'],
    ['a cut certificate', certificate().subarray(0, -1), 'ASN1_TRUNCATED'],
    ['a fourth member', certificate({ behind: NULL }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['version 4', certificate({ version: explicit(0, integer('03')) }), 'ASN1_VERSION'],
    ['a negative version', certificate({ version: explicit(0, integer('ff02')) }), 'ASN1_VERSION'],
    [
      'two different algorithms (RFC 5280 4.1.1.2)',
      certificate({ inner: SHA1_WITH_RSA, outer: SHA256_WITH_RSA }),
      'ASN1_ALGORITHM_MISMATCH',
    ],
    ['no notAfter', certificate({ validity: seq(utcTime('160101000000Z')) }), 'ASN1_MISSING_ELEMENT'],
    ['three times', certificate({ validity: seq(utcTime('160101000000Z'), utcTime('160101000000Z'), NULL) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['a serial number that is none', certificate({ serialNumber: octetString('01') }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['a serial number of 600 octets', certificate({ serialNumber: tlv(0x02, Buffer.alloc(600, 1)) }), 'ASN1_INTEGER'],
    ['an empty key', certificate({ publicKeyInfo: seq() }), 'ASN1_MISSING_ELEMENT'],
    ['something behind the extensions', certificate({ extensions: octets(explicit(3, seq()), NULL) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['indefinite length', octets('3080', certificate().subarray(4), '0000'), 'ASN1_INDEFINITE_LENGTH'],
  ])('refuses a certificate with %s', (_, der, expected) => {
    expect(code(der)).toBe(expected)
  })

  it('accepts a certificate with two forms of the same algorithm', () => {
    expect(code(certificate({ inner: SHA256_WITH_RSA, outer: seq(oid('1.2.840.113549.1.1.11')) }))).toBe('no error')
  })

  it('detects parameters of RSASSA-PSS outside of the signed part of a certificate that differ from those inside', () => {
    const pss = (salt: string) => seq(oid('1.2.840.113549.1.1.10'), seq(explicit(0, SHA256), explicit(2, integer(salt))))
    const of = (outerAlgorithm?: Buffer) =>
      issueCertificate({
        subject: [['CN', 'PSS']],
        key: testKey('signer-rsa-2048'),
        notBefore: '2026-01-01T00:00:00Z',
        notAfter: '2027-01-01T00:00:00Z',
        scheme: { kind: 'rsa-pss', digest: 'sha256' },
        ...(outerAlgorithm === undefined ? {} : { outerAlgorithm }),
      }).certificate.der
    expect(code(of())).toBe('no error')
    for (const salt of ['14', '20', '21']) expect(code(of(pss(salt)))).toBe('ASN1_ALGORITHM_MISMATCH')
    expect(code(certificate({ inner: pss('20'), outer: pss('20') }))).toBe('no error')
    expect(code(certificate({ inner: pss('20'), outer: pss('21') }))).toBe('ASN1_ALGORITHM_MISMATCH')
    expect(code(certificate({ inner: SHA256_WITH_RSA, outer: seq(oid('1.2.840.113549.1.1.11'), integer('01')) }))).toBe(
      'ASN1_ALGORITHM_MISMATCH',
    )
  })

  it('knows no algorithm for a key of a certificate that it does not know', () => {
    const unknown = certificate({ publicKeyInfo: seq(seq(oid('1.2.3.4')), bitString('00')) })
    expect(facts(unknown).publicKey).toMatchObject({ algorithm: null, size: null, curve: null })
  })
})
