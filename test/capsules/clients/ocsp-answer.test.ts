import { webcrypto } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { encodeNonce, encodeOcspRequest, readCertificate, readOcspResponse } from '#readers/x509'
import { judgeOcspAnswer } from '../../../src/capsules/clients/ocsp-answer.js'
import { freshKey, makeCapsulePki } from '../../support/capsule-pki.js'
import type { Identity } from '../../support/certificate.js'
import { type OcspOptions, ocspResponse } from '../../support/ocsp.js'
import { responderOf } from '../../support/ocsp-responder.js'

const now = Date.UTC(2026, 10, 21, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const pki = makeCapsulePki('P-256')
const client = pki.client()
const responder = responderOf(pki.issuing)
const nonce = Buffer.alloc(32, 7)
const read = ({ certificate }: Identity) => readCertificate(certificate.der, limits.asn1)
const question = { certificate: read(client), issuer: read(pki.issuing), nonce }
const freshness = { clockSkewMilliseconds: 5 * minute, maxAgeMilliseconds: 10 * minute }

const judge = (der: Buffer) => judgeOcspAnswer(der, question, now, { limits: limits.asn1, freshness })
const answer = (changes: Partial<OcspOptions> = {}) =>
  ocspResponse({ certificate: client, responder, producedAt: now - minute, nonce: encodeNonce(nonce), ...changes })
const outcome = (changes: Partial<OcspOptions>) => {
  const verdict = judge(answer(changes))
  return verdict.status === 'unknown' ? verdict.problem : verdict.status
}

describe('a request', () => {
  it('a request about a client names the certificate and contains a nonce, as another reader finds', async () => {
    pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto }))
    const { result } = asn1js.fromBER(new Uint8Array(encodeOcspRequest(question)).buffer)
    const { tbsRequest } = new pkijs.OCSPRequest({ schema: result })
    const expected = new pkijs.CertID()
    const asPkijs = ({ certificate }: Identity) => pkijs.Certificate.fromBER(new Uint8Array(certificate.der))
    await expected.createForCertificate(asPkijs(client), { hashAlgorithm: 'SHA-1', issuerCertificate: asPkijs(pki.issuing) })
    expect(tbsRequest.requestList).toHaveLength(1)
    expect(tbsRequest.requestList[0]?.reqCert.isEqual(expected)).toBe(true)
    const [extension] = tbsRequest.requestExtensions ?? []
    expect([extension?.extnID, extension?.critical]).toEqual(['1.3.6.1.5.5.7.48.1.2', false])
    expect(Buffer.from(extension?.extnValue.valueBlock.valueHexView ?? [])).toEqual(encodeNonce(nonce))
  })
})

describe('an answer', () => {
  it.each<[string, string, Partial<OcspOptions>]>([
    ['of a delegated responder', 'good', {}],
    ['that designates it by its key', 'good', { responderId: 'key' }],
    ['of the authority itself', 'good', { responder: pki.issuing, certificates: [] }],
    ['with SHA-256 in its CertID', 'good', { certIdDigest: 'sha256' }],
    ['that says revoked', 'revoked', { status: { revokedAt: now - day, reason: 1 } }],
    ['that says suspended', 'revoked', { status: { revokedAt: now - day, reason: 6 } }],
    ['with an old status, but made for us just now', 'good', { thisUpdate: now - day, nextUpdate: now + day }],
    ['without a nonce that is fresh', 'good', { nonce: null }],
    ['whose clock is a little ahead', 'good', { producedAt: now + minute }],
  ])('an answer about a client counts: %s: %s', (_what, status, changes) => {
    expect(outcome(changes)).toBe(status)
  })

  const foreign = makeCapsulePki('P-256')
  const flipped = (signature: Buffer) => Buffer.from(signature.map((octet, i) => (i === signature.length - 1 ? octet ^ 1 : octet)))
  it.each<[string, string, Partial<OcspOptions>]>([
    ['that is refused by the responder', 'answer-refused', { responseStatus: 6 }],
    ['that does not know the certificate', 'status-unknown', { status: 'unknown' }],
    ['about another certificate', 'answer-about-another-certificate', { certificate: pki.client() }],
    ['about the same number of another authority', 'answer-about-another-certificate', { issuer: foreign.issuing.certificate }],
    ['with the nonce of another request', 'answer-for-another-request', { nonce: encodeNonce(Buffer.alloc(32, 8)) }],
    ['with a nonce that is no octet string', 'answer-for-another-request', { nonce }],
    ['whose signature was changed', 'answer-signature-broken', { tamperSignature: flipped }],
    ['of a responder of another authority', 'responder-not-authorised', { responder: responderOf(foreign.issuing) }],
    ['of the same name with another key', 'responder-not-authorised', { responder: responderOf(pki.impostor) }],
    [
      'of the same authority for something else',
      'responder-not-authorised',
      { responder: responderOf(pki.issuing, { extendedKeyUsage: null }) },
    ],
    ['of a client of the authority', 'responder-not-authorised', { responder: pki.client() }],
    ['of the client himself', 'responder-not-authorised', { responder: client }],
    [
      'of a responder that has expired',
      'responder-not-authorised',
      { responder: responderOf(pki.issuing, { notAfter: '2026-11-21T11:00:00Z' }) },
    ],
    [
      'of a responder that must be asked about',
      'responder-not-authorised',
      { responder: responderOf(pki.issuing, { ocspNoCheck: false }) },
    ],
    [
      'of a responder with a critical extension that nobody knows',
      'responder-not-authorised',
      { responder: responderOf(pki.issuing, { further: [{ oid: '1.2.3.4', critical: true, value: Buffer.from('0500', 'hex') }] }) },
    ],
    ['of a responder that does not show its certificate', 'responder-not-authorised', { certificates: [] }],
    ['with a weak digest', 'answer-algorithm-weak', { responder: rsaResponder(), scheme: { kind: 'rsa', digest: 'sha1' } }],
    ['with RIPEMD-160', 'answer-algorithm-weak', { responder: rsaResponder(), scheme: { kind: 'rsa', digest: 'ripemd160' } }],
    ['with a critical extension that nobody knows', 'answer-extension-unknown', { criticalExtension: true }],
    ['that has run out', 'answer-not-current', { thisUpdate: now - day, nextUpdate: now - 1 }],
    ['that is made in the future', 'answer-not-current', { producedAt: now + hour }],
    ['about the future', 'answer-not-current', { thisUpdate: now + hour }],
    ['without a nonce that is old', 'answer-not-current', { nonce: null, producedAt: now - hour, nextUpdate: now + day }],
    ['without a time of the next one that is old', 'answer-not-current', { thisUpdate: now - hour }],
    ['with our nonce that was made long ago', 'answer-not-current', { producedAt: now - hour, nextUpdate: now + day }],
    [
      'that says revoked, and is a replay',
      'answer-not-current',
      { nonce: null, producedAt: now - day, status: { revokedAt: now - 2 * day } },
    ],
  ])('an answer about a client says nothing: %s: %s', (_what, problem, changes) => {
    expect(outcome(changes)).toBe(problem)
  })

  function rsaResponder(): Identity {
    return responderOf(pki.issuing, { key: freshKey('responder-rsa', 'RSA') })
  }

  it('an answer about a client that is not a response, or is truncated, gives no status', () => {
    const whole = answer()
    for (const octets of [Buffer.alloc(0), Buffer.from('<html>'), whole.subarray(0, -1), Buffer.concat([whole, Buffer.alloc(1)])])
      expect(judge(octets)).toEqual({ status: 'unknown', problem: 'answer-unreadable' })
  })

  it('an answer about a client says until when it holds', () => {
    expect(judge(answer({ nextUpdate: now + hour }))).toEqual({ status: 'good', until: now + hour })
    expect(judge(answer())).toEqual({ status: 'good', until: null })
  })

  it('an answer about a client gives no status when a signed octet was changed', () => {
    const whole = answer({ status: { revokedAt: now - day } })
    const response = readOcspResponse(whole, limits.asn1)
    if (response.kind !== 'basic') throw new Error('refused')
    const start = whole.indexOf(response.tbs)
    for (let at = start; at < start + response.tbs.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(judge(changed).status).toBe('unknown')
    }
  })
})
