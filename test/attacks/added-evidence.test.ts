import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { signedContainer } from '../support/asice.js'
import { CanonicalDocument } from '../support/canonical.js'
import type { Certificate } from '../support/certificate.js'
import { ocspResponse, timeMarkNonce } from '../support/ocsp.js'
import { hours, moments, pki, variantOf } from '../support/pki.js'
import type { SignatureOptions } from '../support/signature-options.js'
import { timeStampToken } from '../support/time-stamp.js'

const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

function verdictOf(signature: SignatureOptions) {
  const answer = validate(signedContainer(signature), 'trust/standard.json', request)
  if (answer.kind === 'refused') return answer.code
  const [only] = answer.report.signatures
  return {
    verdict: `${only?.indication ?? ''} ${only?.subIndication ?? ''}`.trim(),
    signedBy: only?.signedBy,
    bestSignatureTime: only?.info.bestSignatureTime,
  }
}

const sound = { verdict: 'TOTAL-PASSED', signedBy: 'MÄNNIK,MARI-LIIS,47101010033', bestSignatureTime: '2026-03-10T10:00:05Z' }

/** Adds XML to the end of the unsigned properties of a finished signature. */
const adding = (xml: string): SignatureOptions => ({
  tamper: (whole) => whole.replace('</xades:UnsignedSignatureProperties>', `${xml}</xades:UnsignedSignatureProperties>`),
})
const certificateValues = (...certificates: readonly Certificate[]) =>
  `<xades:CertificateValues>${certificates.map(({ der }) => `<xades:EncapsulatedX509Certificate>${der.toString('base64')}</xades:EncapsulatedX509Certificate>`).join('')}</xades:CertificateValues>`

/** The bytes that a time-stamp of this signature covers. */
function stampedBytes(xml: string): Buffer {
  using document = new CanonicalDocument(xml)
  return document.octets('//ds:SignatureValue', 'c14n10')
}

// Unsigned properties belong to nobody: whoever passes a container on can add to them.
describe('unsigned evidence that a stranger adds to a good signature', () => {
  const issuer = pki.issuingAuthority.certificate
  const strangers: readonly [string, Certificate][] = [
    ['with the name of the issuer and another key', variantOf(pki.foreignAuthority, { subject: issuer.subject }).certificate],
    [
      'with the name and key identifier of the issuer',
      variantOf(pki.foreignAuthority, { subject: issuer.subject, subjectKeyIdentifier: Buffer.alloc(20, 1) }).certificate,
    ],
    ['with the key of the issuer and another name', variantOf(pki.foreignAuthority, { key: pki.issuingAuthority.key }).certificate],
    [
      'that the foreign authority issued for the issuing authority',
      variantOf(pki.issuingAuthority, { issuer: pki.foreignAuthority }).certificate,
    ],
    ['of the signer with other fields', variantOf(pki.signer, { serialNumber: 1n, keyUsage: ['digitalSignature'] }).certificate],
    ['of the signer, signed by itself', variantOf(pki.signer, { issuer: { ...pki.signer, issuer: null } }).certificate],
  ]

  it.each(strangers)('unsigned evidence that a stranger adds changes nothing: a certificate %s', (_, certificate) => {
    expect(verdictOf({ certificateValues: [certificate, issuer, pki.timeStampingUnit.certificate] })).toEqual(sound)
    expect(verdictOf({ keyInfo: [certificate, pki.signer.certificate] })).toEqual(sound)
    expect(verdictOf(adding(certificateValues(certificate)))).toEqual(sound)
  })

  it.each([
    ['revoked', { revokedAt: moments.timeStamp - hours(100), reason: 1 }],
    ['unknown', 'unknown'],
  ] as const)(
    'unsigned evidence that a stranger adds changes nothing: a later response of a foreign responder that says %s',
    (_, status) => {
      const revocationValues = () => ({
        ocsp: [
          ocspResponse({ certificate: pki.signer }),
          ocspResponse({ certificate: pki.signer, responder: pki.foreignResponder, status, producedAt: moments.ocsp + hours(1) }),
        ],
      })
      expect(verdictOf({ revocationValues })).toEqual(sound)
    },
  )

  it('unsigned evidence that a stranger adds changes nothing: an earlier time-stamp of a foreign unit', () => {
    const timeStamps = (data: Buffer) => [
      timeStampToken({ data, unit: pki.foreignTimeStampingUnit, genTime: moments.timeStamp - hours(10) }),
      timeStampToken({ data }),
    ]
    expect(verdictOf({ timeStamps })).toEqual(sound)
  })

  it('unsigned evidence that a stranger adds changes nothing: a later time-stamp of a trusted unit', () => {
    const timeStamps = (data: Buffer) => [timeStampToken({ data }), timeStampToken({ data, genTime: moments.timeStamp + hours(10) })]
    expect(verdictOf({ timeStamps })).toEqual(sound)
  })
})

describe('evidence that does not belong to the signature', () => {
  it('a time-stamp of another signature proves nothing', () => {
    let stolen: Buffer = Buffer.alloc(0)
    signedContainer({
      signer: pki.secondSigner,
      timeStamps: (data) => {
        stolen = timeStampToken({ data })
        return [stolen]
      },
    })
    expect(verdictOf({ timeStamps: () => [stolen] })).toMatchObject({ verdict: 'TOTAL-FAILED FORMAT_FAILURE', bestSignatureTime: '' })
  })

  it('a time-mark of another signature of the same signer proves nothing', () => {
    let stolen: Buffer = Buffer.alloc(0)
    const earlier = (value: Buffer) => {
      stolen = ocspResponse({ certificate: pki.signer, responder: pki.listedResponder, nonce: timeMarkNonce(value) })
      return { ocsp: [stolen] }
    }
    expect(verdictOf({ level: 'LT-TM', roles: ['varasem'], revocationValues: earlier })).toMatchObject({ verdict: 'TOTAL-PASSED' })
    expect(verdictOf({ level: 'LT-TM', revocationValues: () => ({ ocsp: [stolen] }) })).toMatchObject({
      verdict: 'TOTAL-FAILED HASH_FAILURE',
      bestSignatureTime: '',
    })
  })

  it('a response from before the revocation does not help a signature from after it', () => {
    const revocationValues = () => ({ ocsp: [ocspResponse({ certificate: pki.signer, producedAt: moments.timeStamp - hours(48) })] })
    expect(verdictOf({ revocationValues })).toMatchObject({ verdict: 'INDETERMINATE TIMESTAMP_ORDER_FAILURE' })
  })

  it('a good response does not hide a later one that says revoked before the time-stamp', () => {
    const status = { revokedAt: moments.timeStamp - hours(1), reason: 1 }
    const responses = [
      ocspResponse({ certificate: pki.signer }),
      ocspResponse({ certificate: pki.signer, status, producedAt: moments.ocsp + hours(1) }),
    ]
    for (const ocsp of [responses, responses.toReversed()]) {
      expect(verdictOf({ revocationValues: () => ({ ocsp }) })).toMatchObject({ verdict: 'INDETERMINATE REVOKED_NO_POE' })
    }
  })

  it('a time-mark needs its policy among the signed properties, not among unsigned ones', () => {
    const policy =
      '<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId><xades:SigPolicyId><xades:Identifier Qualifier="OIDAsURN">urn:oid:1.3.6.1.4.1.10015.1000.3.2.1</xades:Identifier></xades:SigPolicyId></xades:SignaturePolicyId></xades:SignaturePolicyIdentifier>'
    expect(verdictOf({ level: 'LT-TM', policy: null, ...adding(policy) })).toMatchObject({ verdict: 'TOTAL-FAILED FORMAT_FAILURE' })
  })
})

describe('a second valid ECDSA value (r, n - s), which anybody can make without the key', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const other = (value: Buffer): Buffer => {
    const s = order - BigInt(`0x${value.toString('hex', 32)}`)
    return Buffer.concat([value.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  }
  const replaceValue = (xml: string): string =>
    xml.replace(
      /(<ds:SignatureValue[^>]*>)([^<]*)/,
      (_, tag: string, text: string) => tag + other(Buffer.from(text, 'base64')).toString('base64'),
    )

  it('a second valid ECDSA value (r, n - s) verifies as a value, so it is a fair test', () => {
    expect(verdictOf({ tamperValue: other })).toEqual(sound)
  })

  it('a second valid ECDSA value (r, n - s) does not carry the time-stamp or the time-mark over', () => {
    expect(verdictOf({ tamper: replaceValue })).toMatchObject({ verdict: 'TOTAL-FAILED FORMAT_FAILURE', bestSignatureTime: '' })
    expect(verdictOf({ level: 'LT-TM', tamper: replaceValue })).toMatchObject({
      verdict: 'TOTAL-FAILED HASH_FAILURE',
      bestSignatureTime: '',
    })
  })
})

describe('the generator behind these attacks', () => {
  it('the generator stamps an element as written in the file', () => {
    let data: Buffer = Buffer.alloc(0)
    let file = ''
    signedContainer({
      timeStamps: (bytes) => {
        data = bytes
        return [timeStampToken({ data: bytes })]
      },
      tamper: (xml) => {
        file = xml
        return xml
      },
    })
    expect(stampedBytes(file).equals(data)).toBe(true)
  })
})
