import { ocspResponse } from '../../ocsp.js'
import { moments, pki } from '../../pki.js'
import type { Sample } from '../../samples/sample.js'
import { hash } from '../../signing.js'
import { timeStampToken } from '../../time-stamp.js'
import { plainDraft } from '../plain-document.js'
import { addDocumentTimeStamp, addValidationData, signPdf } from '../signed-pdf.js'
import { fails, isIndeterminate, passes, pdfSample } from './pdf-sample.js'

const policy = 'EN 319 142-1, 6'

const levels: readonly Sample[] = [
  pdfSample(
    'level-b',
    'PAdES baseline B',
    policy,
    { level: 'B' },
    fails('B_BES', 'FORMAT_FAILURE', ['signature-format-acceptable', 'revocation-data-available']),
  ),
  pdfSample(
    'level-t',
    'PAdES baseline T',
    policy,
    { level: 'T' },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature']),
  ),
  pdfSample('level-lt', 'PAdES baseline LT', policy, {}, passes('LT')),
  pdfSample('level-lta', 'PAdES baseline LTA', policy, { level: 'LTA' }, passes('LTA')),
  pdfSample(
    'level-lt-by-document-time-stamp',
    'a document time-stamp before the validation data instead of a signature time-stamp',
    policy,
    () => {
      const draft = plainDraft()
      signPdf(draft, { level: 'B' })
      addDocumentTimeStamp(draft, { token: { genTime: moments.timeStamp } })
      addValidationData(draft)
      return draft.bytes
    },
    passes('LT'),
  ),
  pdfSample(
    'level-lt-by-document-time-stamp-unit-listed',
    'the document time-stamp that proves the time names its unit by the key identifier, and the trust names the certificate',
    'RFC 3161, 2.4.1',
    () => {
      const draft = plainDraft()
      signPdf(draft, { level: 'B' })
      addDocumentTimeStamp(draft, { token: { genTime: moments.timeStamp, certificates: [], keyIdentifier: true } })
      addValidationData(draft)
      return draft.bytes
    },
    passes('LT'),
  ),
  pdfSample(
    'level-lt-by-document-time-stamp-not-understood',
    'the document time-stamp that proves the time has an unknown critical extension',
    'RFC 3161, 2.4.2',
    () => {
      const draft = plainDraft()
      signPdf(draft, { level: 'B' })
      addDocumentTimeStamp(draft, { token: { genTime: moments.timeStamp, criticalExtension: true } })
      addValidationData(draft)
      return draft.bytes
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-readable']),
  ),
  pdfSample(
    'level-lt-cross-reference-streams',
    'every revision with a cross-reference stream',
    'ISO 32000-1, 7.5.8',
    {
      draft: () => plainDraft({ stream: true, packed: [5, 6] }),
      field: { revision: { stream: true } },
      store: { revision: { stream: true } },
    },
    passes('LT'),
  ),
  pdfSample(
    'two-signatures',
    'two signatures, both with validation data',
    'each covers what was there; the second adds a field',
    () => {
      const draft = plainDraft()
      signPdf(draft)
      signPdf(draft, { signer: pki.secondSigner })
      addValidationData(draft)
      addValidationData(draft, { signer: pki.secondSigner })
      return draft.bytes
    },
    [passes('LT'), passes('LT')],
  ),
]

const accepted = (id: string, what: string, document: Parameters<typeof pdfSample>[3], ...warnings: string[]): Sample =>
  pdfSample(`cms-${id}`, what, 'EN 319 122-1, ISO 32000-1 12.8.3: accepted', document, passes('LT', ...warnings))

const messages: readonly Sample[] = [
  accepted('rsa', 'RSA with PKCS #1', { signer: pki.rsaSigner }),
  accepted('rsa-pss', 'RSASSA-PSS', { signer: pki.rsaSigner, cms: { scheme: { kind: 'rsa-pss', digest: 'sha256' } } }),
  accepted('ecdsa-p384', 'ECDSA on P-384', {
    signer: pki.signerWithKey('signer-p384'),
    cms: { scheme: { kind: 'ecdsa', digest: 'sha384' } },
  }),
  accepted('signing-certificate-v1', 'signing-certificate of RFC 2634, which is SHA-1', { cms: { signingCertificate: 'v1' } }),
  accepted('key-identifier', 'a signer who is named by a key identifier', { cms: { keyIdentifier: true } }),
  accepted('ber', 'indefinite lengths', { cms: { encoding: 'ber' } }),
  accepted('unsorted', 'signed attributes that are written in another order than that of DER', { cms: { encoding: 'unsorted' } }),
  accepted('sha1', 'SHA-1 throughout', { signer: pki.rsaSigner, cms: { scheme: { kind: 'rsa', digest: 'sha1' } } }, 'digest-strong'),
  ...(['sha3-256', 'sha3-384', 'sha3-512'] as const).flatMap((digest) => [
    accepted(`rsa-${digest}`, `RSA with ${digest} throughout`, {
      signer: pki.rsaSigner,
      cms: { scheme: { kind: 'rsa', digest } },
      timeStamp: { digest, scheme: { kind: 'rsa', digest } },
    }),
    accepted(`pss-${digest}`, `RSASSA-PSS with ${digest}`, { signer: pki.rsaSigner, cms: { scheme: { kind: 'rsa-pss', digest } } }),
    accepted(`ecdsa-${digest}`, `ECDSA with ${digest}`, { cms: { scheme: { kind: 'ecdsa', digest } } }),
  ]),
  accepted(
    'ripemd160',
    'RIPEMD-160 throughout',
    { signer: pki.rsaSigner, cms: { scheme: { kind: 'rsa', digest: 'ripemd160' } } },
    'digest-strong',
  ),
  accepted('content-time-stamp', 'a content time-stamp over the octets', {
    cms: (covered) => ({ contentTimeStamps: [timeStampToken({ data: covered, genTime: moments.signing - 1000 })] }),
  }),
  accepted(
    'pkcs7-sha1',
    'SubFilter adbe.pkcs7.sha1: the message holds the SHA-1 of the octets and signs it',
    { field: { subFilter: '/adbe.pkcs7.sha1' }, cms: (covered) => ({ content: hash('sha1', covered) }) },
    'digest-strong',
    'pdf-signature-pades',
  ),
  accepted('archived-answer', 'an answer of the responder among the signed attributes, nothing else', {
    cms: { archivedOcsp: [ocspResponse({ certificate: pki.signer, producedAt: moments.signing })] },
  }),
  accepted('pkcs7-detached', 'SubFilter adbe.pkcs7.detached', { field: { subFilter: '/adbe.pkcs7.detached' } }, 'pdf-signature-pades'),
  accepted(
    'signing-time',
    'a signing-time attribute beside M, which is ignored',
    { cms: { signingTime: moments.signing - 1000 } },
    'pdf-signature-pades',
  ),
  accepted(
    'signing-certificate-both',
    'both signing-certificate attributes',
    { cms: { signingCertificate: 'both' } },
    'pdf-signature-pades',
  ),
  accepted(
    'signer-in-store',
    'the certificate of the signer only in the DSS dictionary',
    {
      cms: { certificates: [] },
      store: { certificates: [pki.signer, pki.issuingAuthority, pki.delegatedResponder].map(({ certificate }) => certificate.der) },
    },
    'pdf-signature-pades',
  ),
  accepted('time-stamp-unit-listed', 'a time-stamp without the certificate of its unit, which the trust names', {
    timeStamp: { certificates: [] },
  }),
  accepted('time-stamp-ber', 'a time-stamp with indefinite lengths', { timeStamp: { encoding: 'ber' } }),
]

export const soundPdfSamples: readonly Sample[] = [...levels, ...messages]
