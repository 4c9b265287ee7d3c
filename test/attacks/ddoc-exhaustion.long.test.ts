import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { validate } from '../conformance/validate-sample.js'
import { type DdocSignatureOptions, ddocContainer, ddocFile } from '../support/ddoc/container.js'

const request = { documentType: 'DDOC', policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

/** Verdicts, or the code of the refusal. */
function verdictsOf(document: Buffer): readonly string[] | string {
  const answer = validate(document, 'trust/standard.json', request)
  return answer.kind === 'refused' ? answer.code : [...new Set(answer.report.signatures.map(({ indication }) => indication))]
}

const one = (options: DdocSignatureOptions) => verdictsOf(ddocContainer({ signatures: [options] }))
const insideSignature = (text: string) => (xml: string) => xml.replace('</Signature>', `${text}</Signature>`)

// Each document asks for far more work than it is long: it must end soon, with a refusal or a finding, and never with a pass.
describe('DIGIDOC-XML that asks for too much work', () => {
  it('DIGIDOC-XML: refuses more signatures than a document may have', () => {
    const document = ddocContainer({ tamper: (xml) => xml.replace(/<Signature [\s\S]*<\/Signature>/, (whole) => whole.repeat(501)) })
    expect(verdictsOf(document)).toBe('SIGNATURE_TOO_MANY_SIGNATURES')
  })

  it('DIGIDOC-XML: refuses many signatures over many files', () => {
    const files = Array.from({ length: 100 }, (_, i) => ddocFile(`${'x'.repeat(1_000)}${i}.txt`, ''))
    const document = ddocContainer({ files, tamper: (xml) => xml.replace(/<Signature [\s\S]*<\/Signature>/, (whole) => whole.repeat(60)) })
    expect(verdictsOf(document)).toBe('DDOC_TOO_MANY_FILE_STATEMENTS')
  })

  it('DIGIDOC-XML: refuses many signatures with many references', () => {
    const reference = '<Reference URI="#D9"></Reference>'
    const signature = (xml: string) => xml.replace('</SignedInfo>', `${reference.repeat(1_000)}</SignedInfo>`)
    const many = (count: number) =>
      ddocContainer({ tamper: (xml) => xml.replace(/<Signature [\s\S]*<\/Signature>/, (whole) => signature(whole).repeat(count)) })
    expect(verdictsOf(many(50))).toBe('DDOC_TOO_MANY_FILE_STATEMENTS')
    expect(verdictsOf(many(10))).toEqual(['TOTAL-FAILED'])
  })

  it('DIGIDOC-XML: refuses more references than a signature may have', () => {
    const reference = '<Reference URI="#D0"></Reference>'
    expect(one({ after: (xml) => xml.replace('</SignedInfo>', `${reference.repeat(2_001)}</SignedInfo>`) })).toBe(
      'XMLDSIG_TOO_MANY_REFERENCES',
    )
  })

  it('DIGIDOC-XML: refuses more certificates than a signature may have', () => {
    const certificate = '<EncapsulatedX509Certificate>MAA=</EncapsulatedX509Certificate>'
    expect(one({ after: (xml) => xml.replace('</CertificateValues>', `${certificate.repeat(501)}</CertificateValues>`) })).toBe(
      'SIGNATURE_TOO_MANY_CERTIFICATES',
    )
  })

  it('reads one of many confirmations of DIGIDOC-XML', () => {
    const response = '<EncapsulatedOCSPValue Id="N1">MAA=</EncapsulatedOCSPValue>'
    expect(one({ after: (xml) => xml.replace('</OCSPValues>', `${response.repeat(50_000)}</OCSPValues>`) })).toEqual(['TOTAL-FAILED'])
  })

  it('refuses elements of DIGIDOC-XML that are nested deep, and attributes without end', () => {
    expect(one({ after: insideSignature(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`) })).toBe('XML_TOO_DEEP')
    expect(one({ after: insideSignature(`<a ${Array.from({ length: 1_000 }, (_, i) => `a${i}=""`).join(' ')}/>`) })).toBe(
      'XML_TOO_MANY_ATTRIBUTES',
    )
  })

  it('refuses attributes of DIGIDOC-XML longer than any name, and reads those of usual length', () => {
    const named = (length: number) => verdictsOf(ddocContainer({ files: [ddocFile(`${'x'.repeat(length)}.txt`, 'a')] }))
    expect(named(limits.xml.maxAttributeLength)).toBe('XML_TOO_LONG')
    expect(named(255)).toEqual(['TOTAL-PASSED'])
  })

  it('refuses numbers in DIGIDOC-XML that are as long as the document', () => {
    expect(one({ signedProperties: (xml) => xml.replace(/(<X509SerialNumber[^>]*>)\d+/, `$1${'9'.repeat(1_000_000)}`) })).toEqual([
      'TOTAL-FAILED',
    ])
  })

  it('reads names and references of DIGIDOC-XML of any length and number in linear time', () => {
    const names = [
      `/CN=${'a'.repeat(2_000_000)}`,
      '/CN=a'.repeat(200_000),
      'CN=a,'.repeat(200_000),
      '\\,'.repeat(400_000),
      '#'.repeat(800_000),
    ]
    for (const name of names)
      expect(one({ signedProperties: (xml) => xml.replace(/(<X509IssuerName[^>]*>)[^<]*/, (_, tag: string) => tag + name) })).toEqual([
        'TOTAL-FAILED',
      ])
    const cert = '<Cert><CertDigest></CertDigest><IssuerSerial><X509SerialNumber>1</X509SerialNumber></IssuerSerial></Cert>'
    expect(one({ after: (xml) => xml.replace('<CertRefs>', `<CertRefs>${cert.repeat(40_000)}`) })).toEqual(['TOTAL-PASSED'])
    const reference = '<OCSPRef><OCSPIdentifier URI="#N1"></OCSPIdentifier></OCSPRef>'
    expect(one({ after: (xml) => xml.replace('<OCSPRefs>', `<OCSPRefs>${reference.repeat(100_000)}`) })).toEqual(['TOTAL-PASSED'])
    for (const text of [' '.repeat(3_000_000), '2'.repeat(3_000_000)]) expect(one({ signingTime: text })).toEqual(['TOTAL-FAILED'])
  })

  it('skips marks and white space without end in front of a DIGIDOC-XML document', () => {
    const before = Buffer.from('\ufeff \n'.repeat(1_000_000))
    expect(verdictsOf(ddocContainer({ before }))).toEqual(['TOTAL-PASSED'])
  })

  it('does not report a flaw of DIGIDOC-XML a hundred thousand times', () => {
    const roles = `<SignerRole><ClaimedRoles>${'<ClaimedRole>a</ClaimedRole>'.repeat(100_000)}</ClaimedRoles></SignerRole>`
    const transforms = '<Transforms></Transforms>'.repeat(50_000)
    expect(one({ signedProperties: (xml) => xml.replace('</SignedSignatureProperties>', `${roles}</SignedSignatureProperties>`) })).toEqual(
      ['TOTAL-FAILED'],
    )
    expect(one({ signedInfo: (xml) => xml.replace('<DigestMethod', `${transforms}<DigestMethod`) })).toEqual(['TOTAL-FAILED'])
  })

  it('looks for texts of data files of DIGIDOC-XML in linear time', () => {
    const document = (middle: string) => Buffer.from(`<SignedDoc format="DIGIDOC-XML" version="1.3">${middle}</SignedDoc>`)
    for (const middle of [
      '<DataFile'.repeat(300_000),
      '<DataFile '.repeat(300_000),
      '<DataFile >'.repeat(200_000),
      `<DataFile ${'>'.repeat(3_000_000)}`,
      `${'<DataFile '.repeat(300_000)}>A<`,
    ])
      expect(typeof verdictsOf(document(middle))).toBe('string')
  })
})
