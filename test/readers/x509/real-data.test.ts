import { createHash, X509Certificate } from 'node:crypto'
import * as pkijs from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTimeStampToken, verifySignerInfo } from '#readers/cms'
import { digest } from '#readers/crypto'
import {
  type Certificate,
  parseDistinguishedNameText,
  readCertificate,
  readOcspResponse,
  sameName,
  verifyIssuedSignature,
} from '#readers/x509'
import { needs } from '../../support/needs.js'
import { codeOf, limits } from '../der/encoding.js'
import {
  embeddedStructures,
  type Found,
  haveCertificates,
  haveDocuments,
  legacyCertificates,
  type RealStructures,
} from './real-structures.js'
import { decimal, parse, parseOcsp, parseToken } from './second-opinion.js'

const read = (der: Buffer): Certificate => readCertificate(der, limits)

function expectSameFacts({ where, bytes }: Found): void {
  const ours = read(bytes)
  const theirs = parse(bytes)
  const platform = new X509Certificate(bytes)
  expect(ours.facts.serialNumber, where).toBe(decimal(theirs.serialNumber))
  expect(ours.facts.notBefore, where).toBe(Date.parse(platform.validFrom))
  expect(ours.facts.notAfter, where).toBe(Date.parse(platform.validTo))
  expect(ours.subjectDer.equals(Buffer.from(theirs.subject.valueBeforeDecode)), where).toBe(true)
  expect(ours.issuerDer.equals(Buffer.from(theirs.issuer.valueBeforeDecode)), where).toBe(true)
  expect(ours.publicKeyInfo.equals(Buffer.from(theirs.subjectPublicKeyInfo.toSchema().toBER())), where).toBe(true)
  expect(ours.tbs.equals(Buffer.from(theirs.tbsView)), where).toBe(true)
  expect(ours.facts.extensions, where).toEqual((theirs.extensions ?? []).map(({ extnID, critical }) => ({ oid: extnID, critical })))
  expect(ours.facts.signatureAlgorithm.encryption, where).not.toBeNull()
  // The platform's own word on authorities also weighs the key usage, so a yes of it is the only one that can be compared.
  if (platform.ca) expect(ours.facts.basicConstraints?.ca ?? true, where).toBe(true)
  for (const [name, line] of [
    [ours.facts.subject, platform.subject],
    [ours.facts.issuer, platform.issuer],
  ] as const) {
    // The platform lists the attributes line by line, in the order of the encoding, those of one relative name joined by " + ".
    const values = line.split(/\n| \+ (?=[A-Za-z0-9.]+=)/).map((part) => part.slice(part.indexOf('=') + 1))
    expect(name.attributes.length, where).toBe(values.length)
    expect(parseDistinguishedNameText(name.text, 65_536)?.canonical, where).toBe(name.canonical)
  }
}

describe('certificates of old authorities', needs({ 'published certificates beside the repository': haveCertificates }), () => {
  it('certificates of old authorities have the facts that the platform and other software see', () => {
    const found = legacyCertificates()
    expect(found.length).toBeGreaterThan(150)
    found.forEach(expectSameFacts)
  })

  it('certificates of old authorities verify with an issuer of the same name exactly when the platform verifies them', () => {
    const certificates = legacyCertificates().map(({ bytes }) => read(bytes))
    let intact = 0
    for (const certificate of certificates) {
      for (const issuer of certificates.filter(({ facts }) => facts.subject.canonical === certificate.facts.issuer.canonical)) {
        const platform = new X509Certificate(certificate.facts.encoded).verify(new X509Certificate(issuer.facts.encoded).publicKey)
        expect(verifyIssuedSignature(certificate, issuer), certificate.facts.subject.text).toBe(platform ? 'intact' : 'mismatch')
        if (platform) intact += 1
      }
    }
    expect(intact).toBeGreaterThan(100)
  })
})

describe('what real signatures embed', needs({ 'published documents beside the repository': haveDocuments }), () => {
  let real: RealStructures
  beforeAll(async () => {
    real = await embeddedStructures()
  })

  it('certificates in real signatures have the facts that the platform and other software see', () => {
    expect(real.certificates.length).toBeGreaterThan(100)
    real.certificates.forEach(expectSameFacts)
  })

  it('OCSP responses in real signatures have the fields that other software sees, and verify', () => {
    const helpers = [...(haveCertificates ? legacyCertificates() : []), ...real.certificates].map(({ bytes }) => read(bytes))
    let verified = 0
    for (const { where, bytes } of real.ocspResponses) {
      if (where.startsWith('bdoc21-vigane-ocsp.bdoc')) {
        // Cut off by its makers: the file of that name tests exactly this.
        expect(codeOf(() => readOcspResponse(bytes, limits))).toBe('ASN1_TRUNCATED')
        continue
      }
      const ours = readOcspResponse(bytes, limits)
      if (ours.kind !== 'basic') return expect.unreachable(where)
      const theirs = parseOcsp(bytes)
      expect(ours.facts.producedAt, where).toBe(theirs.tbsResponseData.producedAt.getTime())
      expect(ours.tbs.equals(Buffer.from(theirs.tbsResponseData.tbsView)), where).toBe(true)
      expect(
        ours.facts.responses.map(({ certId }) => certId.serialNumber),
        where,
      ).toEqual(theirs.tbsResponseData.responses.map(({ certID }) => decimal(certID.serialNumber)))
      expect(ours.unreadableCertificates, where).toEqual([])
      const { responderId } = ours.facts
      const signers = [...ours.certificates, ...helpers].filter(({ facts, subjectPublicKeyBits }) =>
        'byName' in responderId
          ? facts.subject.canonical === responderId.byName.canonical
          : createHash('sha1').update(subjectPublicKeyBits).digest('hex') === responderId.byKeyHash,
      )
      if (signers.some((signer) => verifyIssuedSignature(ours, signer) === 'intact')) verified += 1
    }
    expect(verified).toBeGreaterThan(150)
  })

  it('time-stamp tokens in real signatures have the fields that other software sees, and verify', () => {
    expect(real.tokens.length).toBeGreaterThan(50)
    for (const { where, bytes } of real.tokens) {
      const ours = readTimeStampToken(bytes, limits)
      const theirs = parseToken(bytes)
      expect(ours.tstInfo.equals(theirs.content), where).toBe(true)
      expect(ours.genTime, where).toBe(theirs.info.genTime.getTime())
      expect(ours.serialNumber, where).toBe(decimal(theirs.info.serialNumber))
      expect(ours.imprint.value, where).toBe(Buffer.from(theirs.info.messageImprint.hashedMessage.valueBlock.valueHexView).toString('hex'))
      // Attribute certificates (latvian_signed_container.asice) are passed over.
      const x509 = theirs.signedData.certificates?.filter((certificate) => certificate instanceof pkijs.Certificate) ?? []
      expect(ours.unreadableCertificates, where).toEqual([])
      expect(
        ours.certificates.map(({ facts }) => facts.encoded.length),
        where,
      ).toEqual(x509.map((certificate) => certificate.toSchema().toBER().byteLength))
      const { signature, certificate: signer } = verifySignerInfo(ours.signer, ours.tstInfo, ours.certificates)
      if (signer === null || ours.signer.digestAlgorithm === null) return expect.unreachable(where)
      expect(signature, where).toBe('intact')
      expect(ours.signer.messageDigest, where).toEqual(digest(ours.signer.digestAlgorithm, ours.tstInfo))
      expect(
        ours.signer.signingCertificates?.some(
          (id) => id.digest.algorithm !== null && digest(id.digest.algorithm, signer.facts.encoded)?.toString('hex') === id.digest.value,
        ),
        where,
      ).toBe(true)
    }
  })

  it('issuer texts in real signatures are all names, and those of an available certificate name its issuer', () => {
    const names = real.certificates.flatMap(({ bytes }) => [read(bytes).facts.issuer, read(bytes).facts.subject])
    const parsed = real.issuerNames.map(
      ({ where, bytes }) => parseDistinguishedNameText(bytes.toString('utf8'), 65_536) ?? expect.unreachable(where),
    )
    const known = parsed.filter((name) => names.some((candidate) => sameName(name, candidate)))
    expect(parsed.length).toBeGreaterThan(30)
    expect(parsed.length - known.length).toBeLessThanOrEqual(5)
  })
})
