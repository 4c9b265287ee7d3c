import { signedContainer } from '../asice.js'
import { pki, variantOf } from '../pki.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const notFound = 'signing certificate not identified, or its reference does not match'
/** The same key and name in a certificate with other policies: what an attacker would like to be judged by. */
const twin = variantOf(pki.signer, { serialNumber: 4711n, policies: ['0.4.0.194112.1.3'] })

/** Which certificate is the signer's. */
export const signingCertificateSamples: readonly Sample[] = [
  sample(
    'certificate-substituted',
    {
      what: 'Another certificate for the same key stands in KeyInfo',
      why: notFound,
      document: () => signedContainer({ signingCertificate: { certificate: pki.signer.certificate }, signer: twin }),
      fixture: true,
    },
    isIndeterminate(
      'LT',
      'NO_SIGNING_CERTIFICATE_FOUND',
      ['signing-certificate-digest-match'],
      ['signing-certificate-issuer-serial-match'],
    ),
  ),
  sample(
    'certificate-digest-wrong',
    {
      what: 'The digest of the signing certificate is wrong',
      why: notFound,
      document: () => signedContainer({ signingCertificate: { digestValue: Buffer.alloc(32) } }),
    },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-digest-match']),
  ),
  sample(
    'certificate-digest-empty',
    {
      what: 'The digest of the signing certificate is empty',
      why: notFound,
      document: () => signedContainer({ signingCertificate: { digestValue: Buffer.alloc(0) } }),
    },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-digest-present']),
  ),
  sample(
    'certificate-reference-missing',
    { what: 'No SigningCertificate', why: notFound, document: () => signedContainer({ signingCertificate: null }), fixture: true },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-reference-present']),
  ),
  sample(
    'certificate-missing',
    { what: 'No certificate in KeyInfo and none of the signer elsewhere', why: notFound, document: () => signedContainer({ keyInfo: [] }) },
    isIndeterminate('LT', 'NO_SIGNING_CERTIFICATE_FOUND', ['signing-certificate-identified']),
  ),
  sample(
    'certificate-issuer-differs',
    {
      what: 'X509IssuerName names another issuer',
      why: 'the policy makes it a warning',
      document: () => signedContainer({ signingCertificate: { issuerName: 'CN=Somebody Else,C=EE' } }),
      fixture: true,
    },
    passes('LT', 'signing-certificate-issuer-serial-match'),
  ),
  sample(
    'certificate-serial-differs',
    {
      what: 'X509SerialNumber is that of another certificate',
      why: 'the policy makes it a warning',
      document: () => signedContainer({ signingCertificate: { serialNumber: 5n } }),
    },
    passes('LT', 'signing-certificate-issuer-serial-match'),
  ),
  sample(
    'certificate-v2-serial-differs',
    {
      what: 'IssuerSerialV2 has another serial number',
      why: 'the policy makes it a warning',
      document: () => signedContainer({ signingCertificate: { version: 'v2', withIssuer: true, serialNumber: 5n } }),
    },
    passes('LT', 'signing-certificate-issuer-serial-match'),
  ),
  sample(
    'certificate-referenced-twice',
    {
      what: 'SigningCertificate holds the same Cert twice',
      why: 'BDOC 2.1 5.1 asks for exactly one; a warning',
      document: () => signedContainer({ signingCertificate: { times: 2 } }),
    },
    passes('LT', 'signing-certificate-reference-unique'),
  ),
  sample(
    'key-usage-without-non-repudiation',
    {
      what: 'An authentication certificate signed',
      why: 'key usage without nonRepudiation',
      document: () => signedContainer({ signer: variantOf(pki.signer, { keyUsage: ['digitalSignature', 'keyEncipherment'] }) }),
      fixture: true,
    },
    isIndeterminate('LT', 'CHAIN_CONSTRAINTS_FAILURE', ['signing-certificate-key-usage']),
  ),
  sample(
    'key-usage-missing',
    {
      what: 'The certificate of the signer says nothing about key usage',
      why: 'key usage without nonRepudiation',
      document: () => signedContainer({ signer: variantOf(pki.signer, { keyUsage: null }) }),
    },
    isIndeterminate('LT', 'CHAIN_CONSTRAINTS_FAILURE', ['signing-certificate-key-usage']),
  ),
  sample(
    'signed-with-another-key',
    {
      what: 'The value was made with another key than that of the certificate',
      why: 'signature value',
      document: () => signedContainer({ signer: { ...pki.signer, key: pki.secondSigner.key } }),
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'signing-time-missing',
    {
      what: 'No SigningTime',
      why: 'mandatory signed property missing',
      document: () => signedContainer({ signingTime: null }),
    },
    isIndeterminate('LT', 'SIG_CONSTRAINTS_FAILURE', ['signing-time-present']),
  ),
  sample(
    'signing-time-unreadable',
    {
      what: 'SigningTime in the form of another language',
      why: 'mandatory signed property not accepted',
      document: () => signedContainer({ edit: (xml) => xml.replace('2026-03-10T10:00:00Z', '10.03.2026 10:00') }),
    },
    isIndeterminate('LT', 'SIG_CONSTRAINTS_FAILURE', ['signing-time-present']),
  ),
]
