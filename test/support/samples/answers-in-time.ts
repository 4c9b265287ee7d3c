import { signedContainer } from '../asice.js'
import { certificateRevocationList } from '../crl.js'
import { type OcspOptions, ocspResponse, timeMarkNonce } from '../ocsp.js'
import { at, hours, minutes, moments, pki, variantOf } from '../pki.js'
import type { SignatureLevel, SignatureOptions } from '../signature-options.js'
import { timeStampToken } from '../time-stamp.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const day = hours(24)
const second = 1_000
const { timeStamp, ocsp: confirmed, validation } = moments
const hold = (since: number) => ({ revokedAt: since, reason: 6 })
const suspendedBefore = hold(timeStamp - hours(1))

/** Answers about the signer, each with its changes. */
const answers = (...changes: readonly Partial<OcspOptions>[]): Pick<SignatureOptions, 'revocationValues'> => ({
  revocationValues: () => ({ ocsp: changes.map((change) => ocspResponse({ certificate: pki.signer, ...change })) }),
})
/** The first is a time-mark, the others are answers of the same responder without its nonce. */
const marked = (...changes: readonly Partial<OcspOptions>[]): SignatureOptions => ({
  level: 'LT-TM',
  revocationValues: (value) => ({
    ocsp: changes.map((change, index) =>
      ocspResponse({
        certificate: pki.signer,
        responder: pki.listedResponder,
        nonce: index === 0 ? timeMarkNonce(value) : null,
        ...change,
      }),
    ),
  }),
})
const bdoc = { extension: 'bdoc' } as const

const heldOn = isIndeterminate('LT', 'TRY_LATER', ['certificate-not-on-hold'])
const suspensions: readonly Sample[] = [
  sample(
    'hold-lifted-a-day-later',
    {
      what: 'Suspended when it was confirmed, released by an answer 24 hours after the time-stamp',
      why: 'a suspension is lifted by an answer that comes in time',
      document: () => signedContainer(answers({ status: suspendedBefore }, { producedAt: timeStamp + day })),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'hold-lifted-too-late',
    {
      what: 'Suspended when it was confirmed, released by an answer 24 hours and a second after the time-stamp',
      why: 'a later answer can only make the verdict worse',
      document: () => signedContainer(answers({ status: suspendedBefore }, { producedAt: timeStamp + day + second })),
      fixture: true,
    },
    heldOn,
  ),
  sample(
    'hold-lifted-too-late-lta',
    {
      what: 'The same on level LTA, the late answer covered by the archive time-stamp',
      why: 'a later answer can only make the verdict worse',
      document: () =>
        signedContainer({
          ...answers({ status: suspendedBefore }, { producedAt: timeStamp + day + second }),
          level: 'LTA',
          archive: [{ genTime: timeStamp + day + hours(1) }],
        }),
    },
    isIndeterminate('LTA', 'TRY_LATER', ['certificate-not-on-hold']),
  ),
  sample(
    'hold-lifted-by-an-old-state',
    {
      what: 'Suspended when it was confirmed; a later answer in time describes a state from before the suspension was noticed',
      why: 'what a responder takes out of a cache knows nothing about a release',
      document: () =>
        signedContainer(answers({ status: suspendedBefore }, { producedAt: confirmed + minutes(5), thisUpdate: confirmed - minutes(5) })),
    },
    heldOn,
  ),
  sample(
    'hold-before-the-time-stamp-lifted',
    {
      what: 'An answer before the time-stamp says suspended, one after it says good',
      why: 'a suspension is lifted by an answer that comes in time',
      document: () => signedContainer(answers({ status: suspendedBefore, producedAt: timeStamp - minutes(1) }, {})),
    },
    passes('LT'),
  ),
  sample(
    'hold-stated-later-from-before',
    {
      what: 'Confirmed in time; an answer of the next week says suspended since before the time-stamp',
      why: 'a later answer can make the verdict worse',
      document: () => signedContainer(answers({}, { producedAt: timeStamp + 7 * day, status: suspendedBefore })),
    },
    heldOn,
  ),
  sample(
    'hold-stated-later-from-after',
    {
      what: 'Confirmed in time; an answer of the next week says suspended since a second after the time-stamp',
      why: 'the signature existed before the suspension',
      document: () => signedContainer(answers({}, { producedAt: timeStamp + 7 * day, status: hold(timeStamp + second) })),
    },
    passes('LT'),
  ),
  sample(
    'revocation-stated-later-from-before',
    {
      what: 'Confirmed in time; an answer of the next week says revoked since before the time-stamp',
      why: 'a later answer can make the verdict worse',
      document: () =>
        signedContainer(answers({}, { producedAt: timeStamp + 7 * day, status: { revokedAt: timeStamp - hours(1), reason: 1 } })),
    },
    isIndeterminate('LT', 'REVOKED_NO_POE', ['certificate-not-revoked']),
  ),
  sample(
    'confirmed-after-24-hours',
    {
      what: 'Confirmation exactly 24 hours after the time-stamp',
      why: 'more than 24 hours is an error',
      document: () => signedContainer({ ocsp: { producedAt: timeStamp + day } }),
    },
    passes('LT', 'revocation-within-quarter'),
  ),
  sample(
    'confirmed-before-and-too-late',
    {
      what: 'One confirmation a minute before the time-stamp, another one 24 hours and a second after it',
      why: 'two answers that each come at a wrong time do not make one that comes in time',
      document: () => signedContainer(answers({ producedAt: timeStamp - minutes(1) }, { producedAt: timeStamp + day + second })),
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-within-day']),
  ),
  sample(
    'time-mark-hold-lifted-by-another-answer',
    {
      what: 'The time-mark says suspended, an answer a minute later says good',
      why: 'the time-mark decides itself',
      document: () => signedContainer(marked({ status: hold(confirmed - hours(1)) }, { producedAt: confirmed + minutes(1) })),
      ...bdoc,
      fixture: true,
    },
    isIndeterminate('LT_TM', 'TRY_LATER', ['certificate-not-on-hold']),
  ),
  sample(
    'time-mark-lifts-an-earlier-hold',
    {
      what: 'An answer a minute before the time-mark says suspended, the time-mark says good',
      why: 'the time-mark decides itself',
      document: () => signedContainer(marked({}, { status: hold(confirmed - hours(1)), producedAt: confirmed - minutes(1) })),
      ...bdoc,
    },
    passes('LT_TM'),
  ),
  sample(
    'time-mark-hold-stated-by-another-answer',
    {
      what: 'The time-mark says good, a later answer says suspended since before it',
      why: 'a later answer can make the verdict worse',
      document: () => signedContainer(marked({}, { status: hold(confirmed - hours(1)), producedAt: confirmed + minutes(1) })),
      ...bdoc,
    },
    isIndeterminate('LT_TM', 'TRY_LATER', ['certificate-not-on-hold']),
  ),
]

/** Ten minutes: clocks that differ, and what lies ahead. */
const ahead = minutes(10)
const notProven = (level: 'LT' | 'LTA') => fails(level, 'FORMAT_FAILURE', ['existence-proven', 'time-stamp-made-in-time'])
const futureTimes: readonly Sample[] = [
  sample(
    'made-ten-minutes-ahead',
    {
      what: 'Time-stamp and confirmation ten minutes after the moment of validation',
      why: 'clocks may differ by as much',
      document: () => signedContainer({ timeStamp: { genTime: validation + ahead }, ocsp: { producedAt: validation + ahead } }),
    },
    passes('LT'),
  ),
  sample(
    'time-stamp-ahead',
    {
      what: 'A time-stamp a second more than ten minutes after the moment of validation',
      why: 'it proves nothing at that moment, like one that does not verify',
      document: () => signedContainer({ timeStamp: { genTime: validation + ahead + second }, ocsp: { producedAt: validation } }),
      fixture: true,
    },
    notProven('LT'),
  ),
  sample(
    'time-stamp-ahead-beside-a-good-one',
    {
      what: 'Two signature time-stamps, one of them from the next month',
      why: 'it proves nothing; the other one does',
      document: () =>
        signedContainer({
          timeStamps: (data) => [timeStampToken({ data, genTime: validation + 30 * day }), timeStampToken({ data })],
        }),
    },
    passes('LT', 'time-stamp-made-in-time'),
  ),
  sample(
    'archive-time-stamp-ahead',
    {
      what: 'LTA whose archive time-stamp lies ahead of the moment of validation',
      why: 'it proves nothing; what passes without it passes',
      document: () => signedContainer({ level: 'LTA', archive: [{ genTime: validation + day }] }),
    },
    passes('LTA', 'time-stamp-made-in-time'),
  ),
  sample(
    'confirmation-ahead',
    {
      what: 'Time-stamped at the moment of validation, confirmed a second more than ten minutes after it',
      why: 'such an answer is not accepted',
      document: () => signedContainer({ timeStamp: { genTime: validation }, ocsp: { producedAt: validation + ahead + second } }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-made-in-time']),
  ),
  sample(
    'time-mark-ten-minutes-ahead',
    {
      what: 'A time-mark ten minutes after the moment of validation',
      why: 'clocks may differ by as much',
      document: () => signedContainer(marked({ producedAt: validation + ahead })),
      ...bdoc,
    },
    passes('LT_TM'),
  ),
  sample(
    'time-mark-ahead',
    {
      what: 'A time-mark a second more than ten minutes after the moment of validation',
      why: 'it proves nothing at that moment',
      document: () => signedContainer(marked({ producedAt: validation + ahead + second })),
      ...bdoc,
    },
    isIndeterminate('LT_TM', 'TRY_LATER', ['revocation-made-in-time', 'existence-proven']),
  ),
]

const unlistedUnit = { timeStamp: { unit: pki.unlistedTimeStampingUnit } } as const
/** The list about the authority below a trusted root, and the answer about a unit that is not listed. */
const listAboutAuthority = (changes: { thisUpdate?: number; nextUpdate?: number }) => () =>
  signedContainer({
    revocationValues: () => ({
      ocsp: [ocspResponse({ certificate: pki.signer })],
      crl: [certificateRevocationList({ issuer: pki.root, ...changes })],
    }),
  })
const answerAboutUnit = (changes: Partial<OcspOptions>) => () =>
  signedContainer({
    ...unlistedUnit,
    timeStampValidationData: { ocsp: [ocspResponse({ certificate: pki.unlistedTimeStampingUnit, ...changes })] },
  })
const answerAboutResponder = (changes: Partial<OcspOptions>) => () => {
  const responder = variantOf(pki.delegatedResponder, { ocspNoCheck: false })
  const about = ocspResponse({ certificate: responder, responder: pki.issuingAuthority, certificates: [], ...changes })
  return signedContainer({ revocationValues: () => ({ ocsp: [ocspResponse({ certificate: pki.signer, responder }), about] }) })
}
const supporting = 'supporting-revocation-data-current'
const recent = 'revocation-data-recent'
const runOut: readonly Sample[] = [
  sample(
    'confirmation-in-force-until-the-time-stamp',
    {
      what: 'nextUpdate of the confirmation is the moment of the time-stamp',
      why: 'in force at the moment for which it is asked',
      document: () => signedContainer({ ocsp: { thisUpdate: timeStamp - hours(1), nextUpdate: timeStamp } }),
    },
    passes('LT'),
  ),
  sample(
    'confirmation-run-out',
    {
      what: 'nextUpdate of the confirmation lies a second before the time-stamp',
      why: 'it had run out at the moment for which it is asked',
      document: () => signedContainer({ ocsp: { thisUpdate: timeStamp - hours(1), nextUpdate: timeStamp - second } }),
      fixture: true,
    },
    isIndeterminate('LT', 'TRY_LATER', ['revocation-data-current']),
  ),
  sample(
    'confirmation-run-out-beside-one-in-force',
    {
      what: 'One confirmation had run out, another one in time is in force',
      why: 'the one that helps counts',
      document: () =>
        signedContainer(
          answers({ thisUpdate: timeStamp - hours(1), nextUpdate: timeStamp - second }, { producedAt: confirmed + minutes(1) }),
        ),
    },
    passes('LT'),
  ),
  sample(
    'confirmation-run-out-lifts-nothing',
    {
      what: 'Suspended; a later answer that says good had run out before the time-stamp',
      why: 'it is not accepted for the signer',
      document: () =>
        signedContainer(
          answers(
            { status: suspendedBefore, thisUpdate: timeStamp - hours(1) },
            { producedAt: confirmed + minutes(1), thisUpdate: timeStamp - minutes(1), nextUpdate: timeStamp - second },
          ),
        ),
    },
    heldOn,
  ),
  sample(
    'time-mark-run-out',
    {
      what: 'nextUpdate of the time-mark lies a second before it was produced',
      why: 'it had run out at the moment for which it is asked',
      document: () => signedContainer(marked({ thisUpdate: confirmed - hours(1), nextUpdate: confirmed - second })),
      ...bdoc,
    },
    isIndeterminate('LT_TM', 'TRY_LATER', ['revocation-data-current']),
  ),
  sample(
    'confirmation-of-a-state-24-hours-old',
    {
      what: 'thisUpdate of the confirmation lies 24 hours before the time-stamp',
      why: 'more than that is a warning',
      document: () => signedContainer({ ocsp: { thisUpdate: timeStamp - day } }),
    },
    passes('LT'),
  ),
  sample(
    'confirmation-of-an-old-state',
    {
      what: 'thisUpdate of the confirmation lies 24 hours and a second before the time-stamp',
      why: 'a warning; the reference does not look at it',
      document: () => signedContainer({ ocsp: { thisUpdate: timeStamp - day - second } }),
      fixture: true,
    },
    passes('LT', recent),
  ),
  sample(
    'authority-list-run-out',
    {
      what: 'The revocation list about the authority had run out before the time-stamp',
      why: 'a warning; the reference does not look at it',
      document: listAboutAuthority({ nextUpdate: timeStamp - second }),
      trust: 'root',
      fixture: true,
    },
    passes('LT', supporting),
  ),
  sample(
    'authority-list-old',
    {
      what: 'The revocation list about the authority is in force and two days old',
      why: 'a warning; the reference does not look at it',
      document: listAboutAuthority({ thisUpdate: timeStamp - 2 * day, nextUpdate: timeStamp + day }),
      trust: 'root',
    },
    passes('LT', recent),
  ),
  sample(
    'unit-answer-run-out',
    {
      what: 'The answer about the time-stamping unit had run out before it stamped',
      why: 'a warning; the reference does not look at it',
      document: answerAboutUnit({ thisUpdate: timeStamp - hours(1), producedAt: timeStamp - hours(1), nextUpdate: timeStamp - second }),
    },
    passes('LT', supporting),
  ),
  sample(
    'responder-answer-run-out',
    {
      what: 'The answer about the responder had run out before the responder answered',
      why: 'a warning; the reference does not look at it',
      document: answerAboutResponder({
        thisUpdate: confirmed - hours(1),
        producedAt: confirmed - hours(1),
        nextUpdate: confirmed - second,
      }),
    },
    passes('LT', supporting),
  ),
  sample(
    'responder-answer-old',
    {
      what: 'The answer about the responder is two days older than what the responder answered',
      why: 'a warning; the reference does not look at it',
      document: answerAboutResponder({ producedAt: confirmed - 2 * day, nextUpdate: confirmed }),
    },
    passes('LT', recent),
  ),
]

const promised =
  (level: SignatureLevel, changes: SignatureOptions = {}) =>
  () =>
    signedContainer({ level, policy: {}, ...changes })
const notAvailable = 'SIGNATURE_POLICY_NOT_AVAILABLE'
const promises = 'the identifier promises a time-mark, and the signature has none'
const promisedTimeMarks: readonly Sample[] = [
  sample(
    'policy-of-time-marks-with-time-stamp',
    { what: 'LT with the policy identifier of BDOC 2.1', why: promises, document: promised('LT'), fixture: true },
    isIndeterminate('LT', notAvailable, ['signature-policy-time-mark']),
  ),
  sample(
    'policy-of-time-marks-with-time-stamp-t',
    { what: 'The same without revocation data', why: promises, document: promised('T') },
    isIndeterminate('T', notAvailable, ['signature-policy-time-mark', 'revocation-data-available', 'revocation-data-in-signature']),
  ),
  sample(
    'policy-of-time-marks-extended',
    { what: 'The same, extended to LTA', why: promises, document: promised('LTA') },
    isIndeterminate('LTA', notAvailable, ['signature-policy-time-mark']),
  ),
  sample(
    'policy-of-time-marks-with-mark-and-stamp',
    {
      what: 'A time-mark to which somebody added a time-stamp',
      why: promises,
      document: promised('LT', {
        revocationValues: (value) => ({
          ocsp: [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder, nonce: timeMarkNonce(value) })],
        }),
      }),
      ...bdoc,
    },
    isIndeterminate('LT', notAvailable, ['signature-policy-time-mark']),
  ),
  sample(
    'policy-of-time-marks-with-unreadable-time-stamp',
    {
      what: 'The policy identifier of BDOC 2.1 with a time-stamp that cannot be read',
      why: promises,
      document: promised('LT', { timeStamps: () => [Buffer.from('2026-03-10')] }),
    },
    isIndeterminate('LT', notAvailable, ['signature-policy-time-mark', 'existence-proven', 'time-stamp-readable']),
  ),
  sample(
    'policy-of-time-marks-212-with-time-stamp',
    {
      what: 'Time-stamp and the policy identifier of BDOC 2.1.2',
      why: promises,
      document: promised('LT', {
        policy: { identifier: 'urn:oid:1.3.6.1.4.1.10015.1000.3.2.3', spUri: 'http://id.ee/public/bdoc-spec212-eng.pdf' },
      }),
    },
    isIndeterminate('LT', notAvailable, ['signature-policy-time-mark']),
  ),
]

const respondersOfTimeMarks: readonly Sample[] = [
  sample(
    'time-mark-responder-not-in-signature',
    {
      what: 'The certificate of the responder of a time-mark stands in the trust list only',
      why: 'BDOC 2.1: it stands in the response or in CertificateValues',
      document: () => signedContainer({ level: 'LT-TM', ocsp: { certificates: [] } }),
      ...bdoc,
      fixture: true,
    },
    isIndeterminate('LT_TM', 'NO_CERTIFICATE_CHAIN_FOUND', ['time-mark-responder-authorised']),
  ),
  sample(
    'time-mark-responder-in-key-info',
    {
      what: 'The certificate of the responder of a time-mark stands in KeyInfo only',
      why: 'BDOC 2.1: it stands in the response or in CertificateValues',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          ocsp: { certificates: [] },
          keyInfo: [pki.signer.certificate, pki.listedResponder.certificate],
        }),
      ...bdoc,
    },
    isIndeterminate('LT_TM', 'NO_CERTIFICATE_CHAIN_FOUND', ['time-mark-responder-authorised']),
  ),
  sample(
    'lt-tm-responder-in-certificate-values',
    {
      what: 'The response of a time-mark carries no certificate; CertificateValues hold it',
      why: 'responses of 2011 to 2015 carry none',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          ocsp: { certificates: [] },
          certificateValues: [pki.issuingAuthority.certificate, pki.listedResponder.certificate],
        }),
      ...bdoc,
    },
    passes('LT_TM'),
  ),
  sample(
    'lt-responder-known-from-the-list',
    {
      what: 'The certificate of the responder of an ordinary confirmation stands in the trust list only',
      why: 'beside a time-stamp it may',
      document: () => signedContainer({ ocsp: { responder: pki.listedResponder, certificates: [] } }),
    },
    passes('LT'),
  ),
]

/** When answers and time-stamps were made, and what they can be used for. */
export const answersInTimeSamples: readonly Sample[] = [
  ...suspensions,
  ...futureTimes,
  ...runOut,
  ...promisedTimeMarks,
  ...respondersOfTimeMarks,
  sample(
    'signer-valid-in-future-only',
    {
      what: 'The certificate begins two minutes after the moment of validation, time-stamp and confirmation five minutes after it',
      why: 'EN 319 102-1 5.5.4 step 2: the best signature time is never later than validation time',
      document: () =>
        signedContainer({
          signer: variantOf(pki.signer, { notBefore: '2026-06-01T12:02:00Z' }),
          timeStamp: { genTime: at('2026-06-01T12:05:00Z') },
          ocsp: { producedAt: at('2026-06-01T12:05:01Z') },
        }),
    },
    isIndeterminate('LT', 'OUT_OF_BOUNDS_NOT_REVOKED', ['certificate-valid']),
  ),
]
