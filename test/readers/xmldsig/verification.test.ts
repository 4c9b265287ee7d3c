import { constants } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '#readers/xml'
import {
  CanonicalForms,
  indexElementIds,
  isSameDocument,
  octetsOfElement,
  type ReferencedObject,
  readXmlSignature,
  repeatedIdsWithin,
  resolveSameDocument,
  verifyReference,
  verifySignatureValue,
} from '#readers/xmldsig'
import {
  algorithms,
  element,
  inclusive,
  keys,
  parse,
  reference,
  sha256,
  signatureMethod,
  signatureXml,
  signXml,
} from './small-signature.js'

const limits = { maxReferences: 10 }
const read = (xml: string) => readXmlSignature(element(parse(xml), 'Signature'), limits)
const transforms = (...algorithmsOrXml: string[]) =>
  `<ds:Transforms>${algorithmsOrXml.map((each) => (each.startsWith('<') ? each : `<ds:Transform Algorithm="${each}"/>`)).join('')}</ds:Transforms>`

const file = (content: string): ReferencedObject => ({
  kind: 'octets',
  digest: () => sha256(content).digest(),
  pieces: () => [Buffer.from(content)],
})

describe('verifying a reference to a file', () => {
  const status = (xml: string, target: ReferencedObject) => {
    const [first] = read(signatureXml({ references: xml })).signedInfo.references
    if (first === undefined) throw new Error('no reference')
    return verifyReference(first, target, new CanonicalForms())
  }

  it('a reference to a file is intact exactly for the same octets', () => {
    expect(status(reference(), file('a'))).toBe('intact')
    expect(status(reference(), file('b'))).toBe('mismatch')
    expect(status(reference({ digestValue: '<ds:DigestValue>?</ds:DigestValue>' }), file('a'))).toBe('mismatch')
    expect(status(reference({ digestValue: '<ds:DigestValue/>' }), file('a'))).toBe('mismatch')
  })

  it('a reference to a file says when there is nothing or too much to compare', () => {
    expect(status(reference(), { kind: 'not-found' })).toBe('not-found')
    expect(status(reference(), { kind: 'ambiguous' })).toBe('ambiguous')
  })

  it('a reference to a file does not support other digests, and reports when the platform lacks one', () => {
    const unknown = '<ds:DigestMethod Algorithm="urn:x"/>'
    expect(status(reference({ digestMethod: unknown }), file('a'))).toBe('algorithm-unknown')
    expect(status(reference(), { kind: 'octets', digest: () => null, pieces: () => [] })).toBe('algorithm-unknown')
  })

  it.each([algorithms.xpath, algorithms.xslt, algorithms.base64, algorithms.enveloped, algorithms.c14n, 'urn:x'])(
    'a reference to a file executes no transform: %s',
    (algorithm) => {
      const [first] = read(signatureXml({ references: reference({ transforms: transforms(algorithm) }) })).signedInfo.references
      expect(first?.transforms.algorithms).toEqual([algorithm])
      expect(status(reference({ transforms: transforms(algorithm) }), file('a'))).toBe('unsupported-transform')
    },
  )

  it('a reference to a file gives no meaning to an empty ds:Transforms', () => {
    expect(status(reference({ transforms: '<ds:Transforms/>' }), file('a'))).toBe('unsupported-transform')
  })
})

describe('verifying a reference to an element', () => {
  const object = '<ds:Object Id="O" xmlns:p="urn:p"><!-- remark --><p:a/>text</ds:Object>'
  const verify = (transform: string, octets: (form: Buffer) => Buffer | string = (form) => form) => {
    const form = canonicalize(element(parse(signatureXml({ rest: object })), 'Object'), inclusive)
    const digestValue = `<ds:DigestValue>${sha256(octets(form)).digest('base64')}</ds:DigestValue>`
    const root = parse(
      signatureXml({ references: reference({ attributes: 'URI="#O"', transforms: transform, digestValue }), rest: object }),
    )
    const [first] = readXmlSignature(element(root, 'Signature'), limits).signedInfo.references
    if (first === undefined || !isSameDocument(first.uri)) throw new Error('no reference')
    return verifyReference(first, resolveSameDocument(first.uri, indexElementIds(root)), new CanonicalForms())
  }

  it('a reference to an element uses inclusive Canonical XML 1.0 where no transform is named, with the namespaces in scope', () => {
    expect(verify('')).toBe('intact')
    expect(verify('', (form) => form.toString().replace(' xmlns:unused="urn:x"', ''))).toBe('mismatch')
  })

  it('a reference to an element uses the canonicalization that the transform names', () => {
    const exclusive = (form: Buffer) =>
      form.toString().replace(' xmlns:unused="urn:x"', '').replace(' xmlns:p="urn:p"', '').replace('<p:a>', '<p:a xmlns:p="urn:p">')
    expect(verify(transforms(algorithms.exclusive), exclusive)).toBe('intact')
    const prefixList = `<ds:Transform Algorithm="${algorithms.exclusive}"><c:InclusiveNamespaces xmlns:c="${algorithms.exclusive}" PrefixList="unused p"/></ds:Transform>`
    expect(verify(transforms(prefixList))).toBe('intact')
  })

  it('a reference to an element leaves comments out even with a method that keeps them (XML Signature 1.1, 4.4.3.3)', () => {
    expect(verify(transforms(algorithms.c14nWithComments))).toBe('intact')
  })

  it.each([
    ['two canonicalizations', transforms(algorithms.c14n, algorithms.exclusive)],
    ['two ds:Transforms', transforms(algorithms.c14n) + transforms(algorithms.c14n)],
    [
      'parameters that the method does not have',
      transforms(`<ds:Transform Algorithm="${algorithms.c14n}"><ds:XPath>1</ds:XPath></ds:Transform>`),
    ],
    ['an element that is no ds:Transform', transforms(`<Transform Algorithm="${algorithms.c14n}"/>`)],
    ['an element of the namespace that is no ds:Transform', transforms(`<ds:CanonicalizationMethod Algorithm="${algorithms.c14n}"/>`)],
    ['XPath before a canonicalization', transforms(algorithms.xpath, algorithms.c14n)],
    ['enveloped-signature', transforms(algorithms.enveloped)],
  ])('a reference to an element does not execute %s', (_, transform) => {
    expect(verify(transform)).toBe('unsupported-transform')
  })

  it('a reference to an element gives the octets after the transforms, or by the method of the caller', () => {
    const root = parse(signatureXml({ references: reference({ attributes: 'URI="#O"' }), rest: object }))
    const [first] = readXmlSignature(element(root, 'Signature'), limits).signedInfo.references
    if (first === undefined) throw new Error('no reference')
    const exclusive = { method: { algorithm: 'exclusive', comments: true }, prefixes: [] } as const
    const octets = octetsOfElement(first, element(root, 'Object'), new CanonicalForms(), exclusive)
    expect(octets?.toString()).toContain('<p:a xmlns:p="urn:p">')
    expect(octets?.toString()).not.toContain('remark')
  })
})

describe('Ids', () => {
  const root = parse('<a Id="1" xml:id="1"><b Id="2"/><c><d Id="2"/><e id="4" xml:id="5" ID="4"/><f Id="3"/></c></a>')
  const ids = indexElementIds(root)

  it('Ids of XML elements designate one element or none', () => {
    expect(resolveSameDocument('#1', ids)).toMatchObject({ kind: 'element', element: { name: 'a' } })
    expect(resolveSameDocument('#2', ids)).toEqual({ kind: 'ambiguous' })
    expect(resolveSameDocument('#4', ids)).toEqual({ kind: 'not-found' })
    expect(resolveSameDocument('#', ids)).toEqual({ kind: 'not-found' })
    expect(resolveSameDocument("#xpointer(id('1'))", ids)).toEqual({ kind: 'not-found' })
    expect(resolveSameDocument('#xpointer(/)', ids)).toEqual({ kind: 'not-found' })
  })

  it('Ids of XML elements are known when repeated', () => {
    expect([...ids.repeated]).toEqual(['2'])
    expect([...repeatedIdsWithin(root, ids)]).toEqual(['2'])
    const [, , third] = [...ids.find('2'), ...ids.find('3')]
    expect(third === undefined ? null : [...repeatedIdsWithin(third, ids)]).toEqual([])
  })

  it.each(['ID="1"', 'id="1"', 'xml:id="1"', 'w:Id="1" xmlns:w="urn:w"'])(
    'Ids of XML elements do not resolve when other readers find another element by the attribute %s',
    (attribute) => {
      const copied = parse(`<a><b Id="1"/><c ${attribute}/></a>`)
      expect(resolveSameDocument('#1', indexElementIds(copied))).toEqual({ kind: 'ambiguous' })
      expect([...indexElementIds(copied).repeated]).toEqual(['1'])
    },
  )

  it('Ids of XML elements only count with a fragment: the empty URI and other addresses lead nowhere in the document', () => {
    expect(isSameDocument('')).toBe(false)
    expect(isSameDocument(null)).toBe(false)
    expect(isSameDocument('a.xml#1')).toBe(false)
  })
})

describe('verifying the signature value', () => {
  const status = (xml: string, spki: Buffer) => verifySignatureValue(read(xml), spki, new CanonicalForms()).status

  it('the check of a signature value verifies RSA, RSASSA-PSS, and ECDSA as r and s', () => {
    const ecdsa = `<ds:SignatureMethod Algorithm="${algorithms.ecdsaSha256}"/>`
    const pss = `<ds:SignatureMethod Algorithm="${algorithms.sha256RsaMgf1}"/>`
    expect(status(signXml({}, keys.rsa.privateKey), keys.rsa.spki)).toBe('intact')
    expect(status(signXml({ method: ecdsa }, keys.ec.privateKey), keys.ec.spki)).toBe('intact')
    const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    expect(status(signXml({ method: pss }, keys.rsa.privateKey, options), keys.rsa.spki)).toBe('intact')
    expect(status(signXml({ method: ecdsa }, keys.ec.privateKey, { dsaEncoding: 'der' }), keys.ec.spki)).toBe('mismatch')
  })

  it('the check of a signature value does not verify another SignedInfo, value or key', () => {
    const signed = signXml({}, keys.rsa.privateKey)
    expect(status(signed.replace('URI="a.txt"', 'URI="b.txt"'), keys.rsa.spki)).toBe('mismatch')
    expect(status(signed.replace('<ds:Signature Id="S">', '<ds:Signature Id="T">'), keys.rsa.spki)).toBe('intact')
    expect(status(signed.replace('xmlns:unused', 'xmlns:unusual'), keys.rsa.spki)).toBe('mismatch')
    expect(status(signXml({}, keys.rsa.privateKey).replace(/<ds:SignatureValue>\s*..../, '<ds:SignatureValue>AAAA'), keys.rsa.spki)).toBe(
      'mismatch',
    )
    expect(status(signatureXml({ value: '<ds:SignatureValue>?</ds:SignatureValue>' }), keys.rsa.spki)).toBe('mismatch')
    expect(status(signed, keys.ec.spki)).not.toBe('intact')
  })

  it('the check of a signature value does not guess an algorithm or a canonicalization', () => {
    const method = (uri: string) => ({ method: `<ds:SignatureMethod Algorithm="${uri}"/>` })
    expect(status(signatureXml(method('urn:x')), keys.rsa.spki)).toBe('algorithm-unknown')
    const canonicalization = '<ds:CanonicalizationMethod Algorithm="urn:x"/>'
    expect(status(signatureXml({ canonicalization, method: signatureMethod }), keys.rsa.spki)).toBe('unsupported-canonicalization')
  })
})
