import { signedContainer } from '../asice.js'
import { certificateRevocationList } from '../crl.js'
import { octetString } from '../der.js'
import { ocspResponse, timeMarkNonce } from '../ocsp.js'
import { hours, minutes, moments, pki } from '../pki.js'
import { digestInfo, hash } from '../signing.js'
import { timeStampToken } from '../time-stamp.js'
import { passes, type Sample, sample } from './sample.js'

/** Sound signatures whose responses, time-stamps and certificates differ from the usual ones, or narrowly suffice. */
export const soundEvidenceSamples: readonly Sample[] = [
  sample(
    'lt-listed-responder',
    {
      what: 'Confirmation by a listed responder, with the random nonce of another writer',
      why: 'the nonce means nothing beside a time-stamp',
      document: () => signedContainer({ ocsp: { responder: pki.listedResponder, nonce: octetString(Buffer.from('14604')) } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-authority-as-responder',
    {
      what: 'Confirmation by the issuing authority itself',
      why: 'RFC 6960 4.2.2.2: the authority may answer',
      document: () => signedContainer({ ocsp: { responder: pki.issuingAuthority, certificates: [] } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-responder-by-key',
    {
      what: 'Responder named by its key, CertID over SHA-256',
      why: 'RFC 6960 4.2.1',
      document: () => signedContainer({ ocsp: { responderId: 'key', certIdDigest: 'sha256' } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-response-certificate-elsewhere',
    {
      what: 'The responder certificate stands in CertificateValues only',
      why: 'EN 319 132-1 5.4.1',
      document: () =>
        signedContainer({
          ocsp: { certificates: [] },
          certificateValues: [pki.issuingAuthority.certificate, pki.timeStampingUnit.certificate, pki.delegatedResponder.certificate],
        }),
    },
    passes('LT'),
  ),
  sample(
    'lt-confirmation-after-20-minutes',
    {
      what: 'Confirmation 20 minutes after the time-stamp',
      why: 'a warning',
      document: () => signedContainer({ ocsp: { producedAt: moments.timeStamp + minutes(20) } }),
      fixture: true,
    },
    passes('LT', 'revocation-within-quarter'),
  ),
  sample(
    'lt-confirmation-in-the-same-second',
    {
      what: 'Time-stamp with milliseconds, confirmation in the same second',
      why: 'BDOC 2.1 6.2: compared at a precision of one second',
      document: () => signedContainer({ timeStamp: { genTime: moments.timeStamp + 975 }, ocsp: { producedAt: moments.timeStamp } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-revoked-later',
    {
      what: 'Revoked an hour after the time-stamp, as the confirmation two hours after it says',
      why: 'EN 319 102-1 5.5: existence is proven before the revocation',
      document: () =>
        signedContainer({
          ocsp: { status: { revokedAt: moments.timeStamp + hours(1), reason: 1 }, producedAt: moments.timeStamp + hours(2) },
        }),
      fixture: true,
    },
    passes('LT', 'revocation-within-quarter'),
  ),
  sample(
    'lt-expired-since',
    {
      what: 'The signer and the helpers have expired when the document is judged',
      why: 'later expiry never fails an LT signature',
      document: () => signedContainer(),
      validationTime: '2038-01-01T00:00:00Z',
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'lt-authority-withdrawn-since',
    {
      what: 'All trust services were withdrawn after the signature',
      why: 'the status at issuance and at the moment of the token',
      document: () => signedContainer({ ocsp: { responder: pki.listedResponder } }),
      trust: 'authority-withdrawn-after',
    },
    passes('LT'),
  ),
  sample(
    'lt-time-stamp-ber',
    {
      what: 'Time-stamp token with indefinite lengths',
      why: 'RFC 5652 allows BER; streaming encoders write it',
      document: () => signedContainer({ timeStamp: { encoding: 'ber' } }),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'lt-time-stamp-ess-v1',
    {
      what: 'Time-stamp with ESSCertID over SHA-1, and the name of its unit',
      why: 'RFC 3161 2.4.2, RFC 2634',
      document: () => signedContainer({ timeStamp: { signingCertificate: 'v1', tsaName: true } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-time-stamp-certificate-elsewhere',
    {
      what: 'The certificate of the time-stamping unit stands in CertificateValues only',
      why: 'RFC 3161: certReq false',
      document: () => signedContainer({ timeStamp: { certificates: [] } }),
    },
    passes('LT'),
  ),
  sample(
    'lt-time-stamp-sha512',
    { what: 'Imprint with SHA-512', why: 'RFC 3161 2.4.2', document: () => signedContainer({ timeStamp: { digest: 'sha512' } }) },
    passes('LT'),
  ),
  sample(
    'lt-unlisted-unit',
    {
      what: 'Time-stamping unit that is in no list but was issued by a trusted authority, with its confirmation',
      why: 'EN 319 102-1 5.4: the chain of the unit is judged like any other',
      document: () =>
        signedContainer({
          timeStamp: { unit: pki.unlistedTimeStampingUnit },
          timeStampValidationData: { ocsp: [ocspResponse({ certificate: pki.unlistedTimeStampingUnit })] },
        }),
    },
    passes('LT'),
  ),
  sample(
    'lt-two-time-stamps',
    {
      what: 'Two signature time-stamps; the earlier one decides',
      why: 'EN 319 102-1 5.5.4: best signature time is the earliest proof',
      document: () =>
        signedContainer({
          timeStamps: (data) => [moments.timeStamp + 3_000, moments.timeStamp].map((genTime) => timeStampToken({ data, genTime })),
          ocsp: { producedAt: moments.timeStamp + 4_000 },
        }),
    },
    passes('LT'),
  ),
  sample(
    'lt-root-trusted',
    {
      what: 'Only the root is trusted; the path has a link more, with a revocation list of the root about the authority',
      why: 'EN 319 102-1 5.2.6: every authority below the anchor is judged',
      document: () =>
        signedContainer({
          revocationValues: () => ({
            ocsp: [ocspResponse({ certificate: pki.signer })],
            crl: [certificateRevocationList({ issuer: pki.root })],
          }),
        }),
      trust: 'root',
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'lt-two-confirmations',
    {
      what: 'Two confirmations about the signer, the second one minute later',
      why: 'several may be present',
      document: () =>
        signedContainer({
          revocationValues: () => ({
            ocsp: [0, minutes(1)].map((later) => ocspResponse({ certificate: pki.signer, producedAt: moments.ocsp + later })),
          }),
        }),
    },
    passes('LT'),
  ),
  sample(
    'lt-tm-nonce-in-octet-string',
    {
      what: 'Time-mark nonce wrapped in an OCTET STRING',
      why: 'BDOC 2.1 6.1: one layer may enclose the DigestInfo',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          revocationValues: (value) => ({
            ocsp: [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder, nonce: octetString(timeMarkNonce(value)) })],
          }),
        }),
      extension: 'bdoc',
    },
    passes('LT_TM'),
  ),
  sample(
    'lt-tm-nonce-without-null',
    {
      what: 'Time-mark nonce whose digest algorithm has no parameters',
      why: 'RFC 8017 A.2.4: NULL and absent mean the same; newer versions of digidoc4j leave it out',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          revocationValues: (value) => ({
            ocsp: [
              ocspResponse({
                certificate: pki.signer,
                responder: pki.listedResponder,
                nonce: digestInfo('sha256', hash('sha256', value), null),
              }),
            ],
          }),
        }),
      extension: 'bdoc',
    },
    passes('LT_TM'),
  ),
  sample(
    'lt-tm-nonce-sha1',
    {
      what: 'Time-mark nonce over SHA-1',
      why: 'BDOC 2.1 6.1: a weak digest, as for references',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          revocationValues: (value) => ({
            ocsp: [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder, nonce: timeMarkNonce(value, 'sha1') })],
          }),
        }),
      extension: 'bdoc',
    },
    passes('LT_TM', 'digest-strong'),
  ),
  sample(
    'lt-further-certificate-in-key-info',
    {
      what: 'The chain stands in ds:KeyInfo, the signer last',
      why: 'SigningCertificate designates the certificate, not the order',
      document: () => signedContainer({ keyInfo: [pki.root.certificate, pki.issuingAuthority.certificate, pki.signer.certificate] }),
    },
    passes('LT'),
  ),
]
