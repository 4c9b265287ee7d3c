import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BasicOcspResponse, readOcspResponse } from '#readers/x509'
import { codeOf, explicit, generalizedTime, integer, limits, NULL, octetString, octets, oid, seq, TRUE, tlv } from '../der/encoding.js'
import { certId, certificate, extension, good, ocspResponse, SHA1, singleResponse } from './sample-structures.js'

const code = (der: Uint8Array) => codeOf(() => readOcspResponse(der, limits))
function read(der: Uint8Array): BasicOcspResponse {
  const response = readOcspResponse(der, limits)
  if (response.kind !== 'basic') throw new Error(`refused with ${response.status}`)
  return response
}

describe('an OCSP response (RFC 6960 4.2.1)', () => {
  it('an OCSP response gives its facts', () => {
    const der = ocspResponse()
    expect(read(der).facts).toEqual({
      kind: 'ocsp',
      id: createHash('sha256').update(der).digest('hex'),
      encoded: der,
      responderId: { byName: expect.objectContaining({ text: 'CN=Test CA,C=EE' }) },
      producedAt: Date.UTC(2016, 4, 12, 10, 9, 20),
      responses: [
        {
          certId: { hashAlgorithm: '1.3.14.3.2.26', issuerNameHash: 'aa'.repeat(20), issuerKeyHash: 'bb'.repeat(20), serialNumber: '258' },
          status: 'good',
          revocationTime: null,
          revocationReason: null,
          thisUpdate: Date.UTC(2016, 4, 12, 10, 9, 20),
          nextUpdate: null,
          archiveCutOff: null,
          unknownCriticalExtensions: [],
        },
      ],
      nonce: null,
      certificates: [],
      signatureAlgorithm: { identifier: '1.2.840.113549.1.1.11', encryption: 'RSA', digest: 'SHA256' },
      unknownCriticalExtensions: [],
    })
    expect(read(der).signature.toString('hex')).toBe('0102030405')
    expect(der.includes(read(der).tbs)).toBe(true)
  })

  it('an OCSP response names a responder by the hash of its key', () => {
    const response = read(ocspResponse({ responder: explicit(2, octetString('0C'.repeat(20))) }))
    expect(response.facts.responderId).toEqual({ byKeyHash: '0c'.repeat(20) })
  })

  it('an OCSP response says good, revoked with time and reason, or unknown', () => {
    const revoked = (...more: readonly Buffer[]) => tlv(0xa1, generalizedTime('20160101000000Z'), ...more)
    const responses = [good, revoked(), revoked(explicit(0, octets('0a0106'))), tlv(0x82)].map((status) => singleResponse(status))
    expect(
      read(ocspResponse({ responses })).facts.responses.map(({ status, revocationTime, revocationReason }) => [
        status,
        revocationTime,
        revocationReason,
      ]),
    ).toEqual([
      ['good', null, null],
      ['revoked', Date.UTC(2016, 0, 1), null],
      ['revoked', Date.UTC(2016, 0, 1), 6],
      ['unknown', null, null],
    ])
  })

  it('an OCSP response does not read a status whose NULL has content (X.690, 8.8.2)', () => {
    for (const status of [tlv(0x80, octets('00')), tlv(0x82, octets('ff'))])
      expect(codeOf(() => read(ocspResponse({ responses: [singleResponse(status)] })))).toBe('ASN1_LENGTH')
  })

  it('an OCSP response does not read a SET for a response, nor parameters of a digest that are a NULL with content or followed by more', () => {
    const certIdBy = (algorithm: Buffer) => seq(algorithm, octetString('aa'.repeat(20)), octetString('bb'.repeat(20)), integer('0102'))
    const single = (id: Buffer) => seq(id, good, generalizedTime('20160512000000Z'))
    const codes = [
      tlv(0x31, certId, good, generalizedTime('20160512000000Z')),
      single(certIdBy(seq(oid('1.3.14.3.2.26'), tlv(0x05, '00')))),
      single(certIdBy(seq(oid('1.3.14.3.2.26'), NULL, NULL))),
    ].map((response) => codeOf(() => read(ocspResponse({ responses: [response] }))))
    expect(codes).toEqual(['ASN1_UNEXPECTED_ELEMENT', 'ASN1_LENGTH', 'ASN1_UNEXPECTED_ELEMENT'])
    expect(codeOf(() => read(ocspResponse({ responses: [single(certId)] })))).toBe('no error')
  })

  it('an OCSP response gives nextUpdate, archiveCutOff and critical extensions without a meaning', () => {
    const single = singleResponse(
      good,
      explicit(0, generalizedTime('20160513000000Z')),
      extension('1.3.6.1.5.5.7.48.1.6', generalizedTime('20150101000000Z')),
      extension('1.2.3.4', NULL, TRUE),
      extension('1.2.3.5', NULL),
    )
    expect(read(ocspResponse({ responses: [single] })).facts.responses[0]).toMatchObject({
      nextUpdate: Date.UTC(2016, 4, 13),
      archiveCutOff: Date.UTC(2015, 0, 1),
      unknownCriticalExtensions: ['1.2.3.4'],
    })
  })

  it('an OCSP response ignores an archiveCutOff that is no time (pdf-pades-ocsp-archivecutoff-invalid)', () => {
    const single = singleResponse(good, '', extension('1.3.6.1.5.5.7.48.1.6', octets('0401ff')))
    expect(read(ocspResponse({ responses: [single] })).facts.responses[0]?.archiveCutOff).toBeNull()
  })

  it('an OCSP response gives the nonce as written, with any content (BDOC 8.1)', () => {
    const digestInfo = seq(SHA1, octetString('11'.repeat(20)))
    for (const nonce of [digestInfo, octetString(digestInfo), octets('31343630')]) {
      const { facts } = read(ocspResponse({ extensions: [extension('1.3.6.1.5.5.7.48.1.2', nonce, TRUE)] }))
      expect(facts.nonce).toBe(nonce.toString('hex'))
      expect(facts.unknownCriticalExtensions).toEqual([])
    }
    expect(read(ocspResponse({ extensions: [extension('1.2.3', NULL, TRUE)] })).facts.unknownCriticalExtensions).toEqual(['1.2.3'])
  })

  it('an OCSP response keeps a certificate that cannot be read apart from the others', () => {
    const broken = seq(NULL)
    const response = read(ocspResponse({ certificates: [certificate(), broken, certificate({ serialNumber: integer('03') })] }))
    expect(response.certificates.map(({ facts }) => facts.serialNumber)).toEqual(['258', '3'])
    expect(response.facts.certificates).toEqual(response.certificates.map(({ facts }) => facts.id))
    expect(response.unreadableCertificates).toMatchObject([{ error: { code: 'ASN1_UNEXPECTED_ELEMENT' } }])
    expect(response.unreadableCertificates[0]?.der.equals(broken)).toBe(true)
  })

  it('an OCSP response contains no more certificates than the bound', () => {
    const two = ocspResponse({ certificates: [certificate(), seq(NULL)] })
    expect(codeOf(() => readOcspResponse(two, { ...limits, maxCertificates: 1 }))).toBe('ASN1_TOO_MANY_ELEMENTS')
  })

  it('an OCSP response is an answer also when it is not successful', () => {
    expect(readOcspResponse(octets('3003 0a0106'), limits)).toEqual({ kind: 'refused', status: 6 })
    expect(code(octets('3003 0a0107'))).toBe('ASN1_RESPONSE_TYPE')
    expect(code(octets('3003 0a01ff'))).toBe('ASN1_RESPONSE_TYPE')
    expect(code(octets('3003 0a0100'))).toBe('ASN1_MISSING_ELEMENT')
  })

  it.each([
    ['another response type', ocspResponse({}, '1.3.6.1.5.5.7.48.1.99'), 'ASN1_RESPONSE_TYPE'],
    ['version 2', ocspResponse({ version: explicit(0, integer('01')) }), 'ASN1_VERSION'],
    ['a responder that is neither name nor key', ocspResponse({ responder: seq() }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['a status that is none', ocspResponse({ responses: [singleResponse(tlv(0x83))] }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['a UTCTime', ocspResponse({ producedAt: tlv(0x17, Buffer.from('160512100920Z')) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['an extension twice', ocspResponse({ extensions: [extension('1.2.3', NULL), extension('1.2.3', NULL)] }), 'ASN1_DUPLICATE_EXTENSION'],
    ['a CertID with a member too many', ocspResponse({ responses: [seq(seq(certId.subarray(2), NULL), good)] }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['octets behind it', octets(ocspResponse(), '00'), 'ASN1_TRAILING_BYTES'],
    [
      'octets behind the inner response',
      seq('0a0100', explicit(0, seq(oid('1.3.6.1.5.5.7.48.1.1'), octetString(seq(), '00')))),
      'ASN1_TRAILING_BYTES',
    ],
    ['a cut response (bdoc21-vigane-ocsp.bdoc)', ocspResponse().subarray(0, 100), 'ASN1_TRUNCATED'],
  ])('an OCSP response is refused with %s', (_, der, expected) => {
    expect(code(der)).toBe(expected)
  })
})
