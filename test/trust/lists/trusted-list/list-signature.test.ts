import { describe, expect, it } from 'vitest'
import { readListFile } from '../../../../src/trust/lists/list-set/list-file.js'
import { verifyListSignature } from '../../../../src/trust/lists/trusted-list/list-signature.js'
import { TrustedListError } from '../../../../src/trust/lists/trusted-list/trusted-list-error.js'
import { canonicalizations } from '../../../support/canonical.js'
import { pki } from '../../../support/pki.js'
import { type ListOptions, listSigner, listSigners, nationalList } from '../../../support/trusted-lists/index.js'
import { contextAt, file } from '../list-set/lists-at-hand.js'

const { cache, limits } = contextAt()
const announcedEe = [listSigners.ee, listSigners.eeSecond]

/** The refusal, or the name of the accepted signer. */
function verify(list: Buffer, announced = announcedEe): string | TrustedListError {
  try {
    const read = readListFile(file('list.xml', list), limits)
    const certificates = announced.map((identity) => cache.certificate(identity.certificate.der))
    return verifyListSignature(read, certificates, cache).signer.facts.subject.text
  } catch (error) {
    if (error instanceof TrustedListError) return error
    throw error
  }
}

/** The code of the refusal, or the name of the accepted signer. */
function verdict(list: Buffer, announced = announcedEe): string {
  const result = verify(list, announced)
  return typeof result === 'string' ? result : result.code
}
const signed = (signature: ListOptions['signature'], changes: Partial<ListOptions> = {}) =>
  nationalList('EE', { ...changes, signature: signature ?? {} })
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

describe('the signature of a list (TS 119 612 annex B)', () => {
  it('the signature of a list is accepted from each announced certificate', () => {
    expect(verdict(signed({}))).toContain('CN=Estonian Signer,')
    expect(verdict(signed({ signer: listSigners.eeSecond }))).toContain('CN=Estonian Signer 2')
  })

  it.each<[string, ListOptions['signature'], Partial<ListOptions>]>([
    ['names the root by its Id', {}, { id: 'the-list' }],
    ['has no canonicalization beside enveloped-signature (Estonian test lists)', { transforms: [enveloped] }, {}],
    ['has SigningCertificate in version 6', { signingCertificate: 'v1' }, { version: 6 }],
    ['has SigningCertificateV2 in version 5', { signingCertificate: 'v2' }, { version: 5 }],
    ['is of version 4', {}, { version: 4 }],
    ['uses SHA-512', { digest: 'sha512', scheme: { kind: 'ecdsa', digest: 'sha512' } }, {}],
    ['carries no certificate: the announced keys are tried', { keyInfo: [] }, {}],
    ['carries further certificates beside the signer', { keyInfo: [pki.root.certificate, listSigners.ee.certificate] }, {}],
  ])('the signature of a list is accepted when it %s', (_, signature, changes) => {
    expect(verdict(signed(signature, changes))).toContain('CN=Estonian Signer,')
  })

  it('the signature of a list is accepted from RSA keys, and from an announced key of 1024 bits (LOTL 160)', () => {
    const rsa = listSigner('RSA Signer', 'signer-rsa-2048')
    const short = listSigner('Short Signer', 'signer-rsa-1024')
    expect(verdict(signed({ signer: rsa }), [rsa])).toContain('RSA Signer')
    expect(verdict(signed({ signer: short }), [short])).toContain('Short Signer')
    const tiny = listSigner('Tiny Signer', 'signer-rsa-512')
    expect(verdict(signed({ signer: tiny }), [tiny])).toBe('LIST_SIGNATURE_ALGORITHM')
  })

  it('the signature of a list is refused from a certificate that was not announced (HR 52), even when it has the name and key of one that was', () => {
    expect(verdict(signed({ signer: listSigners.stranger }))).toBe('LIST_SIGNER_UNKNOWN')
    const twin = listSigner('Estonian Signer', 'second-signer-p256', { notAfter: '2028-01-01T00:00:00Z' })
    expect(verdict(signed({ signer: twin }))).toBe('LIST_SIGNER_UNKNOWN')
    expect(verdict(signed({}), [])).toBe('LIST_SIGNER_UNKNOWN')
    expect(verdict(signed({ keyInfo: [], signer: listSigners.stranger }))).toBe('LIST_SIGNER_UNKNOWN')
  })

  it('the signature of a list is refused when the carried certificate is announced and another key signed', () => {
    expect(
      verdict(signed({ signer: listSigners.stranger, keyInfo: [listSigners.ee.certificate], named: listSigners.ee.certificate })),
    ).toBe('LIST_SIGNATURE_INVALID')
  })

  it.each<[string, (xml: string) => string]>([
    ['a service', (xml) => xml.replace('Svcstatus/granted', 'Svcstatus/withdrawn')],
    ['a space', (xml) => xml.replace('<tsl:SchemeInformation>', '<tsl:SchemeInformation> ')],
    ['the signing time', (xml) => xml.replace(/<xades:SigningTime>2026-06/, '<xades:SigningTime>2026-05')],
    [
      'the signature value',
      (xml) => xml.replace(/(<ds:SignatureValue>\s*)(.)/, (_, start: string, c: string) => start + (c === 'A' ? 'B' : 'A')),
    ],
    [
      'the digest of the list',
      (xml) => xml.replace(/(<ds:DigestValue>\s*)(.)/, (_, start: string, c: string) => start + (c === 'A' ? 'B' : 'A')),
    ],
  ])('the signature of a list is refused when %s was altered afterwards', (_, tamper) => {
    const list = signed({ tamper })
    expect(verdict(list)).toBe('LIST_SIGNATURE_INVALID')
  })

  it('the signature of a list covers no comments with any method, so an added comment changes nothing (XML Signature 1.1, 4.4.3.3)', () => {
    expect(verdict(signed({ tamper: (xml) => xml.replace('<tsl:SchemeInformation>', '<!-- x --><tsl:SchemeInformation>') }))).toContain(
      'Estonian',
    )
  })

  it.each<[string, ListOptions['signature'], string]>([
    ['SHA-1 in the references', { digest: 'sha1' }, 'LIST_SIGNATURE_ALGORITHM'],
    ['SHA-1 in the signature', { scheme: { kind: 'ecdsa', digest: 'sha1' } }, 'LIST_SIGNATURE_ALGORITHM'],
    ['no reference to the signed properties', { coversProperties: false }, 'LIST_SIGNATURE_SCOPE'],
    ['no name of the signer', { signingCertificate: 'none' }, 'LIST_SIGNATURE_PROPERTIES'],
    ['the name of another signer', { named: listSigners.lv.certificate }, 'LIST_SIGNATURE_PROPERTIES'],
    ['a signing time before the signer began', { signingTime: '2023-12-31T00:00:00Z' }, 'LIST_SIGNATURE_PROPERTIES'],
    ['a signing time after the signer ended', { signingTime: '2029-01-02T00:00:00Z' }, 'LIST_SIGNATURE_PROPERTIES'],
    ['a reference to the signed properties instead of the list', { uri: '#list-properties' }, 'LIST_SIGNATURE_SCOPE'],
    ['a reference to something else', { uri: '#elsewhere' }, 'LIST_SIGNATURE_SCOPE'],
    ['a reference to another file', { uri: 'https://ee.example/other.xml' }, 'LIST_SIGNATURE_SCOPE'],
    ['no enveloped-signature transform', { transforms: [canonicalizations.exclusive] }, 'LIST_SIGNATURE_SCOPE'],
    ['an XPath transform', { transforms: [enveloped, 'http://www.w3.org/TR/1999/REC-xpath-19991116'] }, 'LIST_SIGNATURE_SCOPE'],
    ['three transforms', { transforms: [enveloped, canonicalizations.exclusive, canonicalizations.exclusive] }, 'LIST_SIGNATURE_SCOPE'],
  ])('the signature of a list is refused with %s', (_, signature, code) => {
    expect(verdict(signed(signature))).toBe(code)
  })

  it('the signature of a list is refused when the Id that it names occurs twice', () => {
    const twice = signed(
      { edit: (xml) => xml.replace('<tsl:TrustServiceProvider>', '<tsl:TrustServiceProvider Id="the-list">') },
      { id: 'the-list' },
    )
    expect(verdict(twice)).toBe('LIST_SIGNATURE_SCOPE')
  })

  it('the signature of a list must be the only one, a child of the root, and there', () => {
    expect(verdict(signed({ tamper: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '') }))).toBe('LIST_SIGNATURE_MISSING')
    const twice = (xml: string) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, (signature) => signature + signature)
    expect(verdict(signed({ tamper: twice }))).toBe('LIST_SIGNATURE_MULTIPLE')
    const nested = (xml: string) => {
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(xml) ?? []
      return xml.replace(signature, '').replace('</tsl:SchemeInformation>', `${signature}</tsl:SchemeInformation>`)
    }
    expect(verdict(signed({ tamper: nested }))).toBe('LIST_SIGNATURE_PLACE')
  })

  it('the signature of a list does not carry over to a list that is wrapped around the signed one', () => {
    const whole = signed({}, { id: 'the-list' }).toString()
    const body = whole.slice(whole.indexOf('<tsl:TrustServiceStatusList'))
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(body) ?? []
    const inner = body.replace(signature, '')
    const outer = inner
      .replace(' Id="the-list"', '')
      .replace('granted', 'withdrawn')
      .replace('</tsl:TrustServiceStatusList>', `${inner}${signature}</tsl:TrustServiceStatusList>`)
    expect(verdict(Buffer.from(outer))).toBe('LIST_SIGNATURE_SCOPE')
  })

  it('the signature of a list without SignedInfo, value or method is refused as a list, never as a fault of ours', () => {
    for (const part of ['SignedInfo', 'SignatureValue', 'Object']) {
      const without = signed({ tamper: (xml) => xml.replace(new RegExp(`<ds:${part}>.*</ds:${part}>`, 's'), '') })
      expect(verdict(without)).toMatch(/^LIST_SIGN/)
    }
    expect(verdict(signed({ tamper: (xml) => xml.replace(/(<ds:X509Certificate>)[^<]*/, '$1AAAA') }))).toBe('LIST_SIGNER_UNKNOWN')
  })

  it('the signature of a list is refused with every reason at once: the first gives the code', () => {
    const bad = signed(
      { digest: 'sha1', coversProperties: false, signingCertificate: 'none', signingTime: '2029-06-01T00:00:00Z' },
      { issued: '2029-06-01T00:00:00Z' },
    )
    const refused = verify(bad)
    if (typeof refused === 'string') throw new Error('it was accepted')
    const { code, message } = refused
    expect(code).toBe('LIST_SIGNATURE_ALGORITHM')
    expect(message).toContain('signed with SHA1')
    expect(message).toContain('not exactly two references')
    expect(message).toContain('do not name the signer')
    expect(message).toMatch(/issued at 2029-06-01T00:00:00Z, after its signer's certificate ended at 2029-01-01/)
    expect(message).not.toMatch(/\(at \d+\)/)
    expect(refused.offset).toBeGreaterThan(0)
  })
})
