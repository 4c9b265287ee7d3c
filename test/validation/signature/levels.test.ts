import { describe, expect, it } from 'vitest'
import type { SignatureFacts } from '#model'
import { signatureFormOf } from '../../../src/validation/report/signature-form.js'
import { formatNameOf, type Siva1Format } from '../../../src/writers/siva1/names.js'
import { agreement, asicContainer, dataFile as file } from '../../support/asice.js'
import { moments, pki } from '../../support/pki.js'
import type { SignatureLevel, Writer } from '../../support/signature-options.js'
import { codes, onlyFacts, readContainer, readSigned, readXml } from './reading.js'

const writers: readonly Writer[] = ['libdigidocpp', 'jdigidoc', 'digidoc4j']
const formats: readonly [SignatureLevel, Siva1Format][] = [
  ['B-BES', 'XAdES_BASELINE_B_BES'],
  ['B-EPES', 'XAdES_BASELINE_B_EPES'],
  ['T', 'XAdES_BASELINE_T'],
  ['LT', 'XAdES_BASELINE_LT'],
  ['LT-TM', 'XAdES_BASELINE_LT_TM'],
  ['LTA', 'XAdES_BASELINE_LTA'],
]

const signatureFormatOf = (facts: SignatureFacts) => formatNameOf(signatureFormOf(facts))

describe('a sound signature', () => {
  for (const writer of writers) {
    it.each(formats)(`a sound signature of level %s in the manner of ${writer} is intact in every part`, (level, format) => {
      const facts = readSigned({ writer, level })
      expect(signatureFormatOf(facts)).toBe(format)
      expect(facts.signatureValue).toEqual({ status: 'intact', digestInfoWithoutNull: false })
      expect(facts.references.map(({ kind, status }) => [kind, status])).toEqual([
        ['data-object', 'intact'],
        ['signed-properties', 'intact'],
      ])
      expect(facts.references[0]).toMatchObject({ dataFile: agreement.name, mimeType: 'text/plain', transforms: [] })
      expect(facts.structure).toEqual([])
      expect(facts.unreadableTimeStamps).toEqual([])
      expect(facts.unreadableRevocations).toEqual([])
      for (const { imprint, token } of facts.timeStamps) {
        expect(imprint.status).toBe('intact')
        expect(token).toMatchObject({ messageDigestIntact: true, signature: 'intact', signingCertificateAttribute: 'match' })
      }
    })
  }

  it('a sound signature shows who signed and when', () => {
    const facts = readSigned({ roles: ['juhataja', ' ', 'volinik '] })
    const [first] = facts.certificates
    expect(facts.signingCertificate).toBe(first?.id)
    expect(first?.encoded).toEqual(pki.signer.certificate.der)
    expect(facts.claimedSigningTime).toBe(moments.signing)
    expect(facts.claimedRoles).toEqual(['juhataja', 'volinik'])
    expect(facts.signingCertificateReferences).toMatchObject([{ version: 'v1', certificate: first?.id, issuerSerial: 'match' }])
    expect(facts.signingCertificateReferenceSigned).toBe(true)
    expect(facts.signatureAlgorithm).toMatchObject({ encryption: 'ECDSA', digest: 'SHA256' })
    expect(facts.syntax).toEqual({ name: 'xades', canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#' })
    expect(facts.scopes).toEqual([{ kind: 'file', name: agreement.name }])
    expect(facts.source).toEqual({ file: 'META-INF/signatures0.xml', index: 0 })
  })

  it('a sound signature holds each certificate once, in the order of appearance', () => {
    const { certificates } = readSigned({ level: 'LTA' })
    expect(new Set(certificates.map(({ id }) => id)).size).toBe(certificates.length)
    const encoded = certificates.map((certificate) => certificate.encoded)
    expect(encoded[0]).toEqual(pki.signer.certificate.der)
    expect(encoded).toContainEqual(pki.timeStampingUnit.certificate.der)
    expect(encoded).toContainEqual(pki.delegatedResponder.certificate.der)
  })
})

describe('level of a signature (decisions.md#time-mark)', () => {
  const bdoc = {}
  it('the level of a signature is that of the time-stamp when there are both policy and time-stamp', () => {
    expect(signatureFormatOf(readSigned({ level: 'LT', policy: bdoc }))).toBe('XAdES_BASELINE_LT')
    expect(signatureFormatOf(readSigned({ level: 'T', policy: bdoc }))).toBe('XAdES_BASELINE_T')
    expect(signatureFormatOf(readSigned({ level: 'LTA', policy: bdoc }))).toBe('XAdES_BASELINE_LTA')
  })

  it('the level of a signature is time-mark with any nonce', () => {
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', ocsp: { nonce: null } }))).toBe('XAdES_BASELINE_LT_TM')
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', ocsp: { nonce: Buffer.alloc(20, 1) } }))).toBe('XAdES_BASELINE_LT_TM')
  })

  it('the level of a signature is B without a proof of time, even with revocation data', () => {
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', policy: null }))).toBe('XAdES_BASELINE_B_BES')
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', policy: { identifier: 'urn:oid:1.3.6.1.4.1.10015.1000.3.1.1' } }))).toBe(
      'XAdES_BASELINE_B_EPES',
    )
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', policy: { implied: true } }))).toBe('XAdES_BASELINE_B_BES')
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', revocationValues: null }))).toBe('XAdES_BASELINE_B_EPES')
    expect(signatureFormatOf(readSigned({ level: 'LT-TM', ocsp: { responseStatus: 3 } }))).toBe('XAdES_BASELINE_B_EPES')
  })

  it('the level of a signature is T where the revocation data cannot be read', () => {
    const facts = readSigned({ level: 'LT', revocationValues: () => ({ ocsp: [Buffer.from('nonsense')], crl: [Buffer.from([0x30, 0])] }) })
    expect(signatureFormatOf(facts)).toBe('XAdES_BASELINE_T')
    expect(facts.unreadableRevocations).toMatchObject([
      { kind: 'ocsp', origin: 'revocation-values' },
      { kind: 'crl', origin: 'revocation-values' },
    ])
    for (const { problem } of facts.unreadableRevocations) expect(problem).toMatch(/^ASN1_/)
  })

  it('the level of a signature does not become time-mark by a time-stamp that cannot be read', () => {
    const broken = (xml: string) => xml.replace(/(<xades:EncapsulatedTimeStamp[^>]*>)[^<]*/, '$1AAAA')
    const facts = readSigned({ level: 'LT', policy: bdoc, tamper: broken })
    expect(signatureFormatOf(facts)).toBe('XAdES_BASELINE_LT')
    expect(facts.timeStamps).toEqual([])
    expect(facts.unreadableTimeStamps).toMatchObject([{ kind: 'signature' }])
  })
})

describe('several signatures', () => {
  const container = asicContainer({
    signatures: [[{ id: 'A' }, { id: 'B', level: 'T', signer: pki.secondSigner }], { id: 'C', level: 'LT-TM' }],
  })
  const signatures = readContainer(container)

  it('several signatures are read in the order of files and of the document', () => {
    expect(signatures.map((s) => (s.kind === 'read' ? [s.facts.id, s.facts.source.file, s.facts.source.index] : s))).toEqual([
      ['A', 'META-INF/signatures0.xml', 0],
      ['B', 'META-INF/signatures0.xml', 1],
      ['C', 'META-INF/signatures1.xml', 0],
    ])
    for (const signature of signatures) expect(signature).toMatchObject({ facts: { signatureValue: { status: 'intact' } } })
  })

  it('several signatures differ in their content digest, unless one repeats the other', () => {
    const digests = signatures.map((s) => (s.kind === 'read' ? s.facts.contentDigest : ''))
    expect(new Set(digests).size).toBe(3)
    const twice = readContainer(
      asicContainer({
        signatures: [{ id: 'A' }, { id: 'B' }],
        entries: (entries) => {
          const first = entries.find(({ name }) => name === 'META-INF/signatures0.xml')
          return entries.map((entry) =>
            entry.name === 'META-INF/signatures1.xml' ? { ...entry, content: first?.content ?? entry.content } : entry,
          )
        },
      }),
    )
    const [first, second] = twice.map((s) => (s.kind === 'read' ? s.facts.contentDigest : ''))
    expect(first).toBe(second)
  })

  it('a signature that cannot be read leaves the others readable (decisions.md#unreadable-signature)', () => {
    const broken = asicContainer({
      signatures: [[{ id: 'A', tamper: (xml) => xml.replace(/<ds:SignatureValue.*<\/ds:SignatureValue>/s, '') }, { id: 'B' }]],
    })
    const read = readContainer(broken)
    expect(read[0]).toMatchObject({ kind: 'unreadable', code: 'XMLDSIG_SIGNATURE_VALUE', id: 'A', source: { index: 0 } })
    expect(read[1]).toMatchObject({ kind: 'read', facts: { id: 'B', signatureValue: { status: 'intact' } } })
  })
})

describe('a file that cannot be read', () => {
  it.each([
    ['not XML', 'hello', 'XML_ROOT'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'XML_DOCTYPE'],
    ['no ds:Signature', '<a/>', 'XADES_NO_SIGNATURE'],
    ['ds:Signature of another namespace', '<Signature/>', 'XADES_NO_SIGNATURE'],
    ['nothing in it', '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#" Id="S"/>', 'XMLDSIG_SIGNED_INFO'],
  ])('a signature file that cannot be read says why: %s', (_, xml, code) => {
    expect(readXml(xml, [])).toMatchObject([{ kind: 'unreadable', code, source: { file: 'META-INF/signatures0.xml', index: 0 } }])
  })

  it('reads a ds:Signature that is the root of its file', () => {
    const alone = (xml: string) => xml.replace(/<asic:XAdESSignatures[^>]*>/, '').replace('</asic:XAdESSignatures>', '')
    const facts = onlyFacts(readContainer(asicContainer({ signatures: [{ writer: 'digidoc4j', tamper: alone }] })))
    expect(facts.signatureValue.status).toBe('intact')
  })

  it('counts no signature inside another one', () => {
    const nested = (xml: string) => xml.replace('</ds:Signature>', '<ds:Object><ds:Signature Id="inner"/></ds:Object></ds:Signature>')
    expect(readSigned({ tamper: nested }).id).toBe('S0')
  })
})

describe('files of any size and name', () => {
  it('data files of any size and name are signed like others', () => {
    const files = [file('tühi.txt', ''), file('a b/c+d (1).txt', 'x'), file('100%.txt', 'y'), file('#~%&=?;,.txt', 'z')]
    for (const writer of writers) {
      const facts = readSigned({ writer }, { files })
      expect(facts.references.slice(0, 4).map(({ dataFile, status }) => [dataFile, status])).toEqual(
        files.map(({ name }) => [name, 'intact']),
      )
      expect(codes(facts)).toEqual([])
    }
  })
})
