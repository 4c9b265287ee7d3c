import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { limits as serviceLimits } from '#config'
import { attributeOf, childElement, childElements, parseXml, textOf, type XmlElement } from '#readers/xml'
import { listDataFiles } from '#validation'
import { writeValidated } from '../../../src/threads/write-validated.js'
import { signedContainer } from '../../support/asice.js'
import { needs } from '../../support/needs.js'
import { pki, variantOf } from '../../support/pki.js'
import { all, at, DS, forgetReports, limits, named, read, says, schemas, VR } from './reports.js'
import { ReportSchema } from './schema.js'

afterAll(forgetReports)

describe('a report by TS 119 102-2', () => {
  it('a report by TS 119 102-2 names the signature by its value and by the digest of what was signed', async () => {
    const { root, report } = await read('lt')
    const [identifier] = all(root, 'SignatureIdentifier')
    const facts = report.explanation.signatures[0]?.facts
    if (identifier === undefined || facts === undefined || facts === null) throw new Error('no identifier')
    expect(attributeOf(identifier, 'id')).toBe('S-0')
    expect(textOf(all(identifier, 'SignatureValue', DS)[0] ?? identifier)).toBe(facts.identifier.signatureValue)
    expect(textOf(all(identifier, 'DigestValue', DS)[0] ?? identifier)).toBe(
      Buffer.from(facts.identifier.dataToBeSigned?.value ?? '', 'hex').toString('base64'),
    )
    expect(Buffer.from(facts.identifier.signatureValue, 'base64')).toHaveLength(64)
    expect(says(identifier, 'DocHashOnly')).toBe('false')
    const hashcode = await read('ddoc-1.3-hashcode')
    expect(says(all(hashcode.root, 'SignatureIdentifier')[0] ?? root, 'DocHashOnly')).toBe('true')
  })

  it('a report by TS 119 102-2 says of the attributes whether the signature covers them', async () => {
    const signedOf = async (id: string) => {
      const { root } = await read(id)
      const attributes = at(root, 'SignatureValidationReport', 'SignatureAttributes')
      return ['SigningTime', 'SigningCertificate', 'DataObjectFormat', 'SignatureTimeStamp'].map((name) =>
        attributeOf(at(attributes, name), 'Signed'),
      )
    }
    expect(await signedOf('lt')).toEqual(['true', 'true', 'true', 'false'])
    expect(await signedOf('signed-properties-not-referenced')).toEqual(['false', 'false', 'false', 'false'])
  })

  it('a report by TS 119 102-2 has the digest of the signed document, and the time that is proven with the object that proves it', async () => {
    const { root } = await read('lt')
    const [report] = all(root, 'SignatureValidationReport')
    if (report === undefined) throw new Error('no report')
    const digest = textOf(all(at(report, 'SignersDocument'), 'DigestValue', DS)[0] ?? report)
    expect(digest).toBe(createHash('sha256').update(contentOf('lt')).digest('base64'))
    const best = at(report, 'ValidationTimeInfo', 'BestSignatureTime')
    expect(says(best, 'POETime')).toBe('2026-03-10T10:00:05Z')
    const proving = attributeOf(at(best, 'POEObject'), 'VOReference') ?? ''
    expect(objectTypeOf(root, proving)).toBe('urn:etsi:019102:validationObject:timestamp')
    const mark = await read('lt-tm')
    const markProof = attributeOf(
      at(mark.root, 'SignatureValidationReport', 'ValidationTimeInfo', 'BestSignatureTime', 'POEObject'),
      'VOReference',
    )
    expect(objectTypeOf(mark.root, markProof ?? '')).toBe('urn:etsi:019102:validationObject:OCSPResponse')
  })

  it('a report by TS 119 102-2 holds certificates, time-stamps and revocation data, each with a proof of existence', async () => {
    const { root } = await read('lta')
    const objects = all(root, 'ValidationObject')
    const types = new Set(objects.map((object) => says(object, 'ObjectType').replace('urn:etsi:019102:validationObject:', '')))
    expect(types).toEqual(new Set(['certificate', 'OCSPResponse', 'timestamp', 'signedData']))
    for (const object of objects) expect(says(object, 'POE', 'POETime')).toMatch(/^2026-0[36]/)
    const proven = objects.filter((object) => childElement(at(object, 'POE'), VR, 'POEObject') !== null)
    expect(proven.length).toBeGreaterThan(3)
    for (const stamp of objects.filter((object) => says(object, 'ObjectType').endsWith('timestamp')))
      expect(says(stamp, 'ValidationReport', 'SignatureValidationStatus', 'MainIndication')).toBe('urn:etsi:019102:mainindication:passed')
  })

  it('a report by TS 119 102-2 names each constraint by its key, with the status that it leads to and the sentence of the report', async () => {
    const { root, report } = await read('data-file-changed')
    const found = all(root, 'ValidationConstraint').find((each) =>
      says(each, 'ValidationConstraintIdentifier').endsWith(':signed-data-intact'),
    )
    if (found === undefined) throw new Error('no constraint')
    expect(says(found, 'ValidationConstraintIdentifier')).toBe('urn:allkiri:constraint:signed-data-intact')
    expect(says(found, 'ConstraintStatus', 'Status')).toBe('urn:etsi:019102:constraintStatus:applied')
    expect(says(found, 'ValidationStatus', 'MainIndication')).toBe('urn:etsi:019102:mainindication:failed')
    expect(says(found, 'ValidationStatus', 'SubIndication')).toBe('urn:etsi:019102:subindication:HASH_FAILURE')
    expect(textOf(all(found, 'Message', 'urn:allkiri:report')[0] ?? found)).toBe(report.report.signatures[0]?.errors[0]?.content)
  })

  it('a report by TS 119 102-2 has the path that was judged, from the signer to the anchor', async () => {
    const { root, report } = await read('lt')
    const chain = at(root, 'SignatureValidationReport', 'SignatureValidationStatus', 'AssociatedValidationReportData', 'CertificateChain')
    const path = report.explanation.signatures[0]?.conclusion.certificationPath?.certificates.map((id) => `C-${id}`)
    expect(childElements(chain).map((element) => attributeOf(element, 'VOReference'))).toEqual(path)
    expect(childElements(chain).at(-1)?.localName).toBe('TrustAnchor')
  })

  it('a report by TS 119 102-2 states when and why a certificate was revoked', async () => {
    const { root } = await read('revoked-before')
    const status = all(root, 'RevocationStatusInformation')[0]
    if (status === undefined) throw new Error('no revocation')
    expect(says(status, 'RevocationTime')).toMatch(/^2026-/)
    expect(objectTypeOf(root, attributeOf(at(status, 'RevocationObject'), 'VOReference') ?? '')).toContain('OCSPResponse')
  })

  it('a report by TS 119 102-2 names the certificate whose algorithm was refused by its digest, also beside another of the same name', async () => {
    const weak = variantOf(pki.signer, { scheme: { kind: 'rsa', digest: 'md5' } })
    const document = signedContainer({ signer: weak, keyInfo: [pki.signer.certificate, weak.certificate] })
    const { request, context } = named('lt')
    const printed = writeValidated({ ...request(), document }, { form: 'etsi' }, context())
    const { root } = parseXml((await printed).written, limits)
    const crypto = at(root, 'SignatureValidationReport', 'SignatureValidationStatus', 'AssociatedValidationReportData', 'CryptoInformation')
    const digest = createHash('sha256').update(weak.certificate.der).digest('hex')
    expect(attributeOf(at(crypto, 'ValidationObjectId'), 'VOReference')).toBe(`C-${digest}`)
    expect(says(crypto, 'SecureAlgorithm')).toBe('false')
  })

  it('a report by TS 119 102-2 writes texts of a document as text, and what XML cannot hold as a replacement', async () => {
    const document = named('lt')
    const filename = 'a"<b>&\u0000\ud800]]>.asice'
    const { written: bytes } = await writeValidated({ ...document.request(), filename }, { form: 'etsi' }, document.context())
    const { root } = parseXml(bytes, limits)
    expect(attributeOf(all(root, 'Document', 'urn:allkiri:report')[0] ?? root, 'name')).toBe('a"<b>&\ufffd\ufffd]]>.asice')
  })

  it('a report by TS 119 102-2 names the document by the beginning of a name that is very long', async () => {
    const document = named('lt')
    const { written: bytes } = await writeValidated(
      { ...document.request(), filename: 'x'.repeat(1_000_000) },
      { form: 'etsi' },
      document.context(),
    )
    expect(bytes.length).toBeLessThan(500_000)
    expect(Buffer.from(bytes).toString()).toMatch(/ name="x+…"/)
  })
})

describe('the schema of TS 119 102-2', needs({ 'published schemas beside the repository': existsSync(schemas) }), () => {
  it.each(['lt', 'lta', 'lt-tm', 'data-file-changed', 'revoked-before', 'ddoc-1.3-hashcode'])(
    'the schema of TS 119 102-2 accepts the report of a document: %s',
    async (id) => {
      const schema = new ReportSchema(schemas)
      const { text } = await read(id)
      expect(schema.problemOf(text)).toBe(null)
      schema.dispose()
    },
  )
})

/** The one data file of a document. */
function contentOf(id: string): Buffer {
  const [file] = listDataFiles(named(id).request().document, 'BDOC', serviceLimits)
  return Buffer.concat([...(file?.content?.pieces() ?? [])])
}

function objectTypeOf(root: XmlElement, id: string): string {
  const object = all(root, 'ValidationObject').find((each) => attributeOf(each, 'id') === id)
  if (object === undefined) throw new Error(`no object ${id}`)
  return says(object, 'ObjectType')
}
