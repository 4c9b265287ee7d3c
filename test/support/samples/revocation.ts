import { signedContainer } from '../asice.js'
import { purposes } from '../certificate.js'
import { certificateRevocationList } from '../crl.js'
import { context, nullValue, octetString } from '../der.js'
import { type OcspOptions, ocspResponse } from '../ocsp.js'
import { at, hours, minutes, moments, pki, variantOf } from '../pki.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const withOcsp = (ocsp: Partial<OcspOptions>) => () => signedContainer({ ocsp })
const flip = (signature: Buffer): Buffer => {
  const copy = Buffer.from(signature)
  copy[10] = (copy[10] ?? 0) ^ 1
  return copy
}
const authorised = 'RFC 6960 4.2.2.2: the issuer, a responder that it delegated, or a listed one'
const noData = 'what cannot be used is as good as missing'

/** What the revocation data say, and who says it. */
export const revocationSamples: readonly Sample[] = [
  sample(
    'revoked-before',
    {
      what: 'Revoked a day before the time-stamp',
      why: 'revoked, best signature time not before it',
      document: withOcsp({ status: { revokedAt: moments.timeStamp - hours(24), reason: 1 } }),
      fixture: true,
    },
    isIndeterminate('LT', 'REVOKED_NO_POE', ['certificate-not-revoked']),
  ),
  sample(
    'revoked-at-the-time-stamp',
    {
      what: 'Revoked in the second of the time-stamp',
      why: 'EN 319 102-1 5.5: proof must be strictly before the revocation',
      document: withOcsp({ status: { revokedAt: moments.timeStamp } }),
    },
    isIndeterminate('LT', 'REVOKED_NO_POE', ['certificate-not-revoked']),
  ),
  sample(
    'time-mark-revoked',
    {
      what: 'The time-mark says revoked',
      why: 'revoked, best signature time not before it',
      document: () => signedContainer({ level: 'LT-TM', ocsp: { status: { revokedAt: moments.signing - hours(1) } } }),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'REVOKED_NO_POE', ['certificate-not-revoked']),
  ),
  sample(
    'on-hold',
    {
      what: 'Suspended an hour before the time-stamp',
      why: 'EN 319 102-1 5.2.6 step 4',
      document: withOcsp({ status: { revokedAt: moments.timeStamp - hours(1), reason: 6 } }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['certificate-not-on-hold']),
  ),
  sample(
    'status-unknown',
    {
      what: 'The responder does not know the certificate',
      why: 'OCSP says unknown',
      document: withOcsp({ status: 'unknown' }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-status-known']),
  ),
  sample(
    'confirmation-missing',
    {
      what: 'Level T: a time-stamp and no revocation data',
      why: 'level T',
      document: () => signedContainer({ level: 'T' }),
      fixture: true,
    },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature']),
  ),
  sample(
    'confirmation-of-another-certificate',
    {
      what: 'The response is about another person',
      why: 'the CertID decides what a response is about',
      document: withOcsp({ certificate: pki.secondSigner }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-data-available']),
  ),
  sample(
    'confirmation-of-another-issuer',
    {
      what: 'The response is about the serial number at another authority',
      why: 'the CertID decides what a response is about',
      document: withOcsp({ issuer: pki.secondAuthority.certificate }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-data-available']),
  ),
  sample(
    'confirmation-signature-wrong',
    { what: 'The signature on the response is broken', why: noData, document: withOcsp({ tamperSignature: flip }), fixture: true },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-signature-intact']),
  ),
  sample(
    'confirmation-not-successful',
    { what: 'The response says tryLater', why: noData, document: withOcsp({ responseStatus: 3 }) },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature'], ['revocation-data-readable']),
  ),
  sample(
    'confirmation-not-der',
    {
      what: 'What should be a response is text',
      why: noData,
      document: () => signedContainer({ revocationValues: () => ({ ocsp: [Buffer.from('good')] }) }),
    },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature'], ['revocation-data-readable']),
  ),
  sample(
    'confirmation-with-line-feed-behind',
    {
      what: 'A line feed follows the response',
      why: 'white space and zeros behind a value are ignored with a warning',
      document: () =>
        signedContainer({
          revocationValues: () => ({ ocsp: [Buffer.concat([ocspResponse({ certificate: pki.signer }), Buffer.from('\n')])] }),
        }),
    },
    passes('LT', 'encoding-without-blanks'),
  ),
  sample(
    'confirmation-with-trailing-bytes',
    {
      what: 'Bytes follow the response',
      why: 'DER: one value and nothing after it but white space and zeros',
      document: () =>
        signedContainer({
          revocationValues: () => ({ ocsp: [Buffer.concat([ocspResponse({ certificate: pki.signer }), Buffer.from([1])])] }),
        }),
    },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature'], ['revocation-data-readable']),
  ),
  sample(
    'confirmation-critical-extension',
    {
      what: 'The response has a critical extension that nobody knows',
      why: 'RFC 6960 4.4',
      document: withOcsp({ criticalExtension: true }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-extensions-understood']),
  ),
  sample(
    'responder-foreign',
    {
      what: 'A responder of somebody whom nobody trusts',
      why: authorised,
      document: withOcsp({ responder: pki.foreignResponder }),
      fixture: true,
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-chain-found']),
  ),
  sample(
    'responder-of-another-authority',
    {
      what: 'A responder delegated by another trusted authority',
      why: authorised,
      document: withOcsp({ responder: variantOf(pki.delegatedResponder, { issuer: pki.secondAuthority }) }),
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-authorised']),
  ),
  sample(
    'responder-without-purpose',
    {
      what: 'The responder has no extended key usage OCSPSigning',
      why: authorised,
      document: withOcsp({ responder: variantOf(pki.delegatedResponder, { extendedKeyUsage: null }) }),
      fixture: true,
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-authorised']),
  ),
  sample(
    'responder-is-the-signer',
    { what: 'The signer confirms the own certificate', why: authorised, document: withOcsp({ responder: pki.signer }) },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-authorised', 'revocation-issuer-not-revoked']),
  ),
  sample(
    'responder-is-the-signer-and-appointed',
    {
      what: 'The authority made the signer a responder that nobody need ask about, and the signer confirms the own certificate',
      why: 'what a certificate says of itself says nothing: the holder of a revoked one would go on saying that it is good',
      document: () => {
        const signer = variantOf(pki.signer, { extendedKeyUsage: { purposes: [purposes.ocspSigning] }, ocspNoCheck: true })
        return signedContainer({ signer, ocsp: { responder: signer } })
      },
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-authorised']),
  ),
  sample(
    'unit-confirms-itself',
    {
      what: 'The same of a time-stamping unit',
      why: 'what a certificate says of itself says nothing: the holder of a revoked one would go on saying that it is good',
      document: () => {
        const unit = variantOf(pki.unlistedTimeStampingUnit, {
          extendedKeyUsage: { purposes: [purposes.timeStamping, purposes.ocspSigning] },
          ocspNoCheck: true,
        })
        const about = ocspResponse({ certificate: unit, responder: unit })
        return signedContainer({
          timeStamp: { unit },
          revocationValues: () => ({ ocsp: [ocspResponse({ certificate: pki.signer }), about] }),
        })
      },
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'revocation-issuer-authorised']),
  ),
  sample(
    'responder-withdrawn',
    {
      what: 'The listed responder had lost its status',
      why: 'a responder at the moment of its response',
      document: withOcsp({ responder: pki.listedResponder }),
      trust: 'responder-withdrawn',
    },
    isIndeterminate('LT', 'NO_CERTIFICATE_CHAIN_FOUND', ['revocation-issuer-status']),
  ),
  sample(
    'responder-revoked',
    {
      what: 'The responder was revoked before it answered, as its authority says',
      why: 'RFC 6960 4.2.2.2.1: without ocsp-nocheck the status of the responder counts',
      document: () => {
        const responder = variantOf(pki.delegatedResponder, { ocspNoCheck: false })
        const status = { revokedAt: moments.ocsp - hours(24), reason: 1 }
        const about = ocspResponse({ certificate: responder, responder: pki.issuingAuthority, certificates: [], status })
        return signedContainer({ revocationValues: () => ({ ocsp: [ocspResponse({ certificate: pki.signer, responder }), about] }) })
      },
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-issuer-not-revoked']),
  ),
  sample(
    'confirmation-beside-an-unreadable-one',
    {
      what: 'A good response and one that cannot be read',
      why: 'what cannot be read is not needed; a warning',
      document: () =>
        signedContainer({ revocationValues: () => ({ ocsp: [ocspResponse({ certificate: pki.signer }), Buffer.from('good')] }) }),
    },
    passes('LT', 'revocation-data-readable'),
  ),
  sample(
    'confirmation-after-expiry',
    {
      what: 'The certificate expired between time-stamp and confirmation',
      why: 'a responder need not know about expired certificates (RFC 6960 4.4.4)',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { notAfter: '2026-03-10T10:00:30Z' }),
          ocsp: { producedAt: at('2026-03-10T10:01:00Z') },
        }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-covers-certificate']),
  ),
  sample(
    'confirmation-after-expiry-covered',
    {
      what: 'The certificate expired between time-stamp and confirmation, and the responder states that it still knows it',
      why: 'RFC 6960 4.4.4: archive cutoff',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { notAfter: '2026-03-10T10:00:30Z' }),
          ocsp: { producedAt: at('2026-03-10T10:01:00Z'), archiveCutOff: at('2025-03-10T10:01:00Z') },
        }),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'confirmation-after-expiry-revoked',
    {
      what: 'The certificate expired between time-stamp and confirmation, which states that it had been revoked before both',
      why: 'what is stated of an expired certificate counts',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { notAfter: '2026-03-10T10:00:30Z' }),
          ocsp: { producedAt: at('2026-03-10T10:01:00Z'), status: { revokedAt: at('2026-03-09T10:00:00Z') } },
        }),
    },
    isIndeterminate('LT', 'REVOKED_NO_POE', ['certificate-not-revoked']),
  ),
  sample(
    'confirmation-in-time-stamp-evidence',
    {
      what: 'The confirmation of the signer stands among the evidence about the time-stamp',
      why: 'EN 319 132-1 5.5.1: TimeStampValidationData is evidence like any other, but the level asks for RevocationValues',
      document: () =>
        signedContainer({ revocationValues: null, timeStampValidationData: { ocsp: [ocspResponse({ certificate: pki.signer })] } }),
    },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-in-signature']),
  ),
  sample(
    'responder-critical-extension',
    {
      what: 'The responder certificate has a critical extension that nobody knows',
      why: 'RFC 5280 4.2',
      document: withOcsp({
        responder: variantOf(pki.delegatedResponder, { further: [{ oid: '1.3.6.1.4.1.99999.7', critical: true, value: nullValue() }] }),
      }),
    },
    isIndeterminate('LT', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', ['revocation-issuer-certificate-acceptable']),
  ),
  sample(
    'responder-expired',
    {
      what: 'The responder certificate had expired at producedAt',
      why: 'judged at producedAt',
      document: withOcsp({ responder: variantOf(pki.delegatedResponder, { notAfter: '2026-03-01T00:00:00Z' }) }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-issuer-valid']),
  ),
  sample(
    'responder-id-wrong',
    {
      what: 'The responder id names somebody else',
      why: 'RFC 6960 4.2.2.3: the signer corresponds to the responder id',
      document: withOcsp({ responderId: context(2, octetString(Buffer.alloc(20, 4))) }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-issuer-identified']),
  ),
  sample(
    'responder-unknown',
    {
      what: 'The responder certificate is nowhere',
      why: 'RFC 6960 4.2.2.3: the signer must be known',
      document: () => signedContainer({ ocsp: { responder: pki.foreignResponder, certificates: [] } }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-issuer-identified']),
  ),
  sample(
    'confirmation-before-time-stamp',
    {
      what: 'Confirmation one minute before the time-stamp',
      why: 'OCSP produced before the time-stamp',
      document: withOcsp({ producedAt: moments.timeStamp - minutes(1) }),
      fixture: true,
    },
    isIndeterminate('LT', 'TIMESTAMP_ORDER_FAILURE', ['revocation-after-time-stamp']),
  ),
  sample(
    'confirmation-after-25-hours',
    {
      what: 'Confirmation 25 hours after the time-stamp',
      why: 'OCSP more than 24 hours after the time-stamp',
      document: withOcsp({ producedAt: moments.timeStamp + hours(25) }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-within-day']),
  ),
  sample(
    'revocation-list-only',
    {
      what: 'A revocation list instead of a confirmation about the signer',
      why: 'BDOC 2.1 6.2: the signer is confirmed by OCSP',
      document: () =>
        signedContainer({
          revocationValues: () => ({ crl: [certificateRevocationList({ issuer: pki.issuingAuthority, thisUpdate: moments.ocsp })] }),
        }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-source-ocsp']),
  ),
  sample(
    'signer-expired-without-confirmation',
    {
      what: 'The certificate had expired and nothing says whether it was revoked before',
      why: 'best signature time outside the validity, without good revocation data',
      document: () =>
        signedContainer({ signer: variantOf(pki.signer, { notAfter: '2026-03-01T00:00:00Z' }), ocsp: { tamperSignature: flip } }),
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NO_POE', ['certificate-valid', 'revocation-signature-intact', 'revocation-covers-certificate']),
  ),
  sample(
    'confirmation-before-certificate',
    {
      what: 'thisUpdate lies before the certificate was issued',
      why: 'such a response knows nothing about it',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { notBefore: '2026-03-10T09:00:00Z' }),
          ocsp: { thisUpdate: at('2026-03-10T08:59:59Z') },
        }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-issued-after-certificate']),
  ),
  sample(
    'confirmation-of-a-state-ahead',
    {
      what: 'thisUpdate lies after producedAt',
      why: 'RFC 6960 2.4: the state was known when the response was made; a contradiction confirms nothing',
      document: withOcsp({ thisUpdate: moments.ocsp + hours(1) }),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-times-in-order']),
  ),
  sample(
    'confirmation-weak-algorithm',
    {
      what: 'The response is signed with RSA and MD5',
      why: 'algorithm not acceptable; what MD5 confirms can be forged',
      document: withOcsp({ scheme: { kind: 'rsa', digest: 'md5' } }),
    },
    isIndeterminate('LT', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['revocation-algorithm-acceptable']),
  ),
  sample(
    'level-b',
    { what: 'Level B: no proof of time', why: 'level B', document: () => signedContainer({ level: 'B-BES' }), fixture: true },
    fails('B_BES', 'FORMAT_FAILURE', ['signature-format-acceptable', 'revocation-data-available']),
  ),
  sample(
    'level-b-with-policy',
    {
      what: 'Level B with a policy identifier',
      why: 'level B',
      document: () => signedContainer({ level: 'B-EPES' }),
      extension: 'bdoc',
    },
    fails('B_EPES', 'FORMAT_FAILURE', ['signature-format-acceptable', 'revocation-data-available']),
  ),
]
