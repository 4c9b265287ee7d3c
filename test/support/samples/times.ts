import { agreement, dataFile, signedContainer } from '../asice.js'
import { purposes } from '../certificate.js'
import { octetString } from '../der.js'
import { ocspResponse, timeMarkNonce } from '../ocsp.js'
import { hours, moments, pki, variantOf } from '../pki.js'
import type { SignatureOptions } from '../signature-options.js'
import { hash } from '../signing.js'
import { type TimeStampOptions, timeStampToken } from '../time-stamp.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const flip = (signature: Buffer): Buffer => {
  const copy = Buffer.from(signature)
  copy[10] = (copy[10] ?? 0) ^ 1
  return copy
}
const provesNothing = 'it proves nothing; where the rest would pass, as level B'

const brokenTimeStamp = (
  id: string,
  what: string,
  timeStamp: Partial<TimeStampOptions>,
  key: string,
  options: Partial<Sample> = {},
): Sample =>
  sample(
    `time-stamp-${id}`,
    { what, why: provesNothing, document: () => signedContainer({ timeStamp }), ...options },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', key]),
  )

/** A unit that no list names, so that its own certificate is judged; with a confirmation about it. */
const unlisted = (
  changes: Parameters<typeof variantOf>[1],
  status: Parameters<typeof ocspResponse>[0]['status'] = 'good',
): SignatureOptions => {
  const unit = variantOf(pki.unlistedTimeStampingUnit, changes)
  return { timeStamp: { unit }, timeStampValidationData: { ocsp: [ocspResponse({ certificate: unit, status })] } }
}
const unlistedUnit = (id: string, what: string, options: SignatureOptions, ...keys: readonly string[]): Sample =>
  sample(
    `time-stamp-${id}`,
    { what, why: provesNothing, document: () => signedContainer(options) },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', ...keys]),
  )

const onlyListed = { certificateValues: [pki.issuingAuthority.certificate] } as const
const withoutCertificate = (id: string, what: string, timeStamp: Partial<TimeStampOptions>): Sample =>
  sample(
    `time-stamp-unit-listed-${id}`,
    {
      what,
      why: 'RFC 3161 2.4.1: certReq false',
      document: () => signedContainer({ timeStamp: { certificates: [], ...timeStamp }, ...onlyListed }),
    },
    passes('LT'),
  )
const notListed = (id: string, what: string, timeStamp: Partial<TimeStampOptions>, key = 'time-stamp-certificate-identified'): Sample =>
  brokenTimeStamp(`unit-not-listed-${id}`, what, timeStamp, key, {
    document: () => signedContainer({ timeStamp: { certificates: [], ...timeStamp }, ...onlyListed }),
  })
const { subject, serialNumber } = pki.timeStampingUnit.certificate
/** Issuer, name and serial number of the listed unit, and another key. */
const namesake = variantOf(pki.timeStampingUnit, { subject, serialNumber, key: pki.foreignTimeStampingUnit.key })

/** Tokens whose certificate is nowhere in the document; the trust names that of the unit. */
const listedUnits: readonly Sample[] = [
  withoutCertificate('by-serial-number', 'The unit is named by issuer and serial number', {}),
  withoutCertificate('by-key-identifier', 'The unit is named by its key identifier', { keyIdentifier: true }),
  withoutCertificate('by-sha1', 'The token states the certificate with SHA-1', { signingCertificate: 'v1' }),
  withoutCertificate('ber', 'A token with indefinite lengths', { encoding: 'ber' }),
  notListed('unknown-key-identifier', 'A key identifier that no listed unit has', { keyIdentifier: Buffer.alloc(20, 1) }),
  {
    ...notListed('no-digest', 'The token does not state the digest of its certificate', { signingCertificate: 'none' }),
    expected: {
      signatures: [
        fails(
          'LT',
          'FORMAT_FAILURE',
          ['existence-proven', 'time-stamp-certificate-identified'],
          ['time-stamp-certificate-reference-present'],
        ),
      ],
      validationWarnings: [],
    },
  },
  notListed('empty-attribute', 'The signing-certificate attribute names no certificate', { signingCertificate: 'empty' }),
  notListed('other-digest', 'The token states the digest of another certificate', {
    referencedCertificate: pki.unlistedTimeStampingUnit.certificate,
  }),
  notListed('namesake', 'Another key, with a certificate of the same names and serial number', { unit: namesake }),
  notListed('other-serial-number', 'Another certificate of the same name and key', {
    unit: variantOf(pki.timeStampingUnit, { serialNumber: 77n }),
  }),
  notListed(
    'namesake-that-states-the-listed-one',
    'Another key, which states the digest of the listed certificate',
    { unit: namesake, referencedCertificate: pki.timeStampingUnit.certificate },
    'time-stamp-signature-intact',
  ),
  notListed('responder', 'Signed by a certificate that is listed, but not as a time-stamping unit', { unit: pki.listedResponder }),
]

const timeMark = (nonce: (value: Buffer) => Buffer | null) => () =>
  signedContainer({
    level: 'LT-TM',
    revocationValues: (value) => ({
      ocsp: [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder, nonce: nonce(value) })],
    }),
  })
const wrongNonce = (id: string, what: string, nonce: (value: Buffer) => Buffer | null, fixture = false): Sample =>
  sample(
    `time-mark-nonce-${id}`,
    { what, why: 'the nonce is the DigestInfo over the signature value', document: timeMark(nonce), extension: 'bdoc', fixture },
    fails('LT_TM', 'HASH_FAILURE', ['time-mark-nonce-match']),
  )

/** A unit revoked three weeks after it stamped: without an archive time-stamp from before, its stamp proves nothing any more. */
const revokedUnitLater = {
  timeStamp: { unit: pki.unlistedTimeStampingUnit },
  laterValidationData: {
    ocsp: [
      ocspResponse({
        certificate: pki.unlistedTimeStampingUnit,
        status: { revokedAt: moments.archive + hours(500), reason: 1 },
        producedAt: moments.archive + hours(600),
      }),
    ],
  },
} as const satisfies SignatureOptions

/** Time-stamps, time-marks, archive time-stamps. */
export const timeSamples: readonly Sample[] = [
  brokenTimeStamp(
    'of-other-bytes',
    'The time-stamp is about other bytes',
    { imprint: hash('sha256', Buffer.from('something else')) },
    'time-stamp-imprint-intact',
    { fixture: true },
  ),
  sample(
    'time-stamp-of-bare-value',
    {
      what: 'The imprint covers the decoded signature value instead of the element',
      why: provesNothing,
      document: () =>
        signedContainer({
          timeStamps: (data) => [timeStampToken({ data: Buffer.from(/>([^<]*)</.exec(data.toString())?.[1] ?? '', 'base64') })],
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-imprint-intact']),
  ),
  brokenTimeStamp('signature-wrong', 'The signature of the token is broken', { tamperSignature: flip }, 'time-stamp-signature-intact', {
    fixture: true,
  }),
  brokenTimeStamp(
    'message-digest-wrong',
    'The message digest is not that of the content',
    { messageDigest: Buffer.alloc(32) },
    'time-stamp-content-intact',
  ),
  brokenTimeStamp(
    'message-digest-md5',
    'A strong signature value covers the content by MD5 only',
    { messageDigestAlgorithm: 'md5' },
    'time-stamp-algorithm-acceptable',
  ),
  brokenTimeStamp('critical-extension', 'The token has a critical extension', { criticalExtension: true }, 'time-stamp-readable'),
  brokenTimeStamp('content-type-wrong', 'The token holds plain data', { contentType: '1.2.840.113549.1.7.1' }, 'time-stamp-readable'),
  brokenTimeStamp(
    'certificate-reference-wrong',
    'The signing-certificate attribute names another certificate',
    { referencedCertificate: pki.foreignTimeStampingUnit.certificate },
    'time-stamp-certificate-reference-match',
  ),
  sample(
    'time-stamp-unit-unknown',
    {
      what: 'The certificate of the unit is nowhere',
      why: provesNothing,
      document: () =>
        signedContainer({
          timeStamp: { unit: pki.foreignTimeStampingUnit, certificates: [] },
          certificateValues: [pki.issuingAuthority.certificate],
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-certificate-identified']),
  ),
  ...listedUnits,
  brokenTimeStamp('unit-foreign', 'Nobody trusts the unit', { unit: pki.foreignTimeStampingUnit }, 'certificate-chain-found', {
    fixture: true,
  }),
  brokenTimeStamp('weak-imprint', 'The imprint is MD5', { digest: 'md5' }, 'time-stamp-algorithm-acceptable'),
  sample(
    'time-stamp-unit-withdrawn',
    { what: 'The unit had lost its status', why: provesNothing, document: () => signedContainer(), trust: 'unit-withdrawn' },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'trust-service-status']),
  ),
  unlistedUnit(
    'unit-without-purpose',
    'The unit has no extended key usage timeStamping',
    unlisted({ extendedKeyUsage: null }),
    'time-stamping-unit-key-purpose',
  ),
  unlistedUnit(
    'unit-with-other-purpose',
    'The unit has the extended key usage OCSPSigning',
    unlisted({ extendedKeyUsage: { purposes: [purposes.ocspSigning], critical: true } }),
    'time-stamping-unit-key-purpose',
  ),
  unlistedUnit(
    'unit-expired',
    'The unit had expired at genTime',
    unlisted({ notAfter: '2026-03-01T00:00:00Z' }),
    'certificate-valid',
    'revocation-covers-certificate',
  ),
  unlistedUnit(
    'unit-revoked',
    'The unit was revoked before',
    unlisted({}, { revokedAt: moments.timeStamp - hours(1), reason: 1 }),
    'certificate-not-revoked',
  ),
  unlistedUnit(
    'unit-without-revocation-data',
    'Nothing says whether the unit was revoked',
    { timeStamp: { unit: pki.unlistedTimeStampingUnit } },
    'revocation-data-available',
  ),
  sample(
    'time-stamp-not-der',
    {
      what: 'What should be a token is text',
      why: provesNothing,
      document: () => signedContainer({ timeStamps: () => [Buffer.from('2026-03-10')] }),
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-readable']),
  ),
  sample(
    'time-stamp-broken-beside-a-good-one',
    {
      what: 'Two signature time-stamps, the earlier one broken',
      why: 'a stamp that does not verify proves nothing; the other one does',
      document: () =>
        signedContainer({
          timeStamps: (data) => [
            timeStampToken({ data, genTime: moments.timeStamp - hours(1), tamperSignature: flip }),
            timeStampToken({ data }),
          ],
        }),
    },
    passes('LT', 'time-stamp-signature-intact'),
  ),
  sample(
    'time-stamp-without-certificate-reference',
    {
      what: 'The token has no signing-certificate attribute',
      why: 'RFC 5816 asks for it; a warning',
      document: () => signedContainer({ timeStamp: { signingCertificate: 'none' } }),
    },
    passes('LT', 'time-stamp-certificate-reference-present'),
  ),

  wrongNonce('of-another-signature', 'The nonce is the digest of another signature value', () => timeMarkNonceOf('another'), true),
  wrongNonce('missing', 'The response has no nonce', () => null, true),
  wrongNonce('random', 'The nonce is 20 random bytes', () => octetString(hash('sha1', Buffer.from('random')))),
  wrongNonce('bare-digest', 'The nonce is the bare digest, without DigestInfo', (value) => octetString(hash('sha256', value))),
  wrongNonce('hash-inside-other-bytes', 'The right DigestInfo with bytes after it', (value) =>
    Buffer.concat([timeMarkNonceOf(value), Buffer.from([0])]),
  ),
  sample(
    'time-mark-nonce-md5',
    {
      what: 'The nonce is the DigestInfo over MD5',
      why: 'algorithm not acceptable; another value with the same digest can be made',
      document: timeMark((value) => timeMarkNonce(value, 'md5')),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE', ['time-mark-algorithm-acceptable']),
  ),
  sample(
    'time-mark-responder-not-listed',
    {
      what: 'A delegated responder confirms a time-mark',
      why: 'being issued by a trusted authority is not enough',
      document: () => signedContainer({ level: 'LT-TM', ocsp: { responder: pki.delegatedResponder } }),
      extension: 'bdoc',
      fixture: true,
    },
    isIndeterminate('LT_TM', 'NO_CERTIFICATE_CHAIN_FOUND', ['time-mark-responder-authorised']),
  ),
  sample(
    'time-mark-without-policy',
    {
      what: 'A confirmation with the right nonce and no policy identifier',
      why: 'the policy identifier makes it a time-mark; without it there is no proof of time',
      document: () => signedContainer({ level: 'LT-TM', policy: null }),
      extension: 'bdoc',
    },
    fails('B_BES', 'FORMAT_FAILURE', ['signature-format-acceptable']),
  ),
  sample(
    'time-stamp-name-of-another-unit',
    {
      what: 'TSTInfo names another time-stamping unit',
      why: 'RFC 3161 2.4.2; a warning',
      document: () => signedContainer({ timeStamp: { tsaName: pki.foreignTimeStampingUnit.certificate.subject } }),
    },
    passes('LT', 'time-stamp-name-match'),
  ),
  sample(
    'lta-data-file-missing',
    {
      what: 'LTA, and a data file is gone: the archive time-stamp covers what nobody has',
      why: 'a referenced file is missing',
      document: () => signedContainer({ level: 'LTA' }, { files: [agreement], signedFiles: [agreement, dataFile('lisa.txt', 'pump')] }),
    },
    isIndeterminate('LTA', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found', 'time-stamp-data-found']),
  ),
  sample(
    'lta-archive-time-stamp-of-other-bytes',
    {
      what: 'The archive time-stamp is about other bytes',
      why: 'EN 319 102-1 5.6.3: what passes without archival data passes; the broken stamp proves nothing and is named',
      document: () => signedContainer({ level: 'LTA', archive: [{ imprint: hash('sha256', Buffer.from('something else')) }] }),
      fixture: true,
    },
    passes('LTA', 'time-stamp-imprint-intact'),
  ),
  sample(
    'lta-archive-time-stamp-before-signature-time-stamp',
    {
      what: 'The archive time-stamp is older than the signature time-stamp that it covers',
      why: 'EN 319 102-1 5.5 step 5: times contradict their order',
      document: () => signedContainer({ level: 'LTA', archive: [{ genTime: moments.timeStamp - hours(1) }] }),
    },
    isIndeterminate('LTA', 'TIMESTAMP_ORDER_FAILURE', ['time-stamp-order']),
  ),
  sample(
    'lt-unit-revoked-later',
    {
      what: 'The time-stamping unit was revoked three weeks later',
      why: 'EN 319 102-1 5.5: nothing proves that the stamp existed before the revocation',
      document: () => signedContainer({ ...revokedUnitLater, level: 'LT' }),
    },
    fails('LT', 'FORMAT_FAILURE', ['existence-proven', 'certificate-not-revoked']),
  ),
  sample(
    'lta-unit-revoked-later',
    {
      what: 'The same, but an archive time-stamp of a trusted unit was there before the revocation',
      why: 'EN 319 102-1 5.6.2: past validation of the time-stamp',
      document: () => signedContainer({ ...revokedUnitLater, level: 'LTA' }),
      fixture: true,
    },
    passes('LTA'),
  ),
]

function timeMarkNonceOf(value: string | Buffer): Buffer {
  const digest = hash('sha256', Buffer.from(value))
  return Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest])
}
