import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pki, variantOf } from '../../support/pki.js'
import { bdocPolicy } from '../../support/qualifying-properties.js'
import { codes, readSigned } from './reading.js'

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const signer = pki.signer.certificate
/** Another certificate with the signer's name and key. */
const substitute = variantOf(pki.signer, { serialNumber: 4711n }).certificate
const signerOf = (facts: ReturnType<typeof readSigned>) =>
  facts.certificates.find(({ id }) => id === facts.signingCertificate)?.encoded ?? null

describe('identification of the signing certificate (EN 319 102-1, 5.2.3)', () => {
  it('the signer is the referenced certificate whose key verifies, at any position', () => {
    for (const keyInfo of [
      [signer, substitute, pki.issuingAuthority.certificate],
      [pki.issuingAuthority.certificate, substitute, signer],
    ]) {
      const facts = readSigned({ keyInfo })
      expect(signerOf(facts)).toEqual(signer.der)
      expect(facts.signingCertificateReferences).toMatchObject([{ certificate: facts.signingCertificate, issuerSerial: 'match' }])
      expect(facts.signatureValue.status).toBe('intact')
    }
  })

  it('a substituted certificate with the same key is shown by its digest', () => {
    const facts = readSigned({ tamper: (xml) => xml.replaceAll(signer.der.toString('base64'), substitute.der.toString('base64')) })
    expect(facts.signatureValue.status).toBe('intact')
    expect(signerOf(facts)).toEqual(substitute.der)
    expect(facts.signingCertificateReferences).toMatchObject([{ certificate: null, issuerSerial: 'mismatch' }])
  })

  it('a referenced certificate at another place is not used as the signer', () => {
    const facts = readSigned({ keyInfo: [substitute], certificateValues: [signer] })
    expect(signerOf(facts)).toEqual(substitute.der)
    const [reference] = facts.signingCertificateReferences
    expect(reference?.certificate).not.toBeNull()
    expect(reference?.certificate).not.toBe(facts.signingCertificate)
  })

  it('the signer is the certificate whose key verifies rather than the one that is referenced', () => {
    const facts = readSigned({
      signingCertificate: { certificate: pki.secondSigner.certificate },
      keyInfo: [pki.secondSigner.certificate, signer],
    })
    expect(signerOf(facts)).toEqual(signer.der)
    expect(facts.signatureValue.status).toBe('intact')
    expect(facts.signingCertificateReferences[0]?.certificate).not.toBe(facts.signingCertificate)
    expect(facts.signingCertificateReferences[0]?.certificate).not.toBeNull()
  })

  it('the signer is the referenced certificate where no key verifies', () => {
    const tamperValue = (value: Buffer) => Buffer.from(value.map((octet, i) => (i === 40 ? octet ^ 1 : octet)))
    const facts = readSigned({ keyInfo: [pki.issuingAuthority.certificate, signer], tamperValue })
    expect(facts.signatureValue.status).toBe('mismatch')
    expect(signerOf(facts)).toEqual(signer.der)
  })

  it('a signature has nothing to verify with when KeyInfo holds no certificate', () => {
    for (const facts of [readSigned({ keyInfo: [] }), readSigned({ tamper: (xml) => xml.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, '') })]) {
      expect(facts.signatureValue).toEqual({ status: 'no-certificate', digestInfoWithoutNull: false })
      expect(facts.signingCertificate).toBeNull()
      expect(facts.signingCertificateReferences).toMatchObject([{ issuerSerial: 'mismatch' }])
      expect(codes(facts)).toEqual(['KEY_INFO_MISSING'])
    }
  })

  it('a signature says when its algorithm or its canonicalization is not known', () => {
    expect(readSigned({ signatureMethod: 'urn:x' }).signatureValue.status).toBe('algorithm-unknown')
    const facts = readSigned({ edit: (xml) => xml.replace(/(<ds:CanonicalizationMethod Algorithm=)"[^"]*"/, '$1"urn:x"') })
    expect(facts.signatureValue.status).toBe('unsupported-canonicalization')
    expect(facts.syntax).toMatchObject({ canonicalization: 'urn:x' })
  })
})

describe('signing-certificate property', () => {
  it('the signing-certificate property is compared in both versions, with issuer and serial number in theirs', () => {
    const v1 = readSigned({ signingCertificate: { version: 'v1' } })
    expect(v1.signingCertificateReferences).toMatchObject([{ version: 'v1', issuerSerial: 'match' }])
    const v2 = readSigned({ signingCertificate: { version: 'v2', withIssuer: true, digest: 'sha512' } })
    expect(v2.signingCertificateReferences).toMatchObject([
      { version: 'v2', certificate: v2.signingCertificate, issuerSerial: 'match', digest: { algorithm: 'SHA512' } },
    ])
    const absent = readSigned({ signingCertificate: { version: 'v2' } })
    expect(absent.signingCertificateReferences).toMatchObject([{ issuerSerial: 'absent', certificate: absent.signingCertificate }])
  })

  it.each([
    ['another serial number', { serialNumber: 1n }],
    ['another issuer', { issuerName: 'CN=Somebody,C=EE' }],
    ['an issuer that is no name', { issuerName: '???' }],
    ['another serial number, V2', { version: 'v2', withIssuer: true, serialNumber: 1n }],
  ] as const)('the signing-certificate property does not match with %s', (_, signingCertificate) => {
    const facts = readSigned({ signingCertificate })
    expect(facts.signingCertificateReferences).toMatchObject([{ certificate: facts.signingCertificate, issuerSerial: 'mismatch' }])
  })

  it('the signing-certificate property does not match where IssuerSerial is rubbish', () => {
    const v1 = (serialNumber: string) =>
      readSigned({ edit: (xml) => xml.replace(/<ds:X509SerialNumber>[^<]*/, `<ds:X509SerialNumber>${serialNumber}`) })
    for (const serialNumber of ['9'.repeat(10_000), 'palju', '', '1.0', '+', '1 2'])
      expect(v1(serialNumber).signingCertificateReferences).toMatchObject([{ issuerSerial: 'mismatch' }])
    expect(v1(`+0${signer.serialNumber}`).signingCertificateReferences).toMatchObject([{ issuerSerial: 'match' }])
    // Number of a certificate as hexadecimal digits, which BigInt reads too.
    expect(v1(`0x${signer.serialNumber.toString(16)}`).signingCertificateReferences).toMatchObject([{ issuerSerial: 'mismatch' }])
    const v2 = (content: string) =>
      readSigned({
        signingCertificate: { version: 'v2', withIssuer: true },
        edit: (xml) => xml.replace(/(<xades:IssuerSerialV2>)[^<]*/, `$1${content}`),
      })
    for (const content of ['AAAA', '?', '']) expect(v2(content).signingCertificateReferences).toMatchObject([{ issuerSerial: 'mismatch' }])
  })

  it('the signing-certificate property may be missing, empty or wrong', () => {
    expect(readSigned({ signingCertificate: null })).toMatchObject({
      signingCertificateReferences: [],
      signingCertificateReferenceSigned: false,
    })
    const wrong = readSigned({ signingCertificate: { digestValue: Buffer.alloc(32) } })
    expect(wrong.signingCertificateReferences).toMatchObject([{ certificate: null, digest: { value: '00'.repeat(32) } }])
    const empty = readSigned({ signingCertificate: { digestValue: Buffer.alloc(0) } })
    expect(empty.signingCertificateReferences).toMatchObject([{ certificate: null, digest: null }])
  })

  it('the signing-certificate property shows every Cert', () => {
    expect(readSigned({ signingCertificate: { times: 3 } }).signingCertificateReferences).toHaveLength(3)
  })
})

describe('signature policy', () => {
  it('the signature policy is read without what surrounds it', () => {
    const facts = readSigned({ writer: 'jdigidoc', level: 'LT-TM' })
    expect(facts.policy).toEqual({
      kind: 'explicit',
      identifier: '1.3.6.1.4.1.10015.1000.3.2.1',
      qualifier: 'OIDAsURN',
      digest: { identifier: 'http://www.w3.org/2001/04/xmlenc#sha256', algorithm: 'SHA256', value: bdocPolicy.digestValue.toString('hex') },
      spUri: 'https://www.sk.ee/repository/bdoc-spec21.pdf',
      documentDigestStatus: null,
    })
  })

  it('the signature policy may lack address and qualifier, or be a URI', () => {
    expect(readSigned({ policy: { spUri: null, qualifier: null } }).policy).toMatchObject({ spUri: null, qualifier: null })
    expect(readSigned({ policy: { spUri: ' ' } }).policy?.spUri).toBeNull()
    expect(readSigned({ policy: { identifier: 'http://localhost/policy' } }).policy?.identifier).toBe('http://localhost/policy')
  })

  it('the signature policy may be implied or absent', () => {
    expect(readSigned({ policy: { implied: true } }).policy).toEqual({
      kind: 'implied',
      identifier: '',
      qualifier: null,
      digest: null,
      spUri: null,
      documentDigestStatus: null,
    })
    expect(readSigned().policy).toBeNull()
  })

  it('the signature policy may be explicit and implied at once, against the schema', () => {
    const both = (xml: string) =>
      xml.replace('</xades:SignaturePolicyIdentifier>', '<xades:SignaturePolicyImplied/></xades:SignaturePolicyIdentifier>')
    expect(readSigned({ level: 'LT-TM', edit: both }).policy).toMatchObject({ kind: 'explicit', alsoImplied: true })
    expect(readSigned({ level: 'LT-TM' }).policy).not.toHaveProperty('alsoImplied')
  })

  it('the signature policy is compared with the document that the signature carries (SignaturePolicyStore)', () => {
    const document = Buffer.from('policy')
    const digestValue = Buffer.from('ac584e5e9f0a8b3c8d4b6c5f6a8e9b7d', 'hex')
    const store = (xml: string) =>
      xml.replace(
        '</xades:UnsignedSignatureProperties>',
        `<x:SignaturePolicyStore xmlns:x="http://uri.etsi.org/01903/v1.4.1#"><x:SignaturePolicyDocument>${document.toString('base64')}</x:SignaturePolicyDocument></x:SignaturePolicyStore></xades:UnsignedSignatureProperties>`,
      )
    const status = (policy: object, edit = (xml: string) => xml) => readSigned({ policy, edit, tamper: store }).policy?.documentDigestStatus
    expect(status({ digestValue })).toBe('mismatch')
    expect(status({ digestValue: sha256(document) })).toBe('intact')
    expect(status({ digestValue: Buffer.alloc(0) })).toBe('mismatch')
    expect(
      status({ digestValue: sha256(document) }, (xml) => xml.replace('<xades:SigPolicyHash>', '<ds:Transforms/><xades:SigPolicyHash>')),
    ).toBe('algorithm-unknown')
    expect(status({ implied: true })).toBeNull()
  })
})
