import { describe, expect, it } from 'vitest'
import { readKeyInfoCertificates, readXmlSignature, XMLDSIG_NAMESPACE, XmldsigError } from '#readers/xmldsig'
import {
  algorithms,
  canonicalizationMethod,
  element,
  parse,
  reference,
  type SmallSignature,
  signatureMethod,
  signatureXml,
} from './small-signature.js'

const limits = { maxReferences: 3 }
const read = (xml: string) => readXmlSignature(element(parse(xml), 'Signature'), limits)

function codeOf(parts: SmallSignature): { code: string; limit: boolean; offset: number | null } {
  try {
    read(signatureXml(parts))
  } catch (error) {
    if (error instanceof XmldsigError) return { code: error.code, limit: error.limit, offset: error.offset }
    throw error
  }
  throw new Error('was read')
}

describe('reading ds:Signature (XML Signature 1.1, 4.1)', () => {
  it('reads the parts of ds:Signature as written', () => {
    const signature = read(signatureXml({ rest: '<ds:KeyInfo/><ds:Object Id="O"/><ds:Object/>' }))
    expect(signature.id).toBe('S')
    expect(signature.signedInfo.canonicalizationIdentifier).toBe(algorithms.c14n)
    expect(signature.signedInfo.method.algorithm).toEqual({ identifier: algorithms.rsaSha256, encryption: 'RSA', digest: 'SHA256' })
    expect(signature.signedInfo.references).toHaveLength(1)
    expect(signature.value).toEqual(Buffer.alloc(3))
    expect(signature.objects).toHaveLength(2)
    expect(signature.unexpected).toEqual([])
  })

  it('the reader of ds:Signature notes elements that the schema does not have', () => {
    const signature = read(signatureXml({ references: `${reference()}<x/>`, rest: '<ds:Signature/><y/>' }))
    expect(signature.unexpected.map(({ name }) => name)).toEqual(['ds:Signature', 'y', 'x'])
  })

  it('the reader of ds:Signature notes elements of another namespace with the names of its parts', () => {
    const foreign = '<x:KeyInfo xmlns:x="urn:x"/><x:Object xmlns:x="urn:x"/>'
    const signature = read(signatureXml({ references: `${reference()}<x:Reference xmlns:x="urn:x"/>`, rest: foreign }))
    expect(signature.unexpected.map(({ name }) => name)).toEqual(['x:KeyInfo', 'x:Object', 'x:Reference'])
  })

  it('the reader of ds:Signature does not take elements of another namespace for its parts', () => {
    expect(codeOf({ value: '<SignatureValue>AAAA</SignatureValue>' }).code).toBe('XMLDSIG_SIGNATURE_VALUE')
  })

  it.each<[string, SmallSignature]>([
    ['XMLDSIG_SIGNED_INFO', { rest: '<ds:SignedInfo/>' }],
    ['XMLDSIG_SIGNATURE_VALUE', { value: '' }],
    ['XMLDSIG_SIGNATURE_VALUE', { rest: '<ds:SignatureValue/>' }],
    ['XMLDSIG_KEY_INFO', { rest: '<ds:KeyInfo/><ds:KeyInfo/>' }],
    ['XMLDSIG_CANONICALIZATION_METHOD', { canonicalization: '' }],
    ['XMLDSIG_CANONICALIZATION_METHOD', { canonicalization: canonicalizationMethod.repeat(2) }],
    ['XMLDSIG_CANONICALIZATION_METHOD', { canonicalization: '<ds:CanonicalizationMethod/>' }],
    ['XMLDSIG_SIGNATURE_METHOD', { method: '' }],
    ['XMLDSIG_SIGNATURE_METHOD', { method: signatureMethod.repeat(2) }],
    ['XMLDSIG_SIGNATURE_METHOD', { method: '<ds:SignatureMethod/>' }],
    ['XMLDSIG_REFERENCE', { references: '<!-- none -->' }],
    ['XMLDSIG_DIGEST_METHOD', { references: reference({ digestMethod: '' }) }],
    ['XMLDSIG_DIGEST_METHOD', { references: reference({ digestMethod: '<ds:DigestMethod/>' }) }],
    ['XMLDSIG_DIGEST_VALUE', { references: reference({ digestValue: '' }) }],
    ['XMLDSIG_DIGEST_VALUE', { references: reference({ digestValue: '<ds:DigestValue/><ds:DigestValue/>' }) }],
  ])('the reader of ds:Signature says %s', (code, parts) => {
    expect(codeOf(parts)).toMatchObject({ code, limit: false, offset: expect.any(Number) as number })
  })

  it('the reader of ds:Signature counts references against the bound of the caller', () => {
    expect(read(signatureXml({ references: reference().repeat(3) })).signedInfo.references).toHaveLength(3)
    expect(codeOf({ references: reference().repeat(4) })).toMatchObject({ code: 'XMLDSIG_TOO_MANY_REFERENCES', limit: true })
  })

  it('a ds:Signature has no value where the text is not base64', () => {
    expect(read(signatureXml({ value: '<ds:SignatureValue>#</ds:SignatureValue>' })).value).toBeNull()
  })
})

describe('ds:SignatureMethod', () => {
  const MORE = 'http://www.w3.org/2007/05/xmldsig-more#'
  const method = (algorithm: string, content: string) =>
    read(signatureXml({ method: `<ds:SignatureMethod Algorithm="${algorithm}" xmlns:m="${MORE}">${content}</ds:SignatureMethod>` }))
      .signedInfo.method
  const digest = (name: string) => `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${name}"/>`

  it('ds:SignatureMethod takes the digest of rsa-pss from its parameters (RFC 9231, 2.3.9)', () => {
    const parameters = `<m:RSAPSSParams>${digest('sha512')}<m:MaskGenerationFunction Algorithm="${MORE}MGF1">${digest('sha256')}</m:MaskGenerationFunction><m:SaltLength> 20 </m:SaltLength><m:TrailerField>1</m:TrailerField></m:RSAPSSParams>`
    expect(method(algorithms.rsaPss, parameters)).toEqual({
      algorithm: { identifier: algorithms.rsaPss, encryption: 'RSASSA-PSS', digest: 'SHA512' },
      pss: { mgfDigest: 'SHA256', saltLength: 20 },
    })
  })

  it('ds:SignatureMethod takes the digest of the mask generation function from its own parameters', () => {
    const mask = (content: string) =>
      method(
        algorithms.rsaPss,
        `<m:RSAPSSParams>${digest('sha512')}<m:MaskGenerationFunction Algorithm="${MORE}MGF1">${content}</m:MaskGenerationFunction></m:RSAPSSParams>`,
      ).pss
    expect(mask(digest('sha512'))).toEqual({ mgfDigest: 'SHA512', saltLength: 64 })
    expect(mask('')).toEqual({ mgfDigest: 'SHA256', saltLength: 64 })
  })

  it('ds:SignatureMethod uses the defaults of rsa-pss', () => {
    const expected = { algorithm: { digest: 'SHA256' }, pss: { mgfDigest: 'SHA256', saltLength: 32 } }
    expect(method(algorithms.rsaPss, '')).toMatchObject(expected)
    expect(method(algorithms.rsaPss, '<m:RSAPSSParams/>')).toMatchObject(expected)
  })

  it.each([
    ['HMACOutputLength (CVE-2009-0217)', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', '<ds:HMACOutputLength>1</ds:HMACOutputLength>'],
    ['parameters that RSA does not have', algorithms.rsaSha256, '<ds:HMACOutputLength>1</ds:HMACOutputLength>'],
    ['another trailer', algorithms.rsaPss, '<m:RSAPSSParams><m:TrailerField>2</m:TrailerField></m:RSAPSSParams>'],
    ['a salt that is no number', algorithms.rsaPss, '<m:RSAPSSParams><m:SaltLength>-1</m:SaltLength></m:RSAPSSParams>'],
    ['an unknown digest', algorithms.rsaPss, `<m:RSAPSSParams>${digest('sha257')}</m:RSAPSSParams>`],
    ['parameters of another name', algorithms.rsaPss, '<m:RSAPSSParameters/>'],
    ['parameters of another namespace', algorithms.rsaPss, '<ds:RSAPSSParams/>'],
    ['two sets of parameters', algorithms.rsaPss, '<m:RSAPSSParams/><m:RSAPSSParams/>'],
  ])('ds:SignatureMethod does not know an algorithm with %s', (_, algorithm, content) => {
    expect(method(algorithm, content).algorithm).toMatchObject({ encryption: null, digest: null })
  })

  it('ds:SignatureMethod records another mask generation function as none', () => {
    const parameters = '<m:RSAPSSParams><m:MaskGenerationFunction Algorithm="urn:x"/></m:RSAPSSParams>'
    expect(method(algorithms.rsaPss, parameters).pss).toEqual({ mgfDigest: null, saltLength: 32 })
  })
})

describe('ds:KeyInfo', () => {
  it('ds:KeyInfo gives the certificates of every X509Data in order, null for what is not base64', () => {
    const keyInfo = `<ds:KeyInfo xmlns:ds="${XMLDSIG_NAMESPACE}"><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data><ds:X509Certificate>BBBB</ds:X509Certificate><ds:X509Data><ds:X509Certificate>?</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
    expect(readKeyInfoCertificates(parse(keyInfo))).toEqual([Buffer.alloc(3), null])
  })
})
