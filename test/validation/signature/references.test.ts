import { describe, expect, it } from 'vitest'
import { agreement } from '../../support/asice.js'
import type { ReferenceOptions } from '../../support/signature-options.js'
import { codes, readSigned } from './reading.js'

/** Facts after a change to the data reference, before anything is signed. */
function withData(change: Partial<ReferenceOptions>, more: readonly ReferenceOptions[] = []) {
  return readSigned({
    references: (references) => [...references.map((each) => (each.digestValue === null ? each : { ...each, ...change })), ...more],
  })
}

const statuses = (facts: ReturnType<typeof readSigned>) => facts.references.map(({ status }) => status)
const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#'

describe('data references', () => {
  it('a data reference does not match a changed file', () => {
    const changed = [{ ...agreement, content: Buffer.from('other') }]
    const facts = readSigned({}, { files: changed, signedFiles: [agreement] })
    expect(statuses(facts)).toEqual(['mismatch', 'intact'])
    expect(facts.references[0]?.dataFile).toBe(agreement.name)
    expect(facts.signatureValue.status).toBe('intact')
  })

  it('a data reference does not find a missing file', () => {
    const facts = readSigned({}, { files: [], signedFiles: [agreement] })
    expect(statuses(facts)).toEqual(['not-found', 'intact'])
    expect(facts.references[0]).toMatchObject({ kind: 'data-object', dataFile: null })
    expect(facts.scopes).toEqual([])
  })

  it.each(['http://localhost/leping.txt', 'file:///etc/passwd', '/leping.txt', './leping.txt', 'META-INF/manifest.xml', 'mimetype', ''])(
    'a data reference leads to files of the container only: %j',
    (uri) => {
      expect(withData({ uri }).references[0]).toMatchObject({ kind: 'data-object', status: 'not-found', dataFile: null })
    },
  )

  it.each([
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/2002/06/xmldsig-filter2',
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
    'http://www.w3.org/2000/09/xmldsig#base64',
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    canonical,
  ])('a data reference executes no transform: %s', (transform) => {
    expect(withData({ transforms: [transform] }).references[0]).toMatchObject({ status: 'unsupported-transform', transforms: [transform] })
  })

  it('a data reference does not guess an unknown digest', () => {
    const facts = withData({ digestUri: 'urn:x' })
    expect(facts.references[0]).toMatchObject({ status: 'algorithm-unknown', digest: { identifier: 'urn:x', algorithm: null } })
  })

  it('a data reference whose digest is not base64 is noted', () => {
    const facts = readSigned({ edit: (xml) => xml.replace(/<ds:DigestValue>.{4}/, '<ds:DigestValue>####') })
    expect(facts.references[0]).toMatchObject({ status: 'mismatch', digest: { value: '' } })
    expect(facts.structure).toMatchObject([{ code: 'DIGEST_VALUE_NOT_BASE64', facts: { reference: 'r-S0-1' } }])
  })

  it('a data reference without an Id and a DataObjectFormat is noted', () => {
    expect(codes(withData({ id: null }))).toEqual(['REFERENCE_ID_MISSING', 'DATA_OBJECT_FORMAT_MISSING'])
    expect(codes(withData({ mimeType: null }))).toEqual(['DATA_OBJECT_FORMAT_MISSING'])
    const empty = readSigned({ edit: (xml) => xml.replace('<xades:MimeType>text/plain<', '<xades:MimeType> <') })
    expect(codes(empty)).toEqual(['DATA_OBJECT_FORMAT_MISSING'])
    expect(empty.references[0]?.mimeType).toBeNull()
  })

  it('a DataObjectFormat that points nowhere or twice is noted', () => {
    const format = /<xades:DataObjectFormat.*<\/xades:DataObjectFormat>/s
    const twice = readSigned({ edit: (xml) => xml.replace(format, (whole) => whole + whole.replace('text/plain', 'image/png')) })
    expect(codes(twice)).toEqual(['DATA_OBJECT_FORMAT_REPEATED'])
    expect(twice.references[0]?.mimeType).toBe('text/plain')
    const nowhere = readSigned({ edit: (xml) => xml.replace(format, (whole) => whole + whole.replace('#r-S0-1', '#r-S0-2')) })
    expect(nowhere.structure[0]).toMatchObject({ code: 'DATA_OBJECT_FORMAT_TARGET', facts: { objectReference: '#r-S0-2' } })
    expect(codes(nowhere)).toEqual(['DATA_OBJECT_FORMAT_TARGET'])
  })
})

describe('references to elements', () => {
  const object = '<ds:Object Id="extra" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">more</ds:Object>'
  const addObject = (xml: string) => xml.replace('</ds:Signature>', `${object}</ds:Signature>`)
  const reference = (change: Partial<ReferenceOptions> = {}): ReferenceOptions => ({
    id: 'extra-reference',
    uri: '#extra',
    type: 'http://www.w3.org/2000/09/xmldsig#Object',
    transforms: [canonical],
    digest: 'sha256',
    digestValue: Buffer.from('c4e7ed35ee5d6d93d1e7b3f8e8f2d5ba9f9d3bd3c4e7ed35ee5d6d93d1e7b3f8', 'hex'),
    mimeType: null,
    ...change,
  })

  it('references to elements are verified like others and are neither data nor signed properties', () => {
    const facts = readSigned({ references: (references) => [...references, reference()], edit: addObject })
    expect(facts.references[2]).toMatchObject({ kind: 'other', status: 'mismatch', dataFile: null, mimeType: null })
  })

  it.each(['#', '#missing', "#xpointer(id('extra'))", '#xpointer(/)'])('a reference to an element leads nowhere with %j', (uri) => {
    const facts = readSigned({ references: (references) => [...references, reference({ uri })], edit: addObject })
    expect(facts.references[2]).toMatchObject({ kind: 'other', status: 'not-found' })
  })
})
