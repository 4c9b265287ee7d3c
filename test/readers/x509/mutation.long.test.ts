import { beforeAll, describe, expect, it } from 'vitest'
import { readSignedData, readTimeStampToken } from '#readers/cms'
import { readDigestInfo, readPublicKey } from '#readers/crypto'
import { Asn1Error, openSequence } from '#readers/der'
import {
  distinguishedNameOf,
  parseDistinguishedNameText,
  readCertificate,
  readCrl,
  readIssuerSerial,
  readOcspResponse,
  verifyIssuedSignature,
} from '#readers/x509'
import { CERTIFICATE_RULES } from '../../../src/readers/x509/encoding-rules.js'
import { explicit, indefinite, integer, limits, oid, randomSource, seq, set } from '../der/encoding.js'
import {
  attribute,
  certificate,
  crl,
  extension,
  issuer,
  ocspResponse,
  revokedEntry,
  SHA256,
  signedData,
  signerInfo,
  TST_INFO,
  tstInfo,
  withExtensions,
} from './sample-structures.js'
import { type Authority, derOf, issueCertificate, makeAuthority, makeOcspResponse, makeToken } from './second-opinion.js'

const readDistinguishedName = (bytes: Uint8Array, bounds = limits) =>
  distinguishedNameOf(openSequence(bytes, bounds, CERTIFICATE_RULES, 'a Name'))
const numbers: ReadonlySet<string> = new Set(['1', '258'])
const readers = {
  certificate: (bytes) => readCertificate(bytes, limits),
  ocspResponse: (bytes) => readOcspResponse(bytes, limits),
  crl: (bytes) => readCrl(bytes, limits, numbers),
  timeStampToken: (bytes) => readTimeStampToken(bytes, limits),
  signedData: (bytes) => readSignedData(bytes, limits),
  distinguishedName: (bytes) => readDistinguishedName(bytes, limits),
  issuerSerial: (bytes) => readIssuerSerial(bytes, limits),
  digestInfo: (bytes) => readDigestInfo(bytes),
} satisfies Readonly<Record<string, (bytes: Buffer) => unknown>>

/** Changes octets, cuts, repeats and inserts, a few at a time; with a preference for octets that mean something. */
function mutate(source: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(source)
  for (let change = 0; change <= random(3); change++) {
    const position = random(bytes.length + 1)
    const telling = [0x00, 0x01, 0x02, 0x03, 0x04, 0x06, 0x1f, 0x24, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x84, 0x85, 0xa0, 0xff]
    const octet = random(2) === 0 ? random(256) : (telling[random(telling.length)] ?? 0)
    switch (random(5)) {
      case 0:
        bytes = bytes.subarray(0, position)
        break
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, position), Buffer.of(octet), bytes.subarray(position)])
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, position), bytes.subarray(Math.max(0, position - random(40)))])
        break
      default:
        if (position < bytes.length) bytes[position] = octet
    }
  }
  return bytes
}

function onlyAsn1Errors(read: (bytes: Buffer) => unknown, bytes: Buffer): boolean {
  try {
    read(bytes)
    return true
  } catch (error) {
    if (error instanceof Asn1Error) return false
    throw new Error(`${String(error)} for ${bytes.toString('hex')}`, { cause: error })
  }
}

describe('mutated structures', () => {
  let sources: readonly Buffer[]
  let root: Authority
  beforeAll(async () => {
    root = await makeAuthority()
    const unit = await issueCertificate(root, [{ CN: ['Unit'] }], '0102')
    const info = tstInfo()
    const open = indefinite(
      0x30,
      oid('1.2.840.113549.1.7.2'),
      indefinite(
        0xa0,
        indefinite(
          0x30,
          integer('03'),
          set(SHA256),
          indefinite(0x30, oid(TST_INFO), indefinite(0xa0, indefinite(0x24, Buffer.concat([Buffer.of(4, info.length), info])))),
          set(signerInfo()),
        ),
      ),
    )
    sources = [
      derOf(unit.certificate),
      derOf(root.certificate),
      await makeOcspResponse(root, unit.certificate, Buffer.from('nonce')),
      await makeToken(unit, Buffer.alloc(32, 5), new Date('2025-01-01T00:00:00Z')),
      certificate(),
      ocspResponse(),
      crl({
        revoked: seq(revokedEntry(integer('01'), extension('2.5.29.21', Buffer.of(10, 1, 1)))),
        extensions: [extension('2.5.29.28', seq())],
      }),
      signedData(),
      open,
      issuer,
      seq(seq(explicit(4, issuer)), integer('01')),
    ]
  })

  it('mutated structures of a certificate are read or refused with Asn1Error, nothing else (seeded)', () => {
    const random = randomSource(20_160_512)
    let read = 0
    for (let round = 0; round < 5_000; round++) {
      const source = sources[round % sources.length] ?? Buffer.alloc(0)
      const bytes = mutate(source, random)
      for (const reader of Object.values(readers)) if (onlyAsn1Errors(reader, bytes)) read += 1
    }
    expect(read).toBeGreaterThan(400)
  })

  it('mutated structures of a certificate are refused when cut anywhere', () => {
    for (const source of sources) {
      for (let length = 0; length < source.length; length++) {
        const cut = source.subarray(0, length)
        for (const reader of [readers.certificate, readers.ocspResponse, readers.crl, readers.signedData, readers.distinguishedName]) {
          if (onlyAsn1Errors(reader, cut)) expect.unreachable(`${length} octets of ${source.toString('hex')}`)
        }
      }
    }
  })

  it('mutated structures of a certificate never keep an intact signature when an octet of the signed part changes', () => {
    const der = derOf(root.certificate)
    const issuerCertificate = readCertificate(der, limits)
    const random = randomSource(7)
    let checked = 0
    for (let position = 4; position < der.length; position++) {
      const bytes = Buffer.from(der)
      bytes[position] = (bytes[position] ?? 0) ^ (1 << random(8))
      if (!onlyAsn1Errors(readers.certificate, bytes)) continue
      const changed = readCertificate(bytes, limits)
      if (changed.tbs.equals(issuerCertificate.tbs)) continue
      expect(verifyIssuedSignature(changed, issuerCertificate), `octet ${position}`).not.toBe('intact')
      checked += 1
    }
    expect(checked).toBeGreaterThan(50)
  })

  it('mutated structures of a certificate are refused or read when they hold very many values', () => {
    const many = (part: Buffer): Buffer => Buffer.concat(Array.from({ length: 200_000 }, () => part))
    const roomy = {
      maxBytes: 20_000_000,
      maxDepth: 64,
      maxElements: 2_000_000,
      maxNumberBytes: 512,
      maxNameBytes: 65_536,
      maxCertificates: 100,
      maxBlanks: 16,
    }
    const address = Buffer.of(0x86, 1, 0x61)
    const revocationValues = attribute(
      '1.2.840.113549.1.9.16.2.24',
      seq(explicit(0, seq(many(Buffer.of(5, 0)))), explicit(1, seq(many(Buffer.of(5, 0))))),
    )
    const signed = signedData({ crls: [many(Buffer.of(0x30, 0))], signers: [signerInfo(undefined, [revocationValues])] })
    expect(readSignedData(signed, roomy).crls).toHaveLength(400_000)
    const points = withExtensions(extension('2.5.29.31', seq(seq(explicit(0, explicit(0, many(address)))))))
    expect(readCertificate(points, roomy).facts.crlUrls).toHaveLength(200_000)
    const names = seq(many(set(seq(oid('2.5.4.3'), Buffer.of(0x0c, 1, 0x61)))))
    expect(() => readDistinguishedName(names, roomy)).toThrow(expect.objectContaining({ code: 'ASN1_TOO_LARGE' }))
    expect(readDistinguishedName(names, { ...roomy, maxNameBytes: roomy.maxBytes }).attributes).toHaveLength(200_000)
  })

  it('mutated structures of a certificate never make a key that throws', () => {
    const random = randomSource(11)
    const key = readCertificate(sources[0] ?? Buffer.alloc(0), limits).publicKeyInfo
    for (let round = 0; round < 500; round++) readPublicKey(mutate(key, random))
  })

  it('mutated structures of a certificate never make a text of a name that throws', () => {
    const random = randomSource(13)
    const text = Buffer.from('1.2.840.113549.1.9.1=#1609706b6940736b2e6565,CN="a\\, b"+OU=c\\C3\\B5;O=x/CN=y,C=EE')
    for (let round = 0; round < 10_000; round++) parseDistinguishedNameText(mutate(text, random).toString('latin1'), 65_536)
  })
})
