import { describe, expect, it } from 'vitest'
import { readCrl } from '#readers/x509'
import { codeOf, explicit, generalizedTime, integer, limits, NULL, octets, oid, seq, TRUE, tlv, utcTime } from '../der/encoding.js'
import { crl, extension, issuer, revokedEntry, SHA1_WITH_RSA } from './sample-structures.js'

const none: ReadonlySet<string> = new Set()
const read = (der: Uint8Array, serialNumbers: ReadonlySet<string> = none) => readCrl(der, limits, serialNumbers)
const code = (der: Uint8Array) => codeOf(() => read(der, new Set(['1'])))
const scope = (...content: readonly (Buffer | string)[]) => extension('2.5.29.28', seq(...content), TRUE)

describe('a revocation list (RFC 5280 5)', () => {
  it('a revocation list gives its facts and slices', () => {
    const der = crl({ extensions: [extension('2.5.29.35', seq(tlv(0x80, '0a0b'))), extension('2.5.29.20', integer('07'))] })
    const list = read(der)
    expect(list.facts).toMatchObject({
      kind: 'crl',
      encoded: der,
      issuer: { text: 'CN=Test CA,C=EE' },
      authorityKeyIdentifier: '0a0b',
      thisUpdate: Date.UTC(2017, 0, 1),
      nextUpdate: Date.UTC(2017, 0, 8),
      entries: [],
      expiredCertsOnCrl: null,
      signatureAlgorithm: { encryption: 'RSA', digest: 'SHA256' },
      unknownCriticalExtensions: [],
    })
    expect(list.facts).not.toHaveProperty('scope')
    expect(der.includes(list.tbs)).toBe(true)
  })

  it('a revocation list reads version 1, without nextUpdate, and later times', () => {
    expect(read(crl({ version: '', nextUpdate: '' })).facts.nextUpdate).toBeNull()
    expect(read(crl({ nextUpdate: generalizedTime('20500101000000Z') })).facts.nextUpdate).toBe(Date.UTC(2050, 0, 1))
  })

  it('a revocation list gives the entries that are asked for, also under numbers that are negative, long or not minimal', () => {
    const long = `7f${'ab'.repeat(19)}`
    const revoked = seq(
      revokedEntry(integer('01'), extension('2.5.29.21', octets('0a0101'))),
      revokedEntry(integer('02')),
      revokedEntry(integer('ff')),
      revokedEntry(integer(long)),
      revokedEntry(integer('000080')),
    )
    const numbers = new Set(['1', '-1', BigInt(`0x${long}`).toString(), '128', '99'])
    const revocationTime = Date.UTC(2017, 1, 3, 4, 5, 6)
    expect(read(crl({ revoked }), numbers).facts.entries).toEqual([
      { serialNumber: '1', revocationTime, reason: 1 },
      { serialNumber: '-1', revocationTime, reason: null },
      { serialNumber: BigInt(`0x${long}`).toString(), revocationTime, reason: null },
      { serialNumber: '128', revocationTime, reason: null },
    ])
    expect(read(crl({ revoked })).facts.entries).toEqual([])
  })

  it('a revocation list reads a list of a hundred thousand entries without decoding the others', () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => revokedEntry(integer(`01${index.toString(16).padStart(8, '0')}`)))
    const der = crl({ revoked: seq(Buffer.concat(entries)) })
    const large = {
      maxBytes: 20_000_000,
      maxDepth: 64,
      maxElements: 2_000_000,
      maxNumberBytes: 512,
      maxNameBytes: 65_536,
      maxCertificates: 100,
      maxBlanks: 16,
    }
    expect(readCrl(der, large, new Set([(0x0100000005).toString()])).facts.entries).toHaveLength(1)
    expect(codeOf(() => readCrl(der, { ...large, maxElements: 100_000 }, none))).toBe('ASN1_TOO_MANY_ELEMENTS')
  })

  it('a revocation list gives expiredCertsOnCRL (X.509 9.5.2.8)', () => {
    const der = crl({ extensions: [extension('2.5.29.60', generalizedTime('20100101000000Z'))] })
    expect(read(der).facts.expiredCertsOnCrl).toBe(Date.UTC(2010, 0, 1))
  })

  it('a revocation list names critical extensions that change what the list says: delta, and entries of other issuers', () => {
    expect(read(crl({ extensions: [extension('2.5.29.27', integer('01'), TRUE)] })).facts.unknownCriticalExtensions).toEqual(['2.5.29.27'])
    const revoked = seq(revokedEntry(integer('01'), extension('2.5.29.29', seq(tlv(0xa4, issuer)), TRUE)))
    expect(read(crl({ revoked }), new Set(['1'])).facts.unknownCriticalExtensions).toEqual(['2.5.29.29'])
    expect(read(crl({ revoked }), new Set(['2'])).facts.unknownCriticalExtensions).toEqual([])
  })

  it('a revocation list names them as well when they are not marked critical: a list of changes is no list of all', () => {
    expect(read(crl({ extensions: [extension('2.5.29.27', integer('01'))] })).facts.unknownCriticalExtensions).toEqual(['2.5.29.27'])
    const revoked = seq(revokedEntry(integer('01'), extension('2.5.29.29', seq(tlv(0xa4, issuer)))))
    expect(read(crl({ revoked }), new Set(['1'])).facts.unknownCriticalExtensions).toEqual(['2.5.29.29'])
    expect(read(crl({ extensions: [extension('1.2.3', NULL)] })).facts.unknownCriticalExtensions).toEqual([])
  })

  it('a revocation list says which certificates it speaks of (RFC 5280 5.2.5)', () => {
    const address = explicit(0, explicit(0, tlv(0x86, Buffer.from('http://part'))))
    expect(read(crl({ extensions: [scope(address, '8101ff')] })).facts).toMatchObject({
      scope: { certificates: 'end-entity', distributionPoints: ['http://part'] },
      unknownCriticalExtensions: [],
    })
    expect(read(crl({ extensions: [scope('8201ff')] })).facts.scope).toEqual({ certificates: 'authority', distributionPoints: [] })
    expect(read(crl({ extensions: [scope()] })).facts.scope?.certificates).toBe('all')
  })

  it.each([
    ['some reasons', '83020780'],
    ['other issuers', '8401ff'],
    ['attribute certificates', '8501ff'],
    ['contradictory kinds', '8101ff 8201ff'],
  ])('a revocation list is not interpreted when it is of %s', (_, content) => {
    expect(read(crl({ extensions: [scope(content)] })).facts.unknownCriticalExtensions).toEqual(['2.5.29.28'])
  })

  it.each([
    ['version 3', crl({ version: integer('02') }), 'ASN1_VERSION'],
    ['two different algorithms', crl({ inner: SHA1_WITH_RSA }), 'ASN1_ALGORITHM_MISMATCH'],
    ['other parameters inside', crl({ inner: seq(oid('1.2.840.113549.1.1.11'), integer('01')) }), 'ASN1_ALGORITHM_MISMATCH'],
    ['no time', crl({ thisUpdate: NULL, nextUpdate: '' }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['an entry without a date', crl({ revoked: seq(seq(integer('01'))) }), 'ASN1_MISSING_ELEMENT'],
    ['an entry without a number', crl({ revoked: seq(seq(utcTime('170101000000Z'))) }), 'ASN1_UNEXPECTED_ELEMENT'],
    ['octets behind it', octets(crl(), '00'), 'ASN1_TRAILING_BYTES'],
  ])('a revocation list is refused with %s', (_, der, expected) => {
    expect(code(der)).toBe(expected)
  })
})
