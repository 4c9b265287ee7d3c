import { constants, createHash, createPublicKey, publicDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { agreement, type ContainerOptions, dataFile, signedContainer } from '../support/asice.js'
import type { Identity } from '../support/certificate.js'
import { ocspResponse, timeMarkNonce } from '../support/ocsp.js'
import { hours, moments, pki, variantOf } from '../support/pki.js'
import type { ReferenceOptions, SignatureOptions } from '../support/signature-options.js'

const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

function reportOf(signature: SignatureOptions, container: Omit<ContainerOptions, 'signatures'> = {}) {
  const answer = validate(signedContainer(signature, container), 'trust/standard.json', request)
  if (answer.kind === 'refused') throw new Error(answer.code)
  return answer.report
}

/** Verdict and deciding error. */
function verdictOf(signature: SignatureOptions, container: Omit<ContainerOptions, 'signatures'> = {}): string {
  const [only] = reportOf(signature, container).signatures
  return [only?.indication, only?.subIndication, only?.errors[0]?.key].filter((part) => part !== undefined && part !== '').join(' ')
}

const withData = (change: Partial<ReferenceOptions>): SignatureOptions => ({
  references: ([data, ...others]) => (data === undefined ? others : [{ ...data, ...change }, ...others]),
})
const notFound = 'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found'

describe('a reference names one file of the container, or nothing', () => {
  it.each(['%6Ceping.txt', 'leping%2etxt', 'leping%2Etxt'])('a reference names the file %s', (uri) => {
    expect(verdictOf(withData({ uri }))).toBe('TOTAL-PASSED')
  })

  it.each([
    'LEPING.TXT',
    './leping.txt',
    '%2e/leping.txt',
    'x/../leping.txt',
    '/leping.txt',
    '//leping.txt',
    '\\leping.txt',
    'leping.txt/',
    ' leping.txt',
    'leping.txt ',
    'leping.txt#x',
    'leping.txt?x',
    'leping.txt%00',
    'leping.txt%',
    // Encoded twice, and a full stop in an overlong form of UTF-8.
    'leping%252etxt',
    'leping%c0%aetxt',
    'META-INF/signatures0.xml',
  ])('a reference does not name the file %j', (uri) => {
    expect(verdictOf(withData({ uri }))).toBe(notFound)
  })

  it('a reference names a file in one Unicode normalisation', () => {
    const composed = dataFile('\u00f6.txt', 'x')
    const decomposed = dataFile('o\u0308.txt', 'x')
    expect(verdictOf({}, { files: [composed] })).toBe('TOTAL-PASSED')
    expect(verdictOf({}, { files: [composed], signedFiles: [decomposed] })).toBe(notFound)
    expect(verdictOf({}, { files: [decomposed], signedFiles: [composed] })).toBe(notFound)
  })
})

describe('an element next to the signed properties that other readers read as the signed properties', () => {
  it.each(['ID', 'id', 'xml:id', 'w:Id'])(
    'refuses an element that other readers read as the signed properties by the attribute %s',
    (attribute) => {
      const copy = `<ds:Object xmlns:w="urn:w"><x xmlns="" ${attribute}="S0-SignedProperties"/></ds:Object></ds:Signature>`
      expect(verdictOf({ tamper: (xml) => xml.replace('</ds:Signature>', copy) })).toMatch(/^TOTAL-FAILED/)
      const other = copy.replace('S0-SignedProperties', 'S0-other')
      expect(verdictOf({ tamper: (xml) => xml.replace('</ds:Signature>', other) })).toBe('TOTAL-PASSED')
    },
  )
})

describe('a file that only a ds:Manifest names', () => {
  const ds = 'http://www.w3.org/2000/09/xmldsig#'
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  const digestOf = (content: Buffer | string) => createHash('sha256').update(content).digest()
  // Canonical as it stands.
  const manifest = `<ds:Manifest xmlns:ds="${ds}" Id="manifest"><ds:Reference URI="leping.txt"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digestOf(agreement.content).toString('base64')}</ds:DigestValue></ds:Reference></ds:Manifest>`
  const reference: ReferenceOptions = {
    id: 'r-manifest',
    uri: '#manifest',
    type: `${ds}Manifest`,
    transforms: [exclusive],
    digest: 'sha256',
    digestValue: digestOf(manifest),
    mimeType: null,
  }
  const edit = (xml: string) => xml.replace('</ds:Signature>', `<ds:Object>${manifest}</ds:Object></ds:Signature>`)

  it('refuses a signature whose only file is named by a ds:Manifest: it covers nothing', () => {
    const signature = { edit, references: (all: readonly ReferenceOptions[]) => [reference, ...all.slice(1)] }
    expect(verdictOf(signature)).toBe('TOTAL-FAILED FORMAT_FAILURE data-object-signed')
  })

  it('names a file as unsigned that only a ds:Manifest names, next to one that is signed', () => {
    const signed = dataFile('teine.txt', 'signed')
    const signature = { edit, references: (all: readonly ReferenceOptions[]) => [...all, reference] }
    const report = reportOf(signature, { files: [signed, agreement], signedFiles: [signed] })
    expect(report.signatures[0]?.indication).toBe('TOTAL-PASSED')
    expect(report.signatures[0]?.signatureScopes.map(({ name }) => name)).toEqual(['teine.txt'])
    expect(report.validationWarnings.map(({ key }) => key)).toContain('signature-has-unsigned-files')
  })
})

describe('values that are no signature', () => {
  it('refuses RSA with the exponent 1 in the certificate: the padded digest itself', () => {
    const publicKey = createPublicKey(pki.rsaSigner.key.privateKey)
    const everybody = createPublicKey({ key: { ...publicKey.export({ format: 'jwk' }), e: 'AQ' }, format: 'jwk' })
    const signer = variantOf(pki.rsaSigner, { publicKeyInfo: everybody.export({ type: 'spki', format: 'der' }) })
    const tamperValue = (value: Buffer) => publicDecrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, value)
    expect(verdictOf({ signer, tamperValue })).toBe('INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE signature-algorithm-known')
  })

  const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
  it.each<[string, (value: Buffer) => Buffer]>([
    ['r and s zero', () => Buffer.alloc(64)],
    ['r zero', (value) => Buffer.concat([Buffer.alloc(32), value.subarray(32)])],
    ['s zero', (value) => Buffer.concat([value.subarray(0, 32), Buffer.alloc(32)])],
    ['r the order', (value) => Buffer.concat([order, value.subarray(32)])],
    ['s the order', (value) => Buffer.concat([value.subarray(0, 32), order])],
    ['one octet short', (value) => value.subarray(0, 63)],
    ['one octet more', (value) => Buffer.concat([value, Buffer.of(0)])],
    ['each half longer by an octet', (value) => Buffer.concat([Buffer.of(1), value.subarray(0, 32), Buffer.of(1), value.subarray(32)])],
    ['nothing', () => Buffer.alloc(0)],
  ])('judges a value of ECDSA by its form: %s', (_, tamperValue) => {
    expect(verdictOf({ signer: pki.signer, tamperValue })).toBe('TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact')
  })
})

describe('answers of those who may not answer', () => {
  const answering = (responder: Identity) => verdictOf({ ocsp: { responder } })

  it('refuses the answer of one who may not answer: a responder that another authority appointed', () => {
    expect(answering(variantOf(pki.delegatedResponder, { issuer: pki.secondAuthority }))).toBe(
      'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-authorised',
    )
  })

  it('refuses the answer of one who may not answer: a responder whose key purpose is any', () => {
    expect(answering(variantOf(pki.delegatedResponder, { extendedKeyUsage: { purposes: ['2.5.29.37.0'] } }))).toBe(
      'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-authorised',
    )
  })

  it('refuses the answer of one who may not answer: a responder without evidence that it is not revoked', () => {
    expect(answering(variantOf(pki.delegatedResponder, { ocspNoCheck: false }))).toBe(
      'INDETERMINATE TRY_LATER revocation-issuer-not-revoked',
    )
  })

  it('refuses the answer of one who may not answer: a responder with two certificates, of which only one is known not to be revoked, in any order', () => {
    const [first, second] = [pki.delegatedResponder, variantOf(pki.delegatedResponder, { serialNumber: 4712n })].map((identity) =>
      variantOf(identity, { ocspNoCheck: false }),
    ) as [Identity, Identity]
    const about = (certificate: Identity) => ocspResponse({ certificate, responder: pki.issuingAuthority, certificates: [] })
    for (const certificates of [
      [first.certificate, second.certificate],
      [second.certificate, first.certificate],
    ]) {
      const answer = ocspResponse({ certificate: pki.signer, responder: first, certificates })
      expect(verdictOf({ revocationValues: () => ({ ocsp: [answer, about(first)] }) })).toBe('TOTAL-PASSED')
      expect(verdictOf({ revocationValues: () => ({ ocsp: [answer, about(second)] }) })).toBe('TOTAL-PASSED')
      expect(verdictOf({ revocationValues: () => ({ ocsp: [answer] }) })).toBe('INDETERMINATE TRY_LATER revocation-issuer-not-revoked')
    }
  })

  it('refuses the answer of one who may not answer: an OCSP response about another serial number', () => {
    const { serialNumber } = pki.secondSigner.certificate
    expect(verdictOf({ ocsp: { serialNumber } })).toBe('INDETERMINATE TRY_LATER revocation-data-available')
  })

  it('refuses the answer of one who may not answer: a signer that another signer issued', () => {
    const signer = variantOf(pki.signer, { issuer: pki.secondSigner })
    const revocationValues = () => ({
      ocsp: [ocspResponse({ certificate: signer, responder: pki.listedResponder }), ocspResponse({ certificate: pki.secondSigner })],
    })
    expect(verdictOf({ signer, certificateValues: [pki.secondSigner.certificate], revocationValues })).toBe(
      'INDETERMINATE CERTIFICATE_CHAIN_GENERAL_FAILURE authority-basic-constraints',
    )
  })
})

describe('a time-mark is one answer', () => {
  const answers = (make: (value: Buffer) => readonly Buffer[]) =>
    verdictOf({ level: 'LT-TM', revocationValues: (value) => ({ ocsp: make(value) }) })
  const listed = { certificate: pki.signer, responder: pki.listedResponder } as const

  it('a time-mark is one answer: the nonce of one response does not combine with the status of another', () => {
    expect(
      answers((value) => [ocspResponse({ ...listed, certificate: pki.secondSigner, nonce: timeMarkNonce(value) }), ocspResponse(listed)]),
    ).toBe('TOTAL-FAILED FORMAT_FAILURE existence-proven')
  })

  it('a time-mark does not combine the nonce of a responder that is not listed with the status of one that is', () => {
    expect(answers((value) => [ocspResponse({ certificate: pki.signer, nonce: timeMarkNonce(value) }), ocspResponse(listed)])).toBe(
      'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND time-mark-responder-authorised',
    )
  })

  it('a time-mark does not combine the time of one that does not know the certificate with the status of another', () => {
    const unknown = { ...listed, status: 'unknown' } as const
    const good = { ...listed, producedAt: moments.ocsp - hours(24 * 200) } as const
    expect(answers((value) => [ocspResponse({ ...unknown, nonce: timeMarkNonce(value) }), ocspResponse(good)])).toBe(
      'INDETERMINATE TRY_LATER revocation-status-known',
    )
  })

  it('a time-mark does not silence a later answer that says revoked before it', () => {
    const revoked = { status: { revokedAt: moments.ocsp - hours(1) }, producedAt: moments.ocsp + hours(2) } as const
    expect(answers((value) => [ocspResponse({ ...listed, nonce: timeMarkNonce(value) }), ocspResponse({ ...listed, ...revoked })])).toBe(
      'INDETERMINATE REVOKED_NO_POE certificate-not-revoked',
    )
  })
})
