import { moments, pki, variantOf } from '../../pki.js'
import type { Sample } from '../../samples/sample.js'
import { hash } from '../../signing.js'
import { timeStampToken } from '../../time-stamp.js'
import type { SignedPdfOptions } from '../signed-pdf.js'
import { fails, isIndeterminate, passes, pdfSample } from './pdf-sample.js'

const last = (value: Buffer): Buffer => Buffer.concat([value.subarray(0, -1), Buffer.from([(value.at(-1) ?? 0) ^ 1])])
const ber = 'RFC 5652, 5.4: signed attributes are signed in DER'

const cms = (id: string, what: string, why: string, options: SignedPdfOptions, expected: Parameters<typeof pdfSample>[4]): Sample =>
  pdfSample(`cms-${id}`, what, why, options, expected)

/** What is wrong about a message, one thing at a time. */
export const messageSamples: readonly Sample[] = [
  cms(
    'digest-other',
    'the digest of other octets',
    'RFC 5652, 5.6: the message digest is that of the content',
    { cms: { messageDigest: Buffer.alloc(32, 1) } },
    fails('LT', 'HASH_FAILURE', ['signed-data-intact']),
  ),
  cms(
    'value-other',
    'a signature value with one bit changed',
    'RFC 5652, 5.6',
    { cms: { tamperSignature: last } },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  cms(
    'unsorted-signed',
    'signed attributes that were signed in another order than that of DER',
    ber,
    { cms: { encoding: 'unsorted-signed' } },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  cms(
    'attached-content',
    'content in the message: the digest is that of the content',
    'EN 319 142-1, 6.3: detached; what is covered are the octets of the file',
    { cms: { content: Buffer.from('another document') } },
    fails('LT', 'FORMAT_FAILURE', ['cms-content-detached', 'signed-data-intact']),
  ),
  cms(
    'attached-copy',
    'content in the message beside the digest of the octets of the file',
    'EN 319 142-1, 6.3: detached',
    { cms: (covered) => ({ content: Buffer.from('another document'), messageDigest: hash('sha256', covered) }) },
    fails('LT', 'FORMAT_FAILURE', ['cms-content-detached']),
  ),
  cms(
    'two-signers',
    'two signers in one message',
    'EN 319 142-1, 6.3: one signer',
    { cms: { otherSigners: [pki.secondSigner] } },
    fails('LT', 'FORMAT_FAILURE', ['cms-signer-single', 'revocation-data-available']),
  ),
  cms(
    'content-type-other',
    'content-type of a time-stamp',
    'RFC 5652, 11.1 and EN 319 122-1, 5.1.1: id-data',
    { cms: { contentType: '1.2.840.113549.1.9.16.1.4' } },
    isIndeterminate('LT', 'SIG_CONSTRAINTS_FAILURE', ['cms-content-type']),
  ),
  cms(
    'bare',
    'no signed attributes: the value covers the octets themselves',
    'EN 319 122-1, 5.1 and 5.2.2: message digest and reference to the signing certificate are mandatory',
    { cms: { bare: true } },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-reference-present', 'cms-message-digest-present']),
  ),
  cms(
    'signing-certificate-absent',
    'no reference to the signing certificate',
    'EN 319 122-1, 5.2.2',
    { cms: { signingCertificate: 'none' } },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-reference-present']),
  ),
  cms(
    'signing-certificate-other',
    'a reference to another certificate',
    'EN 319 122-1, 5.2.2; certificate substitution',
    { cms: { referencedCertificate: pki.secondSigner.certificate } },
    isIndeterminate(
      'LT',
      'NO_SIGNING_CERTIFICATE_FOUND',
      ['signing-certificate-digest-match'],
      ['signing-certificate-issuer-serial-match'],
    ),
  ),
  cms(
    'certificate-substituted',
    'another certificate of the same key beside which none is bound',
    'certificate substitution: the signed attribute names the certificate',
    {
      cms: { certificates: [variantOf(pki.signer, { notAfter: '2031-01-01T00:00:00Z', serialNumber: 77n }).certificate] },
    },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-identified']),
  ),
  cms(
    'certificate-absent',
    'no certificate anywhere',
    'EN 319 102-1, 5.2.3',
    { cms: { certificates: [] } },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-identified']),
  ),
  cms(
    'policy-unknown',
    'a signature policy that nobody here knows',
    'EN 319 102-1, 5.2.4',
    { cms: { policy: { identifier: '1.3.6.1.4.1.99999.3.1' } } },
    isIndeterminate('LT', 'SIGNATURE_POLICY_NOT_AVAILABLE', ['signature-policy-known']),
  ),
  cms(
    'policy-implied',
    'an implied signature policy',
    'EN 319 102-1, 5.2.4',
    { cms: { policy: 'implied' } },
    passes('LT', 'signature-policy-explicit'),
  ),
  cms(
    'policy-b',
    'baseline B with a signature policy: EPES',
    'EN 319 142-1, 6',
    { level: 'B', cms: { policy: { identifier: '1.3.6.1.4.1.99999.3.1' } } },
    fails('B_EPES', 'FORMAT_FAILURE', ['signature-format-acceptable', 'signature-policy-known', 'revocation-data-available']),
  ),
  cms(
    'content-time-stamp-other',
    'a content time-stamp over other octets',
    'EN 319 122-1, 5.2.8',
    { cms: { contentTimeStamps: [timeStampToken({ data: Buffer.from('other'), genTime: moments.signing - 1000 })] } },
    passes('LT', 'time-stamp-imprint-intact'),
  ),
  cms(
    'time-stamp-copied',
    'a signature time-stamp of another signature',
    'EN 319 122-1, 5.3: it covers the value of the signature that holds it',
    { timeStamp: { data: Buffer.from('another signature') } },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-imprint-intact']),
  ),
  cms(
    'document-time-stamp-copied',
    'a document time-stamp of another file',
    'EN 319 142-1, 5.4.3',
    { level: 'LTA', documentTimeStamp: { token: { data: Buffer.from('another file') } } },
    passes('LTA', 'time-stamp-imprint-intact'),
  ),
]
