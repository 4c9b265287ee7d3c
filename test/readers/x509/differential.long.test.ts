import { createHash, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTimeStampToken, verifySignerInfo } from '#readers/cms'
import { parseDistinguishedNameText, readCertificate, readOcspResponse, verifyIssuedSignature } from '#readers/x509'
import { limits } from '../der/encoding.js'
import {
  type Authority,
  decimal,
  derOf,
  issueCertificate,
  makeAuthority,
  makeOcspResponse,
  makeToken,
  parse,
  parseOcsp,
  parseToken,
} from './second-opinion.js'

let root: Authority
let rsaRoot: Authority
let unit: Authority
let signer: Authority

beforeAll(async () => {
  root = await makeAuthority()
  rsaRoot = await makeAuthority('rsa')
  unit = await issueCertificate(
    root,
    [{ C: ['EE'] }, { O: ['Õ; <x>'] }, { CN: ['Unit, 1'], '2.5.4.5': ['7'] }],
    '00ff0102030405060708090a0b0c0d0e0f',
  )
  signer = await issueCertificate(rsaRoot, [{ C: ['EE'] }, { CN: ['JÕEORG,JAAK-KRISTJAN,38001085718'] }, { '2.5.4.4': ['JÕEORG'] }], '05')
})

const read = (authority: Authority) => readCertificate(derOf(authority.certificate), limits)

describe('certificates of other software', () => {
  it('certificates of other software have the facts that the other software and the platform see', () => {
    for (const authority of [root, rsaRoot, unit, signer]) {
      const der = derOf(authority.certificate)
      const ours = readCertificate(der, limits)
      const theirs = parse(der)
      const platform = new X509Certificate(der)
      expect(ours.facts.serialNumber).toBe(decimal(theirs.serialNumber))
      expect(ours.facts.serialNumber).toBe(BigInt(`0x${platform.serialNumber}`).toString())
      expect(ours.facts.notBefore).toBe(theirs.notBefore.value.getTime())
      expect(ours.facts.notAfter).toBe(Date.parse(platform.validTo))
      expect(ours.subjectDer.equals(Buffer.from(theirs.subject.valueBeforeDecode))).toBe(true)
      expect(ours.issuerDer.equals(Buffer.from(theirs.issuer.valueBeforeDecode))).toBe(true)
      expect(ours.tbs.equals(Buffer.from(theirs.tbsView))).toBe(true)
      expect(ours.publicKeyInfo.equals(platform.publicKey.export({ format: 'der', type: 'spki' }))).toBe(true)
      expect(ours.subjectPublicKeyBits.equals(Buffer.from(theirs.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView))).toBe(true)
      expect(ours.signature.equals(Buffer.from(theirs.signatureValue.valueBlock.valueHexView))).toBe(true)
      expect(ours.facts.extensions).toEqual(theirs.extensions?.map(({ extnID, critical }) => ({ oid: extnID, critical })))
      expect(ours.facts.id).toBe(platform.fingerprint256.replaceAll(':', '').toLowerCase())
    }
  })

  it('certificates of other software have the extensions that were asked for', () => {
    expect(read(root).facts).toMatchObject({ basicConstraints: { ca: true, pathLength: 2 }, keyUsage: ['keyCertSign', 'cRLSign'] })
    expect(read(unit).facts).toMatchObject({
      keyUsage: ['nonRepudiation'],
      extendedKeyUsage: { critical: true, purposes: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'] },
      certificatePolicies: ['1.3.6.1.4.1.51361.1.2.1', '0.4.0.194112.1.2'],
      authorityKeyIdentifier: read(root).facts.subjectKeyIdentifier,
      ocspUrls: ['http://ocsp.example'],
      caIssuersUrls: ['http://ca.example/ca.crt'],
      crlUrls: ['http://crl.example/1.crl'],
      publicKey: { algorithm: 'ECDSA', curve: 'P-256', size: 256 },
    })
    expect(read(rsaRoot).facts.publicKey).toMatchObject({ algorithm: 'RSA', size: 2048, curve: null })
  })

  it('certificates of other software have names that are written and escaped for people', () => {
    expect(read(unit).facts.subject.text).toBe('CN=Unit\\, 1+serialNumber=7,O=Õ\\; \\<x\\>,C=EE')
    expect(read(signer).facts.subject.text).toBe('SN=JÕEORG,CN=JÕEORG\\,JAAK-KRISTJAN\\,38001085718,C=EE')
    expect(parseDistinguishedNameText(read(unit).facts.subject.text, 65_536)?.canonical).toBe(read(unit).facts.subject.canonical)
  })

  it('certificates of other software verify with their issuer only', () => {
    expect(verifyIssuedSignature(read(unit), read(root))).toBe('intact')
    expect(verifyIssuedSignature(read(signer), read(rsaRoot))).toBe('intact')
    expect(verifyIssuedSignature(read(root), read(root))).toBe('intact')
    expect(verifyIssuedSignature(read(unit), read(unit))).toBe('mismatch')
    expect(verifyIssuedSignature(read(unit), read(rsaRoot))).toBe('mismatch')
    expect(verifyIssuedSignature(read(signer), read(root))).toBe('mismatch')
  })
})

describe('an OCSP response of other software', () => {
  it('an OCSP response of other software has the same fields, and verifies', async () => {
    const nonce = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const der = await makeOcspResponse(root, unit.certificate, nonce)
    const ours = readOcspResponse(der, limits)
    if (ours.kind !== 'basic') return expect.unreachable()
    const theirs = parseOcsp(der)
    expect(ours.tbs.equals(Buffer.from(theirs.tbsResponseData.tbsView))).toBe(true)
    const issuer = read(root)
    expect(ours.facts).toMatchObject({
      producedAt: Date.UTC(2025, 2, 4, 5, 6, 7),
      responderId: { byName: { canonical: issuer.facts.subject.canonical } },
      nonce: `0413${nonce.toString('hex')}`,
      certificates: [issuer.facts.id],
      responses: [
        {
          status: 'revoked',
          revocationTime: Date.UTC(2025, 0, 1),
          thisUpdate: Date.UTC(2025, 2, 4, 5, 6),
          nextUpdate: Date.UTC(2025, 2, 5, 5, 6),
          certId: {
            hashAlgorithm: '1.3.14.3.2.26',
            issuerNameHash: createHash('sha1').update(issuer.subjectDer).digest('hex'),
            issuerKeyHash: createHash('sha1').update(issuer.subjectPublicKeyBits).digest('hex'),
            serialNumber: read(unit).facts.serialNumber,
          },
        },
      ],
    })
    expect(verifyIssuedSignature(ours, issuer)).toBe('intact')
    expect(verifyIssuedSignature(ours, read(unit))).toBe('mismatch')
  })
})

describe('a time-stamp token of other software', () => {
  it('a time-stamp token of other software has the same fields, and verifies', async () => {
    const imprint = createHash('sha256').update('stamped').digest()
    const ber = await makeToken(unit, imprint, new Date('2025-03-04T05:06:07.089Z'))
    const ours = readTimeStampToken(ber, limits)
    const theirs = parseToken(ber)
    expect(ours.tstInfo.equals(theirs.content)).toBe(true)
    expect(ours.serialNumber).toBe(decimal(theirs.info.serialNumber))
    expect(ours.genTime).toBe(Date.UTC(2025, 2, 4, 5, 6, 7, 89))
    expect(ours.imprint.value).toBe(imprint.toString('hex'))
    const certificate = read(unit)
    expect(ours.certificates.map(({ facts }) => facts.id)).toEqual([certificate.facts.id])
    expect(ours.signer.messageDigest?.equals(createHash('sha256').update(ours.tstInfo).digest())).toBe(true)
    expect(verifySignerInfo(ours.signer, ours.tstInfo, [read(signer), certificate])).toMatchObject({ signature: 'intact', certificate })
    expect(verifySignerInfo(ours.signer, ours.tstInfo, [read(signer)]).signature).toBe('no-certificate')
    const otherContent = { ...ours.signer, signedAttributesDer: null }
    expect(verifySignerInfo(otherContent, ours.tstInfo, [certificate]).signature).toBe('mismatch')
  })
})
