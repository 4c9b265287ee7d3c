import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { signedContainer } from '../support/asice.js'
import { ocspResponse } from '../support/ocsp.js'
import { pki } from '../support/pki.js'
import type { SignatureOptions } from '../support/signature-options.js'
import { timeStampToken } from '../support/time-stamp.js'
import { derPlace } from './tampering.js'

const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

function passes(signature: SignatureOptions): boolean {
  const answer = validate(signedContainer(signature), 'trust/standard.json', request)
  return answer.kind === 'report' && answer.report.signatures[0]?.indication === 'TOTAL-PASSED'
}

/** The value at a place of DER with another tag: nobody signed the tag, so only strictness notices. */
function retagged(der: Buffer, place: string): Buffer {
  const at = der.findIndex((_, offset) => derPlace(der, offset) === `${place} header`)
  const copy = Buffer.from(der)
  copy[at] = (copy[at] ?? 0) ^ 0x02
  return copy
}

describe('values outside what is signed keep their types (DER is DER)', () => {
  it.each([
    ['OCSPResponse', '0'],
    ['responseBytes', '0.1.0'],
    ['BasicOCSPResponse', '0.1.0.1'],
    ['signature', '0.1.0.1.0.2'],
    ['certificates', '0.1.0.1.0.3.0'],
    ['a certificate', '0.1.0.1.0.3.0.0'],
  ])('values of a response outside what is signed keep their types (DER is DER): %s', (_, place) => {
    expect(passes({ revocationValues: () => ({ ocsp: [retagged(ocspResponse({ certificate: pki.signer }), place)] }) })).toBe(false)
  })

  it.each([
    ['ContentInfo', '0'],
    ['SignedData', '0.1.0'],
    ['SignerInfo', '0.1.0.4.0'],
    ['signature', '0.1.0.4.0.5'],
  ])('values of a time-stamp token outside what is signed keep their types (DER is DER): %s', (_, place) => {
    expect(passes({ timeStamps: (data) => [retagged(timeStampToken({ data }), place)] })).toBe(false)
  })
})
