import { describe, expect, it } from 'vitest'
import { asicContainer } from '../../support/asice.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import type { SignatureOptions } from '../../support/signature-options.js'
import { codes, onlyFacts, readContainer, readSigned, readXml } from './reading.js'

const all = /<xades:SignedProperties.*<\/xades:SignedProperties>/s
const insertUnsigned = (element: string) => (xml: string) =>
  xml.replace('</xades:UnsignedSignatureProperties>', `${element}</xades:UnsignedSignatureProperties>`)
const twice = (pattern: RegExp) => (xml: string) => xml.replace(pattern, (whole) => whole + whole)
const x141 = 'xmlns:x="http://uri.etsi.org/01903/v1.4.1#"'

/** One document for each structure code; `edit` is signed, `tamper` is not. */
const flaws: readonly [code: string, options: SignatureOptions, others?: readonly string[]][] = [
  ['SIGNATURE_ID_MISSING', { edit: (xml) => xml.replace(/(<ds:Signature[^>]*) Id="S0"/, '$1') }, ['QUALIFYING_PROPERTIES_TARGET']],
  ['DUPLICATE_UNUSED_ID', { tamper: insertUnsigned('<xades:CompleteCertificateRefs Id="value-S0"/>') }],
  ['UNEXPECTED_ELEMENT', { tamper: (xml) => xml.replace('</ds:Signature>', '<ds:Manifest/></ds:Signature>') }],
  ['UNEXPECTED_ELEMENT', { edit: (xml) => xml.replace('</ds:SignedInfo>', '<x/></ds:SignedInfo>') }],
  ['UNEXPECTED_ELEMENT', { tamper: (xml) => xml.replace('</xades:QualifyingProperties>', '<x/></xades:QualifyingProperties>') }],
  ['UNEXPECTED_ELEMENT', { edit: (xml) => xml.replace('<ds:DigestMethod', '<x/><ds:DigestMethod') }],
  ['UNEXPECTED_ELEMENT', { edit: (xml) => xml.replace(/(<ds:DigestMethod[^>]*>)(<ds:DigestValue>[^<]*<\/ds:DigestValue>)/, '$2$1') }],
  ['UNEXPECTED_ELEMENT', { edit: (xml) => xml.replace(/(<ds:CanonicalizationMethod[^>]*>)(<ds:SignatureMethod[^>]*>)/, '$2$1') }],
  [
    'UNEXPECTED_ELEMENT',
    { tamper: (xml) => xml.replace(/(<ds:SignedInfo>.*?<\/ds:SignedInfo>)(<ds:SignatureValue.*?<\/ds:SignatureValue>)/s, '$2$1') },
  ],
  ['UNEXPECTED_ELEMENT', { tamper: (xml) => xml.replace(/(<ds:KeyInfo>.*?<\/ds:KeyInfo>)(<ds:Object>.*<\/ds:Object>)/s, '$2$1') }],
  ['SIGNATURE_VALUE_NOT_BASE64', { tamper: (xml) => xml.replace(/(<ds:SignatureValue[^>]*>)./, '$1#') }],
  ['KEY_INFO_MISSING', { keyInfo: [] }],
  [
    'CERTIFICATE_UNREADABLE',
    {
      tamper: (xml) =>
        xml.replace(
          '<xades:CertificateValues>',
          '<xades:CertificateValues><xades:EncapsulatedX509Certificate>AAAA</xades:EncapsulatedX509Certificate>',
        ),
    },
  ],
  [
    'QUALIFYING_PROPERTIES_MISSING',
    { tamper: (xml) => xml.replace(/<ds:Object>.*<\/ds:Object>/s, '') },
    ['SIGNED_PROPERTIES_REFERENCE_TARGET', 'DATA_OBJECT_FORMAT_MISSING'],
  ],
  [
    'QUALIFYING_PROPERTIES_MULTIPLE',
    {
      tamper: (xml) =>
        xml.replace(
          '</ds:Object>',
          `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#S0"/></ds:Object>`,
        ),
    },
  ],
  ['QUALIFYING_PROPERTIES_TARGET', { tamper: (xml) => xml.replace('Target="#S0"', 'Target="S0"') }],
  [
    'QUALIFYING_PROPERTIES_REFERENCE',
    {
      tamper: (xml) =>
        xml.replace(
          '</ds:Object>',
          '<xades:QualifyingPropertiesReference xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" URI="http://localhost/"/></ds:Object>',
        ),
    },
  ],
  [
    'SIGNED_PROPERTIES_MISSING',
    { tamper: (xml) => xml.replace(all, '') },
    ['SIGNED_PROPERTIES_REFERENCE_TARGET', 'DATA_OBJECT_FORMAT_MISSING'],
  ],
  ['SIGNED_PROPERTIES_MULTIPLE', { tamper: (xml) => xml.replace(all, (whole) => `${whole}<xades:SignedProperties/>`) }],
  [
    'UNSIGNED_PROPERTIES_MULTIPLE',
    { tamper: (xml) => xml.replace('</xades:QualifyingProperties>', '<xades:UnsignedProperties/></xades:QualifyingProperties>') },
  ],
  [
    'UNSIGNED_PROPERTIES_MULTIPLE',
    { tamper: (xml) => xml.replace('</xades:UnsignedProperties>', '<xades:UnsignedSignatureProperties/></xades:UnsignedProperties>') },
  ],
  ['SIGNED_PROPERTY_REPEATED', { edit: twice(/<xades:SigningTime>.*<\/xades:SigningTime>/s) }],
  ['SIGNED_PROPERTY_REPEATED', { edit: twice(/<xades:SigningCertificate>.*<\/xades:SigningCertificate>/s) }],
  ['SIGNING_TIME_MISSING', { signingTime: null }],
  ['SIGNING_TIME_MISSING', { edit: (xml) => xml.replace(/(<xades:SigningTime>)[^<]*/, '$1 ') }],
  ['SIGNING_TIME_UNREADABLE', { edit: (xml) => xml.replace('T10:00:00Z', ' 10:00') }],
  ['SIGNING_TIME_UNREADABLE', { edit: (xml) => xml.replace('T10:00:00Z', '<x/>T10:00:00Z') }],
  ['DATA_OBJECT_FORMAT_MISSING', { edit: (xml) => xml.replace('<xades:MimeType>', '<xades:MimeType><x/>') }],
  ['SIGNATURE_POLICY_UNREADABLE', { policy: { identifier: ' ' } }],
  ['SIGNATURE_POLICY_UNREADABLE', { policy: {}, edit: (xml) => xml.replace('urn:oid:1.3.6', 'urn:oid:1<x/>.3.6') }],
  [
    'SIGNATURE_POLICY_UNREADABLE',
    {
      policy: { implied: true },
      edit: (xml) =>
        xml.replace('<xades:SignaturePolicyImplied/>', '').replace('<xades:SignaturePolicyImplied></xades:SignaturePolicyImplied>', ''),
    },
  ],
  [
    'SIGNATURE_POLICY_UNREADABLE',
    {
      policy: { identifier: ' ' },
      edit: (xml) => xml.replace('</xades:SignaturePolicyIdentifier>', '<xades:SignaturePolicyImplied/></xades:SignaturePolicyIdentifier>'),
    },
  ],
  [
    'SIGNATURE_POLICY_CONTRADICTORY',
    {
      policy: {},
      edit: (xml) => xml.replace('</xades:SignaturePolicyIdentifier>', '<xades:SignaturePolicyImplied/></xades:SignaturePolicyIdentifier>'),
    },
  ],
  ['COUNTER_SIGNATURE_BROKEN', { tamper: insertUnsigned('<xades:CounterSignature><ds:Signature/></xades:CounterSignature>') }],
  [
    'EVIDENCE_RECORD',
    { tamper: insertUnsigned('<e:SealingEvidenceRecords xmlns:e="http://uri.etsi.org/19132/v1.1.1#"><e:x/></e:SealingEvidenceRecords>') },
  ],
  ['UNSIGNED_PROPERTY_UNKNOWN', { tamper: insertUnsigned('<xades:Surprise/>') }],
  ['UNSIGNED_PROPERTY_UNKNOWN', { tamper: insertUnsigned('<SignatureTimeStamp/>') }],
  ['SIGNATURE_POLICY_STORE_UNREADABLE', { tamper: insertUnsigned(`<x:SignaturePolicyStore ${x141}/>`) }],
]

describe('structure findings', () => {
  it.each(flaws)('a flaw in the structure of a signature is found: %s', (code, options, others = []) => {
    expect(codes(readSigned(options))).toEqual([code, ...others])
  })

  it('findings of the structure are kept to a number that people can read', () => {
    const facts = readSigned({ tamper: insertUnsigned('<xades:Surprise/>'.repeat(900)) })
    expect(codes(facts)).toEqual(Array(20).fill('UNSIGNED_PROPERTY_UNKNOWN'))
  })

  it('findings of the structure hold no text of any length', () => {
    const facts = readSigned({ edit: (xml) => xml.replace('T10:00:00Z', 'x'.repeat(100_000)) })
    expect(JSON.stringify(facts.structure).length).toBeLessThan(1_000)
  })

  it('findings of the structure do not stop the reading of what is whole', () => {
    for (const [, options] of flaws) expect(readSigned(options).certificates.length).toBeGreaterThan(0)
  })

  it('the structure of a signature may have every property of the standard', () => {
    const names = [
      'CompleteCertificateRefs',
      'CompleteRevocationRefs',
      'AttributeCertificateRefs',
      'AttributeRevocationRefs',
      'AttrAuthoritiesCertValues',
      'AttributeRevocationValues',
    ]
    const names141 = ['CompleteCertificateRefsV2', 'AttributeCertificateRefsV2', 'RenewedDigests', 'AnyValidationData']
    const elements = [...names.map((name) => `<xades:${name}/>`), ...names141.map((name) => `<x:${name} ${x141}/>`)]
    expect(codes(readSigned({ tamper: insertUnsigned(elements.join('')) }))).toEqual([])
  })
})

describe('Ids of two signatures in one file', () => {
  it('Ids of two signatures in one file that repeat each other are found in both, and in no third', () => {
    const value = (id: string) => (xml: string) => xml.replace(`Id="value-${id}"`, 'Id="value"')
    const read = readContainer(
      asicContainer({
        signatures: [['A', 'B', 'C'].map((id) => ({ writer: 'digidoc4j' as const, id, ...(id === 'C' ? {} : { edit: value(id) }) }))],
      }),
    )
    expect(read.map((each) => codes(onlyFacts([each])))).toEqual([['DUPLICATE_UNUSED_ID'], ['DUPLICATE_UNUSED_ID'], []])
  })
})

describe('a hostile document', () => {
  it('a hostile document is read in time proportional to its size', () => {
    const many = Array.from({ length: 30_000 }, (_, i) => `<x Id="i${i % 15_000}"/>`).join('')
    const document = `<a xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${'<ds:Signature/>'.repeat(400)}${many}</a>`
    expect(cpuMilliseconds(() => readXml(document, []))).toBeLessThan(6_000)
  })
})
