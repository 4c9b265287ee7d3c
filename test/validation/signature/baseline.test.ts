import { describe, expect, it } from 'vitest'
import type { SignatureOptions } from '../../support/signature-options.js'
import { againstBaseline, readSigned } from './reading.js'

const unsigned = (...names: readonly string[]): SignatureOptions => ({
  tamper: (xml) =>
    xml.replace('</xades:UnsignedSignatureProperties>', (end) => names.map((name) => `<xades:${name}></xades:${name}>`).join('') + end),
})
const edit = (pattern: RegExp | string, by: string): SignatureOptions => ({ edit: (xml) => xml.replace(pattern, by) })
const read = (options: SignatureOptions) => againstBaseline(readSigned({ writer: 'libdigidocpp', ...options }))

describe('what keeps a signature from being a baseline signature (EN 319 132-1, 6.3)', () => {
  it.each(['B-BES', 'T', 'LT', 'LT-TM', 'LTA'] as const)(
    'a signature of level %s as the programs make it is a baseline signature',
    (level) => {
      expect(read({ level })).toEqual([])
    },
  )

  it.each<[string, SignatureOptions, string]>([
    [
      'a file without a format',
      { references: (all) => all.map((each) => ({ ...each, mimeType: null })) },
      'PROPERTY_AGAINST_BASELINE DataObjectFormat',
    ],
    [
      'a format without a type',
      edit(/<xades:MimeType>.*?<\/xades:MimeType>/, '<xades:Description>text</xades:Description>'),
      'PROPERTY_AGAINST_BASELINE DataObjectFormat',
    ],
    ['a format that says nothing', edit(/<xades:MimeType>.*?<\/xades:MimeType>/, ''), 'PROPERTY_AGAINST_XADES DataObjectFormat'],
    ['a format with two types', edit(/(<xades:MimeType>.*?<\/xades:MimeType>)/, '$1$1'), 'PROPERTY_AGAINST_XADES DataObjectFormat'],
    [
      'roles of both versions',
      { roles: ['a'], ...edit('</xades:SignerRole>', '</xades:SignerRole><xades:SignerRoleV2/>') },
      'PROPERTY_AGAINST_XADES SignerRole',
    ],
    [
      'an address of the certificate',
      { signingCertificate: { version: 'v2' }, ...edit('<xades:Cert>', '<xades:Cert URI="http://ca.example/">') },
      'PROPERTY_AGAINST_BASELINE SigningCertificateV2',
    ],
    ['references to certificates', unsigned('CompleteCertificateRefs'), 'UNSIGNED_PROPERTY_AGAINST_BASELINE CompleteCertificateRefs'],
    ['references to revocation data', unsigned('CompleteRevocationRefs'), 'UNSIGNED_PROPERTY_AGAINST_BASELINE CompleteRevocationRefs'],
    ['certificate values twice', unsigned('CertificateValues'), 'UNSIGNED_PROPERTY_AGAINST_BASELINE CertificateValues'],
  ])('a signature with %s is none', (_, options, found) => {
    expect(read(options)).toEqual([found])
  })

  it('a format that points to no reference makes it none, and leaves its own reference without a format', () => {
    const elsewhere = edit(/ObjectReference="#/, 'ObjectReference="#not-')
    expect(read(elsewhere)).toEqual(['PROPERTY_AGAINST_XADES DataObjectFormat', 'PROPERTY_AGAINST_BASELINE DataObjectFormat'])
  })

  it('a signature none of whose references has an Id is a baseline signature without formats, as for SiVa 3', () => {
    const withoutIds: SignatureOptions = { references: (all) => all.map((each) => ({ ...each, id: null, mimeType: null })) }
    expect(read(withoutIds)).toEqual([])
    const onlyFile: SignatureOptions = { references: (all) => all.map((each) => (each.type === null ? { ...each, id: null } : each)) }
    expect(read(onlyFile)).toEqual(['PROPERTY_AGAINST_BASELINE DataObjectFormat'])
  })

  it('a signature of level T is one of the older form C only with references to certificates and to revocation data', () => {
    expect(read({ level: 'T', ...unsigned('CompleteCertificateRefs') })).toEqual([])
    expect(read({ level: 'T', ...unsigned('CompleteCertificateRefs', 'CompleteRevocationRefs') })).toHaveLength(2)
  })

  it('a signature with an unknown property stays a baseline signature', () => {
    expect(read(unsigned('Surprise', 'AttributeCertificateRefs'))).toEqual([])
  })
})
