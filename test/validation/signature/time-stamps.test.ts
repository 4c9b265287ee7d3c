import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { SignatureFacts, TimeStampFacts } from '#model'
import { type CanonicalizationMethod, canonicalize, elementsNamed, parseXml } from '#readers/xml'
import { openAsic } from '#validation/container'
import { readAsicSignatures } from '#validation/signature'
import { agreement, signedContainer } from '../../support/asice.js'
import { pki } from '../../support/pki.js'
import { timeStampToken } from '../../support/time-stamp.js'
import { codes, newContext, onlyFacts, readSigned } from './reading.js'

const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const encapsulated = (token: Buffer) => `<xades:EncapsulatedTimeStamp>${token.toString('base64')}</xades:EncapsulatedTimeStamp>`
const kinds = (facts: SignatureFacts) => facts.timeStamps.map(({ kind, imprint }) => `${kind} ${imprint.status}`)
const only = (facts: SignatureFacts): TimeStampFacts => {
  const [first, ...others] = facts.timeStamps
  if (first === undefined || others.length > 0) throw new Error('not one time-stamp')
  return first
}
const unsigned = (element: string) => (xml: string) =>
  xml.replace('</xades:UnsignedSignatureProperties>', `${element}</xades:UnsignedSignatureProperties>`)
const afterSignatureStamp = (element: string) => (xml: string) =>
  xml.replace('</xades:SignatureTimeStamp>', `</xades:SignatureTimeStamp>${element}`)

/** Canonical forms of elements of a signature file, joined. */
function octets(xml: string, names: readonly (readonly [string, string])[], method: CanonicalizationMethod = inclusive): Buffer {
  const { root } = parseXml(Buffer.from(xml), limits.xml)
  return Buffer.concat(names.flatMap(([namespace, name]) => elementsNamed(root, namespace, name)).map((each) => canonicalize(each, method)))
}
const inclusive: CanonicalizationMethod = { algorithm: 'c14n10', comments: false }
const signatureValue = ['http://www.w3.org/2000/09/xmldsig#', 'SignatureValue'] as const

describe('signature time-stamp (EN 319 132-1, 5.3)', () => {
  it('a signature time-stamp covers the canonical ds:SignatureValue by the method that it names, otherwise by Canonical XML 1.0', () => {
    for (const timeStampCanonicalization of ['c14n10', 'c14n11', 'exclusive', null] as const) {
      expect(kinds(readSigned({ level: 'T', timeStampCanonicalization }))).toEqual(['signature intact'])
    }
    const unnamed = { level: 'T', timeStampCanonicalization: 'exclusive' } as const
    const facts = readSigned({
      ...unnamed,
      tamper: (xml) =>
        xml.replace(/(<xades:SignatureTimeStamp[^>]*>)<ds:CanonicalizationMethod[^>]*>(<\/ds:CanonicalizationMethod>)?/, '$1'),
    })
    expect(kinds(facts)).toEqual(['signature mismatch'])
  })

  it('a signature time-stamp does not cover other octets: not the bare value, not the element in another context', () => {
    expect(kinds(readSigned({ level: 'T', timeStamps: () => [timeStampToken({ data: Buffer.from('other') })] }))).toEqual([
      'signature mismatch',
    ])
    const moved = (xml: string) => xml.replace('<asic:XAdESSignatures ', '<asic:XAdESSignatures xmlns:y="urn:y" ')
    expect(kinds(readSigned({ level: 'T', timeStampCanonicalization: null, tamper: moved }))).toEqual(['signature mismatch'])
  })

  it('a signature time-stamp is not counted with an unsupported method or digest', () => {
    const method = (uri: string) => (xml: string) =>
      xml.replace(/(<xades:SignatureTimeStamp[^>]*><ds:CanonicalizationMethod Algorithm=)"[^"]*"/, `$1"${uri}"`)
    expect(kinds(readSigned({ level: 'T', tamper: method('urn:x') }))).toEqual(['signature data-not-found'])
    expect(kinds(readSigned({ level: 'T', tamper: method('http://www.w3.org/2000/09/xmldsig#base64') }))).toEqual([
      'signature data-not-found',
    ])
  })

  it('a signature time-stamp proves the value, what is signed, and the certificate that is referenced', () => {
    const facts = readSigned({ level: 'T' })
    expect(only(facts).coverage).toEqual({
      signatureValue: true,
      signedData: true,
      certificates: [facts.signingCertificate],
      revocations: [],
      timeStamps: [],
    })
    const uncovered = readSigned({ level: 'T', references: (references) => references.slice(0, 1) })
    expect(only(uncovered).coverage.certificates).toEqual([])
    const another = readSigned({ level: 'T', signingCertificate: { certificate: pki.timeStampingUnit.certificate } })
    expect(only(another).coverage.certificates).toEqual([])
  })

  it('a signature time-stamp is shown several times where there are several', () => {
    const facts = readSigned({
      level: 'T',
      timeStamps: (data) => [timeStampToken({ data, serialNumber: 1n }), timeStampToken({ data, serialNumber: 2n })],
    })
    expect(kinds(facts)).toEqual(['signature intact', 'signature intact'])
    expect(new Set(facts.timeStamps.map(({ id }) => id)).size).toBe(2)
  })
})

describe('a token', () => {
  const token = (timeStamp: Parameters<typeof timeStampToken>[0] extends infer T ? Partial<T> : never) =>
    only(readSigned({ level: 'T', timeStamp })).token

  it('a time-stamp token shows its signature, digests and certificate', () => {
    const unit = pki.timeStampingUnit.certificate
    const facts = readSigned({ level: 'T', timeStamp: { tsaName: true } })
    const stamp = only(facts)
    expect(facts.certificates.find(({ id }) => id === stamp.signingCertificate)?.encoded).toEqual(unit.der)
    expect(stamp.certificates).toEqual([stamp.signingCertificate])
    expect(stamp.tsaName?.text).toContain('Time-Stamping Unit')
    expect(stamp.token).toMatchObject({ signature: 'intact', messageDigestIntact: true, signingCertificateAttribute: 'match' })
  })

  it('a time-stamp token says what is wrong with it', () => {
    expect(
      token({ tamperSignature: (signature) => Buffer.from(signature.map((octet, i) => (i === 20 ? octet ^ 1 : octet))) }).signature,
    ).toBe('mismatch')
    expect(token({ messageDigest: Buffer.alloc(32) })).toMatchObject({ messageDigestIntact: false, signature: 'intact' })
    expect(token({ signingCertificate: 'none' }).signingCertificateAttribute).toBe('absent')
    expect(token({ signingCertificate: 'v1' }).signingCertificateAttribute).toBe('match')
    expect(token({ referencedCertificate: pki.signer.certificate }).signingCertificateAttribute).toBe('mismatch')
    expect(token({ signingCertificate: 'empty' }).signingCertificateAttribute).toBe('mismatch')
    // The signature holds, but it was not made over a TSTInfo (RFC 5652, 5.3).
    expect(token({ signedContentType: '1.2.840.113549.1.7.1' })).toMatchObject({ messageDigestIntact: false, signature: 'intact' })
    expect(token({ messageDigestAlgorithm: 'md5' })).toMatchObject({
      messageDigestIntact: true,
      signature: 'intact',
      messageDigestAlgorithm: 'MD5',
      signatureAlgorithm: { digest: 'SHA256' },
    })
    expect(token({ encoding: 'ber' })).toMatchObject({ signature: 'intact', messageDigestIntact: true })
  })

  it('a time-stamp token finds its certificate among the others of the signature when it holds none', () => {
    const without = readSigned({ level: 'T', timeStamp: { certificates: [] } })
    expect(only(without)).toMatchObject({
      signingCertificate: null,
      token: { signature: 'no-certificate', signingCertificateAttribute: 'mismatch' },
    })
    const beside = readSigned({ level: 'LT', timeStamp: { certificates: [] }, certificateValues: [pki.timeStampingUnit.certificate] })
    expect(only(beside)).toMatchObject({ token: { signature: 'intact', signingCertificateAttribute: 'match' }, certificates: [] })
    expect(only(beside).signingCertificate).not.toBeNull()
  })
})

describe('a time-stamp property that cannot be read', () => {
  const problems = (xml: (token: string) => string) => {
    const token = encapsulated(timeStampToken({ data: Buffer.from('x') }))
    const facts = readSigned({ level: 'LT', tamper: unsigned(xml(token)) })
    expect(facts.timeStamps).toHaveLength(1)
    return facts.unreadableTimeStamps
  }
  const stamp = (content: string, name = 'SignatureTimeStamp') => `<xades:${name}>${content}</xades:${name}>`

  it.each<[string, string, (token: string) => string]>([
    ['without a token', 'TIME_STAMP_TOKEN_MISSING', () => stamp('')],
    ['with several', 'TIME_STAMP_SEVERAL_TOKENS', (token) => stamp(token + token)],
    ['with an XMLTimeStamp', 'TIME_STAMP_XML_TOKEN', (token) => stamp(`<xades:XMLTimeStamp/>${token}`)],
    [
      'with something else than base64',
      'TIME_STAMP_NOT_BASE64',
      () => stamp('<xades:EncapsulatedTimeStamp>?</xades:EncapsulatedTimeStamp>'),
    ],
    ['ArchiveTimeStamp of XAdES 1.3.2', 'TIME_STAMP_ARCHIVE_132', (token) => stamp(token, 'ArchiveTimeStamp')],
  ])('a time-stamp property that cannot be read names why: %s', (_, problem, xml) => {
    expect(problems(xml)).toEqual([{ kind: problem === 'TIME_STAMP_ARCHIVE_132' ? 'archive' : 'signature', problem }])
  })

  it('a time-stamp with a critical extension names why it cannot be read: none has a meaning here (RFC 3161 2.4.2)', () => {
    const token = encapsulated(timeStampToken({ data: Buffer.from('x'), criticalExtension: true }))
    expect(problems(() => stamp(token))).toEqual([{ kind: 'signature', problem: 'TIME_STAMP_CRITICAL_EXTENSION' }])
  })

  it('a time-stamp property of other bytes gives the code of the reader', () => {
    expect(problems(() => stamp('<xades:EncapsulatedTimeStamp>AAAA</xades:EncapsulatedTimeStamp>'))[0]?.problem).toMatch(/^ASN1_/)
  })

  it('a time-stamp property that cannot be read does not make the level LTA with the old ArchiveTimeStamp', () => {
    const token = encapsulated(timeStampToken({ data: Buffer.from('x') }))
    expect(readSigned({ level: 'LT', tamper: unsigned(stamp(token, 'ArchiveTimeStamp')) }).level).toBe('LT')
  })
})

describe('archive time-stamp (EN 319 132-1, 5.5.2)', () => {
  it('an archive time-stamp covers everything before it, with any combination of methods', () => {
    for (const writer of ['libdigidocpp', 'jdigidoc', 'digidoc4j'] as const) {
      for (const timeStampCanonicalization of ['c14n10', 'c14n11', 'exclusive', null] as const) {
        for (const propertiesTransform of ['exclusive', 'c14n11', null] as const) {
          const facts = readSigned({
            level: 'LTA',
            writer,
            timeStampCanonicalization,
            propertiesTransform,
            archive: [{}, { serialNumber: 9n }],
          })
          expect(kinds(facts)).toEqual(['signature intact', 'archive intact', 'archive intact'])
        }
      }
    }
  })

  it('the files under archive time-stamps are read once for each digest algorithm and canonicalization', () => {
    const archive = [{}, { digest: 'sha512' }, {}, { digest: 'sha512' }, { canonicalization: 'c14n11' }, {}] as const
    const opened = openAsic(signedContainer({ writer: 'digidoc4j', level: 'LTA', archive }), limits)
    let reads = 0
    const dataFiles = opened.dataFiles.map((file) => {
      const pieces = () => {
        reads++
        return file.content.pieces()
      }
      return { ...file, content: { size: file.content.size, pieces } }
    })
    const facts = onlyFacts(
      opened.signatures.flatMap((raw) => readAsicSignatures({ ...opened, dataFiles, signatures: [raw] }, newContext())),
    )
    expect(kinds(facts)).toEqual(['signature intact', ...archive.map(() => 'archive intact')])
    expect([dataFiles.length, reads]).toEqual([1, 3])
  })

  it('an archive time-stamp proves certificates, responses and time-stamps before it', () => {
    const facts = readSigned({ level: 'LTA', archive: [{}, { serialNumber: 9n }] })
    const [signature, first, second] = facts.timeStamps
    expect(first?.coverage).toMatchObject({
      signatureValue: true,
      signedData: true,
      timeStamps: [signature?.id],
      revocations: facts.revocations.map(({ id }) => id),
    })
    expect(second?.coverage.timeStamps).toEqual([signature?.id, first?.id])
    expect(new Set(first?.coverage.certificates)).toEqual(new Set(facts.certificates.map(({ id }) => id)))
  })

  it('an archive time-stamp does not prove what comes after it', () => {
    const later = pki.foreignAuthority.certificate
    const facts = readSigned({ level: 'LTA', laterValidationData: { certificates: [later] } })
    const id = facts.certificates.find(({ encoded }) => later.der.equals(encoded))?.id
    expect(id).toBeDefined()
    expect(facts.timeStamps[1]?.coverage.certificates).not.toContain(id)
    expect(kinds(facts)).toEqual(['signature intact', 'archive intact'])
  })

  it.each<[string, (xml: string) => string]>([
    [
      'a certificate added before it',
      (xml) => xml.replace('<xades:CertificateValues>', '<xades:CertificateValues><xades:EncapsulatedX509Certificate/>'),
    ],
    ['white space in a covered property', (xml) => xml.replace('<xades:RevocationValues>', '<xades:RevocationValues> ')],
    ['a changed KeyInfo', (xml) => xml.replace('<ds:KeyInfo>', '<ds:KeyInfo><ds:KeyName>x</ds:KeyName>')],
    ['a further ds:Object', (xml) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')],
    ['a property put before it', (xml) => xml.replace('<xades:RevocationValues>', '<xades:Surprise/><xades:RevocationValues>')],
  ])('an archive time-stamp does not cover %s', (_, tamper) => {
    const [, archive] = readSigned({ level: 'LTA', tamper }).timeStamps
    expect(archive?.imprint.status).toBe('mismatch')
  })

  it('an archive time-stamp covers ds:Object elements that were there', () => {
    const facts = readSigned({ level: 'LTA', edit: (xml) => xml.replace('</ds:Signature>', '<ds:Object>more</ds:Object></ds:Signature>') })
    expect(kinds(facts)).toEqual(['signature intact', 'archive intact'])
  })

  it('an archive time-stamp cannot be assembled when a signed file is gone or a transform is not supported', () => {
    expect(kinds(readSigned({ level: 'LTA' }, { files: [], signedFiles: [agreement] }))).toEqual([
      'signature intact',
      'archive data-not-found',
    ])
    const transforms = ['http://www.w3.org/TR/1999/REC-xpath-19991116']
    const facts = readSigned({
      level: 'LTA',
      references: (references) => references.map((each, i) => (i === 0 ? { ...each, transforms } : each)),
    })
    expect(kinds(facts)[1]).toBe('archive data-not-found')
    const ofProperties = readSigned({
      level: 'LTA',
      references: (references) => references.map((each, i) => (i === 1 ? { ...each, transforms } : each)),
    })
    expect(kinds(ofProperties)[1]).toBe('archive data-not-found')
  })

  it('an archive time-stamp does not cover a changed file', () => {
    const files = [{ ...agreement, content: Buffer.from('other') }]
    expect(kinds(readSigned({ level: 'LTA' }, { files, signedFiles: [agreement] }))).toEqual(['signature intact', 'archive mismatch'])
  })
})

describe('content time-stamps (EN 319 132-1, 5.2.8)', () => {
  const dataProperties = (element: string) => (xml: string) =>
    xml.replace('</xades:SignedDataObjectProperties>', `${element}</xades:SignedDataObjectProperties>`)
  const all = (data: Buffer) =>
    `<xades:AllDataObjectsTimeStamp>${encapsulated(timeStampToken({ data, serialNumber: 7n }))}</xades:AllDataObjectsTimeStamp>`
  const individual = (include: string, data = agreement.content) =>
    `<xades:IndividualDataObjectsTimeStamp>${include}${encapsulated(timeStampToken({ data, serialNumber: 8n }))}</xades:IndividualDataObjectsTimeStamp>`
  const included = '<xades:Include URI="#r-S0-1" referencedData="true"/>'

  it('a content time-stamp of all objects covers every data file', () => {
    const facts = readSigned({ level: 'B-BES', edit: dataProperties(all(agreement.content)) })
    expect(kinds(facts)).toEqual(['content intact'])
    expect(only(facts).coverage).toEqual({ signatureValue: false, signedData: true, certificates: [], revocations: [], timeStamps: [] })
    expect(kinds(readSigned({ level: 'B-BES', edit: dataProperties(all(Buffer.from('x'))) }))).toEqual(['content mismatch'])
  })

  it('a content time-stamp of single objects covers those that are included as data', () => {
    const facts = readSigned({ level: 'B-BES', edit: dataProperties(individual(included)) })
    expect(kinds(facts)).toEqual(['content intact'])
    expect(only(facts).coverage.signedData).toBe(false)
    for (const include of [
      '',
      '<xades:Include URI="#r-S0-1"/>',
      '<xades:Include URI="#other" referencedData="true"/>',
      '<xades:Include URI="#" referencedData="true"/>',
    ]) {
      expect(kinds(readSigned({ level: 'B-BES', edit: dataProperties(individual(include)) }))).toEqual(['content data-not-found'])
    }
  })

  it('a content time-stamp is proven by the time-stamps that follow', () => {
    const facts = readSigned({ level: 'LTA', edit: dataProperties(all(agreement.content)) })
    expect(kinds(facts)).toEqual(['content intact', 'signature intact', 'archive intact'])
    const [content, signature, archive] = facts.timeStamps
    expect(signature?.coverage.timeStamps).toEqual([content?.id])
    expect(archive?.coverage.timeStamps).toEqual([content?.id, signature?.id])
  })

  it('a content time-stamp may be unreadable', () => {
    const facts = readSigned({ level: 'B-BES', edit: dataProperties('<xades:AllDataObjectsTimeStamp/>') })
    expect(facts.unreadableTimeStamps).toEqual([{ kind: 'content', problem: 'TIME_STAMP_TOKEN_MISSING' }])
  })
})

describe('time-stamps over references to validation data', () => {
  const references = '<xades:CompleteCertificateRefs/><xades:CompleteRevocationRefs/>'
  const read = (name: string, covered: readonly (readonly [string, string])[]) =>
    readSigned({
      level: 'LT',
      tamper: (xml) => {
        const prepared = afterSignatureStamp(references)(xml)
        const token = encapsulated(timeStampToken({ data: octets(prepared, covered), serialNumber: 7n }))
        return unsigned(`<xades:${name}>${token}</xades:${name}>`)(prepared)
      },
    })
  const stampAndReferences = [
    [XADES, 'SignatureTimeStamp'],
    [XADES, 'CompleteCertificateRefs'],
    [XADES, 'CompleteRevocationRefs'],
  ] as const

  it('a time-stamp over references to validation data covers the signature value, the signature time-stamp and the references', () => {
    const facts = read('SigAndRefsTimeStamp', [signatureValue, ...stampAndReferences])
    expect(kinds(facts)).toEqual(['signature intact', 'validation-data intact'])
    expect(facts.timeStamps[1]?.coverage).toMatchObject({ signatureValue: true, signedData: true, timeStamps: [facts.timeStamps[0]?.id] })
    expect(codes(facts)).toEqual([])
  })

  it('a time-stamp over references to validation data proves nothing about values before it', () => {
    const token = encapsulated(timeStampToken({ data: Buffer.alloc(0) }))
    const facts = readSigned({ level: 'LT', tamper: unsigned(`<xades:SigAndRefsTimeStamp>${token}</xades:SigAndRefsTimeStamp>`) })
    const [stamp, overReferences] = facts.timeStamps
    expect(facts.revocations).not.toEqual([])
    expect(overReferences?.coverage.revocations).toEqual([])
    expect(new Set(overReferences?.coverage.certificates)).toEqual(new Set([facts.signingCertificate, ...(stamp?.certificates ?? [])]))
  })

  it('a time-stamp over references to validation data may cover the references alone', () => {
    const facts = read('RefsOnlyTimeStamp', stampAndReferences.slice(1))
    expect(kinds(facts)).toEqual(['signature intact', 'validation-data intact'])
    expect(facts.timeStamps[1]?.coverage).toEqual({
      signatureValue: false,
      signedData: false,
      certificates: [],
      revocations: [],
      timeStamps: [],
    })
  })

  it('a time-stamp over references to validation data covers nothing else', () => {
    expect(kinds(read('SigAndRefsTimeStamp', stampAndReferences))[1]).toBe('validation-data mismatch')
    const token = encapsulated(timeStampToken({ data: Buffer.alloc(0) }))
    const facts = readSigned({ level: 'LT', tamper: unsigned(`<xades:RefsOnlyTimeStamp>${token}</xades:RefsOnlyTimeStamp>`) })
    expect(kinds(facts)[1]).toBe('validation-data data-not-found')
  })
})
