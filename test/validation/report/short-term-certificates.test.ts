import { describe, expect, it } from 'vitest'
import { validate } from '../../conformance/validate-sample.js'
import { issueCertificate } from '../../support/certificate.js'
import { testKey } from '../../support/keys.js'
import { signedPdf } from '../../support/pdf/signed-pdf.js'
import { pki } from '../../support/pki.js'

const validation = { documentType: 'PDF', policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

/** The errors about a signature of level T whose certificate has one extension more, which says NULL. */
function errorsWith(oid: string | null) {
  const signer = issueCertificate({
    subject: [['CN', 'Short Term']],
    key: testKey('signer-p256'),
    issuer: pki.issuingAuthority,
    notBefore: '2025-01-01T00:00:00Z',
    notAfter: '2030-01-01T00:00:00Z',
    keyUsage: ['nonRepudiation'],
    ...(oid === null ? {} : { further: [{ oid, value: Buffer.from([5, 0]) }] }),
  })
  const answer = validate(signedPdf({ level: 'T', signer }), 'trust/standard.json', validation)
  if (answer.kind === 'refused') throw new Error(answer.code)
  return answer.report.signatures.flatMap(({ errors }) =>
    errors.map(({ key, content }) => [key, /short term|noRevAvail|can be added(?=, and)/.exec(content)?.[0]]),
  )
}

describe('a certificate about which no revocation data are issued', () => {
  it.each([
    ['validity assured, short term (EN 319 412-1)', '0.4.0.194121.2.1', 'short term'],
    ['noRevAvail (RFC 9608)', '2.5.29.56', 'noRevAvail'],
  ])('a report promises no revocation data that can never come: %s', (_, oid, outlook) => {
    expect(errorsWith(oid)).toEqual([
      ['revocation-data-available', outlook],
      ['revocation-data-in-signature', outlook],
    ])
  })

  it('a report says that missing revocation data can be added where the certificate promises nothing else', () => {
    expect(errorsWith(null)).toEqual([
      ['revocation-data-available', undefined],
      ['revocation-data-in-signature', 'can be added'],
    ])
  })
})
