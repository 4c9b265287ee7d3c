import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DetachedData, SignatureReport } from '#model'
import { documentTypeOf } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { agreement, dataFile } from '../support/asice.js'
import { canonicalizations } from '../support/canonical.js'
import { base64Transform, detachedSignature, envelopedSignature, envelopedTransform, envelopingSignature } from '../support/loose-xades.js'
import { hash } from '../support/signing.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))

function signaturesOf(document: Uint8Array, detached: DetachedData | null = null): readonly SignatureReport[] {
  const documentType = documentTypeOf(document, limits)
  expect(documentType).toBe('XADES')
  const request = {
    document,
    filename: 'arve.xml',
    documentType,
    policy: 'POLv1',
    validationTime: Date.UTC(2026, 5, 1, 12),
    detached,
  } as const
  return validated(request, context).document.signatures
}
function verdictOf(document: Uint8Array, detached: DetachedData | null = null): string {
  const [signature, ...others] = signaturesOf(document, detached)
  expect(others).toEqual([])
  return signature === undefined
    ? 'none'
    : `${signature.indication} ${signature.subIndication ?? ''} ${signature.errors[0]?.key ?? ''}`.trim()
}
const scopesOf = (document: Uint8Array) => signaturesOf(document)[0]?.scopes
const warningsOf = (document: Uint8Array) =>
  signaturesOf(document)[0]?.warnings.map(({ key, facts }) => `${key} ${facts['leftOut'] ?? ''}`.trim())

const exclusive = `<ds:Transform Algorithm="${canonicalizations.exclusive}"/>`
const filter2 = 'http://www.w3.org/2002/06/xmldsig-filter2'
const filtered = (expression: string, filter = 'subtract') =>
  `<ds:Transform Algorithm="${filter2}"><f:XPath xmlns:f="${filter2}" Filter="${filter}">${expression}</f:XPath></ds:Transform>${exclusive}`
const byXPath = (expression: string) =>
  `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>${expression}</ds:XPath></ds:Transform>${exclusive}`

describe('an enveloped signature', () => {
  it('an enveloped signature passes and covers the whole document', () => {
    expect(verdictOf(envelopedSignature())).toBe('TOTAL-PASSED')
    expect(scopesOf(envelopedSignature())).toEqual([{ kind: 'xml-document', transformed: true, leftOut: [] }])
    expect(warningsOf(envelopedSignature())).toEqual([])
  })

  it.each(['T', 'LT', 'LTA'] as const)('an enveloped signature of level %s has this level', (level) => {
    const [signature] = signaturesOf(envelopedSignature({ signature: { level } }))
    expect(signature?.form).toMatchObject({ syntax: 'xades', profile: 'xades', level })
  })

  it('an enveloped signature fails when the document was changed behind or before it', () => {
    const document = envelopedSignature({ after: '<note>paid</note>' }).toString()
    expect(verdictOf(Buffer.from(document.replace('120.00', '920.00')))).toBe('TOTAL-FAILED HASH_FAILURE signed-data-intact')
    expect(verdictOf(Buffer.from(document.replace('paid', 'open')))).toBe('TOTAL-FAILED HASH_FAILURE signed-data-intact')
    expect(verdictOf(Buffer.from(document.replace('<note>', '<item/><note>')))).toBe('TOTAL-FAILED HASH_FAILURE signed-data-intact')
  })

  it('an enveloped signature without a reference to data is malformed: it covers nothing', () => {
    expect(verdictOf(envelopedSignature({ references: () => [] }))).toBe('TOTAL-FAILED FORMAT_FAILURE data-object-signed')
  })

  it('an enveloped signature warns of comments, which it does not cover', () => {
    const document = envelopedSignature({ before: '<sum>120.00</sum><!-- of 2026 -->' })
    expect(verdictOf(document)).toBe('TOTAL-PASSED')
    expect(warningsOf(document)).toEqual(['signed-data-wholly-covered comments'])
  })

  it('an enveloped signature without the transform that removes it fails, because no document can hold its own digest', () => {
    expect(verdictOf(envelopedSignature({ transforms: [canonicalizations.exclusive] }))).toBe(
      'TOTAL-FAILED HASH_FAILURE signed-data-intact',
    )
  })

  it.each(['/descendant::ds:Signature', '//ds:Signature', 'here()/ancestor::ds:Signature[1]'])(
    'an enveloped signature that is subtracted by %s passes',
    (expression) => {
      expect(verdictOf(envelopedSignature({ transformsXml: filtered(expression) }))).toBe('TOTAL-PASSED')
    },
  )

  it('an enveloped signature that an XPath of the first edition removes passes', () => {
    expect(verdictOf(envelopedSignature({ transformsXml: byXPath('not(ancestor-or-self::ds:Signature)') }))).toBe('TOTAL-PASSED')
  })

  it('an enveloped signature tells of elements that its filter removes besides itself', () => {
    const hidden = '<ds:Signature><ds:Object>anything</ds:Object></ds:Signature>'
    const options = { after: '', transformsXml: filtered('/descendant::ds:Signature') }
    const document = envelopedSignature(options).toString().replace('</invoice>', `${hidden}</invoice>`)
    const [signature] = signaturesOf(Buffer.from(document))
    expect(signature?.scopes).toEqual([{ kind: 'xml-document', transformed: true, leftOut: ['/invoice/ds:Signature[2]'] }])
  })

  it.each([
    ['XSLT', '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>'],
    ['a free XPath', byXPath('not(ancestor-or-self::sum)')],
    ['an XPath whose prefix means another namespace', byXPath('not(ancestor-or-self::xades:Signature)')],
    ['an XPath filter that subtracts data', filtered('//sum')],
    ['an XPath filter that intersects', filtered('//ds:Signature', 'intersect')],
    ['a filter behind the canonicalization', `${exclusive}<ds:Transform Algorithm="${envelopedTransform}"/>`],
  ])('an enveloped signature with %s is not executed', (_, transformsXml) => {
    expect(verdictOf(envelopedSignature({ transformsXml }))).toBe('INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-transforms-supported')
  })
})

describe('an element of the document that a signature covers', () => {
  it('an element whose Id is unique is named as the scope, and a second one with the Id fails the signature', () => {
    const part = (attribute: string) => `<part ${attribute}="p1">one</part>`
    const bare =
      '<part xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" xmlns:xades141="http://uri.etsi.org/01903/v1.4.1#" Id="p1">one</part>'
    const document = envelopedSignature({ before: part('Id'), uri: '#p1', transforms: [], signed: bare })
    expect(verdictOf(document)).toBe('TOTAL-PASSED')
    expect(scopesOf(document)).toEqual([{ kind: 'xml-element', id: 'p1', transformed: false, leftOut: [] }])
    for (const attribute of ['Id', 'id', 'ID', 'xml:id'])
      expect(verdictOf(Buffer.from(document.toString().replace('</invoice>', `${part(attribute)}</invoice>`)))).toMatch(
        /^(?:TOTAL-FAILED|INDETERMINATE)/,
      )
  })
})

describe('an enveloping signature', () => {
  it('an enveloping signature passes and names the object that it covers', () => {
    expect(verdictOf(envelopingSignature())).toBe('TOTAL-PASSED')
    expect(scopesOf(envelopingSignature())).toEqual([{ kind: 'xml-element', id: 'o-data', transformed: true, leftOut: [] }])
  })

  it('an enveloping signature fails for another object, another Id and an object with elements', () => {
    const document = envelopingSignature().toString()
    const content = Buffer.from('Müüja ja ostja\n').toString('base64')
    expect(verdictOf(Buffer.from(document.replace(content, Buffer.from('Müüja').toString('base64'))))).toMatch('HASH_FAILURE')
    expect(verdictOf(Buffer.from(document.replace('Id="o-data"', 'Id="o-other"')))).toMatch('SIGNED_DATA_NOT_FOUND')
    expect(verdictOf(Buffer.from(document.replace(content, `<b>${content}</b>`)))).toMatch('SIGNED_DATA_NOT_FOUND')
  })

  it('an enveloping signature whose object was moved out of it and replaced is told apart by the Id (signature wrapping)', () => {
    const document = envelopingSignature().toString()
    const object = /<ds:Object Id="o-data">.*?<\/ds:Object>/s.exec(document)?.[0] ?? ''
    const wrapped = document.replace(object, object.replace('>', '>WA==')).replace('</asic:Signatures>', `${object}</asic:Signatures>`)
    expect(verdictOf(Buffer.from(wrapped))).toMatch(/FORMAT_FAILURE/)
  })
})

describe('a detached signature', () => {
  const other = dataFile('lisa.txt', 'Lisa 1\n')
  const document = detachedSignature([agreement, other])
  const files = [agreement, other].map(({ name, content }) => ({ name, bytes: content }))
  const digests = [agreement, other].map(
    ({ name, content }) => ({ name, algorithm: 'SHA256', value: hash('sha256', content).toString('hex') }) as const,
  )

  it('a detached signature passes with its files, or with their digests', () => {
    expect(verdictOf(document, { kind: 'files', files })).toBe('TOTAL-PASSED')
    expect(verdictOf(document, { kind: 'digests', files: digests })).toBe('TOTAL-PASSED')
  })

  it('a detached signature without its files cannot be decided, and names them', () => {
    expect(verdictOf(document)).toBe('INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found')
    expect(scopesOf(document)).toEqual([agreement, other].map(({ name }) => ({ kind: 'file', name })))
  })

  it('a detached signature with one file of two cannot be decided', () => {
    expect(verdictOf(document, { kind: 'files', files: files.slice(1) })).toMatch('INDETERMINATE SIGNED_DATA_NOT_FOUND')
    expect(verdictOf(document, { kind: 'digests', files: digests.slice(1) })).toMatch('INDETERMINATE SIGNED_DATA_NOT_FOUND')
  })

  it('a detached signature fails for another content, also when the contents are exchanged', () => {
    const exchanged = files.map(({ name }, index) => ({ name, bytes: files[1 - index]?.bytes ?? Buffer.alloc(0) }))
    expect(verdictOf(document, { kind: 'files', files: exchanged })).toMatch('TOTAL-FAILED HASH_FAILURE')
    const wrong = digests.map((file) => ({ ...file, value: hash('sha256', Buffer.from('x')).toString('hex') }))
    expect(verdictOf(document, { kind: 'digests', files: wrong })).toMatch('TOTAL-FAILED HASH_FAILURE')
  })

  it('a detached signature needs the digest by its own algorithm', () => {
    const sha512 = [agreement, other].map(
      ({ name, content }) => ({ name, algorithm: 'SHA512', value: hash('sha512', content).toString('hex') }) as const,
    )
    expect(verdictOf(document, { kind: 'digests', files: sha512 })).toMatch('INDETERMINATE SIGNED_DATA_NOT_FOUND')
  })

  it('a detached signature whose own digests are taken reports them, for the caller to compare', () => {
    const [signature] = signaturesOf(document, { kind: 'stated' })
    expect(signature?.indication).toBe('TOTAL-PASSED')
    expect(signature?.scopes).toMatchObject(
      digests.map(({ name, value }) => ({ kind: 'file-digest', name, digest: { algorithm: 'SHA256', value } })),
    )
  })

  it('a detached archive time-stamp, whose imprint covers the files, cannot be verified by digests', () => {
    const archived = detachedSignature([agreement], { level: 'LTA' })
    expect(verdictOf(archived, { kind: 'files', files })).toBe('TOTAL-PASSED')
    const [signature] = signaturesOf(archived, { kind: 'digests', files: digests })
    expect(signature?.timeStamps.map(({ facts }) => facts.imprint.status)).toEqual(['intact', 'data-not-found'])
  })
})

it('a base64 transform on a file beside the signature is not executed', () => {
  const document = detachedSignature([agreement], {
    references: ([data, ...others]) => (data === undefined ? [] : [{ ...data, transforms: [base64Transform] }, ...others]),
  })
  expect(verdictOf(document, { kind: 'files', files: [{ name: agreement.name, bytes: agreement.content }] })).toMatch(
    'signed-data-transforms-supported',
  )
})
