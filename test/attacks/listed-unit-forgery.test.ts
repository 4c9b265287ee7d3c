import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { signedContainer } from '../support/asice.js'
import { keyHash } from '../support/certificate.js'
import { pki, variantOf } from '../support/pki.js'
import type { TimeStampOptions } from '../support/time-stamp.js'

const unit = pki.timeStampingUnit
const { subject, serialNumber, publicKeyInfo } = unit.certificate

/** Another key under everything that a signer identifier can name: the same subject, issuer and serial number, and the same key identifier. */
const impostor = variantOf(pki.foreignTimeStampingUnit, {
  subject,
  issuer: pki.root,
  serialNumber,
  subjectKeyIdentifier: keyHash(publicKeyInfo),
})

/** The verdict on a signature whose only time-stamp has no certificate, and the reason. */
function judged(timeStamp: Partial<TimeStampOptions>) {
  const document = signedContainer({ timeStamp: { certificates: [], ...timeStamp }, certificateValues: [] })
  const answer = validate(document, 'trust/standard.json', { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' })
  if (answer.kind === 'refused') throw new Error(answer.code)
  const [signature] = answer.report.signatures
  return { indication: signature?.indication, errors: signature?.errors.map(({ key }) => key) }
}

describe('a time-stamp without its certificate', () => {
  it.each<readonly [string, Partial<TimeStampOptions>]>([
    ['issuer and serial number', {}],
    ['its key identifier', { keyIdentifier: true }],
    ['issuer and serial number, with the older attribute', { signingCertificate: 'v1' }],
  ])('a time-stamp without its certificate passes when a listed unit made it that is named by %s', (_, timeStamp) => {
    expect(judged(timeStamp)).toEqual({ indication: 'TOTAL-PASSED', errors: [] })
  })

  it.each<readonly [string, Partial<TimeStampOptions>, string]>([
    ['another key under the name and serial number of a listed unit', { unit: impostor }, 'time-stamp-certificate-identified'],
    [
      'that states the digest of the certificate of the listed unit',
      { unit: impostor, referencedCertificate: unit.certificate },
      'time-stamp-signature-intact',
    ],
    [
      'another key under the key identifier of a listed unit',
      { unit: impostor, keyIdentifier: keyHash(publicKeyInfo) },
      'time-stamp-certificate-identified',
    ],
    [
      'the key identifier of a listed unit and the digest of its certificate',
      { unit: impostor, keyIdentifier: keyHash(publicKeyInfo), referencedCertificate: unit.certificate },
      'time-stamp-signature-intact',
    ],
    ['a unit that is not listed', { unit: pki.unlistedTimeStampingUnit }, 'time-stamp-certificate-identified'],
    ['an authority that is listed, but no unit', { unit: pki.issuingAuthority }, 'time-stamp-certificate-identified'],
    ['the listed unit, which states no digest of its certificate', { signingCertificate: 'none' }, 'time-stamp-certificate-identified'],
    ['the listed unit, which names nothing', { signingCertificate: 'empty' }, 'time-stamp-certificate-identified'],
    ['an empty key identifier', { keyIdentifier: Buffer.alloc(0) }, 'time-stamp-certificate-identified'],
    ['a key identifier of 10,000 octets', { keyIdentifier: Buffer.alloc(10_000, 1) }, 'time-stamp-certificate-identified'],
  ])('a time-stamp without its certificate proves nothing when it was made by %s', (_, timeStamp, key) => {
    const { indication, errors } = judged(timeStamp)
    expect(indication).toBe('TOTAL-FAILED')
    expect(errors).toContain(key)
  })
})
