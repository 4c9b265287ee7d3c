import type { TimeKey } from '#model'
import type { Message } from './message-template.js'

/** Messages about time-stamps, time-marks and proofs of existence. */
export const timeMessages: Readonly<Record<TimeKey, Message>> = {
  'time-stamp-readable': {
    question: 'Can the time-stamps be read?',
    answer: 'A time-stamp of the signature cannot be read and proves nothing ({kind}, {problem}).',
  },
  'time-stamp-certificate-identified': {
    question: 'Is the certificate of the time-stamping unit available?',
    answer: 'The {kind} of {genTime} proves nothing: the certificate that it was made with is not available[: {listed}].',
  },
  'time-stamp-certificate-reference-present': {
    question: 'Does the time-stamp name its certificate?',
    answer: 'The {kind} of {genTime} does not state which certificate it was made with ({unit}).',
  },
  'time-stamp-certificate-reference-match': {
    question: 'Is the available certificate the one that the time-stamp names?',
    answer: 'The {kind} of {genTime} proves nothing: it names another certificate than the one it is verified with ({unit}).',
  },
  'time-stamp-made-in-time': {
    question: 'Was the time-stamp made before the validation time?',
    answer: 'The {kind} of {genTime} proves nothing: it is later than the validation time ({at}).',
  },
  'time-stamp-data-found': {
    question: 'Is everything available that the time-stamp covers?',
    answer: 'The {kind} of {genTime} proves nothing: what it covers is not complete, or not certain.',
  },
  'time-stamp-imprint-intact': {
    question: 'Does the time-stamp belong to this signature?',
    answer: 'The {kind} of {genTime} proves nothing: it was made for other data.',
  },
  'time-stamp-content-intact': {
    question: 'Is the content of the time-stamp unchanged?',
    answer: 'The {kind} of {genTime} proves nothing: its content has been changed.',
  },
  'time-stamp-signature-intact': {
    question: 'Does the signature of the time-stamp verify?',
    answer: 'The {kind} of {genTime} proves nothing: it does not verify with the certificate of the time-stamping unit ({unit}).',
  },
  'time-stamp-algorithm-acceptable': {
    question: 'Does the time-stamp use accepted algorithms?',
    answer:
      'The {kind} of {genTime} proves nothing: it uses an algorithm or key that is not accepted ({algorithm}[ with {digest}][, {reason}][, accepted until {until}]).',
  },
  'time-stamp-name-match': {
    question: 'Does the time-stamp name its unit correctly?',
    answer: 'The {kind} of {genTime} names another time-stamping unit ({stated}) than its certificate ({unit}).',
  },
  'time-stamps-valid': {
    question: 'Is every time-stamp of the signature valid?',
    answer: 'A time-stamp of the signature is not valid, and the policy requires every one to be[ ({kinds})].',
  },
  'time-stamp-order': {
    question: 'Are the time-stamps in order?',
    answer: 'The time-stamps contradict each other: the {first} of {firstTime} is later than the {second} of {secondTime}.',
  },
  'time-stamp-delay': {
    question: 'Was the signature time-stamped soon after it was made?',
    answer: 'The signature was time-stamped too long after the time that the signer claims ({claimed}, proven {bestSignatureTime}).',
  },
  'time-mark-algorithm-acceptable': {
    question: 'Is the time-mark made with an accepted digest algorithm?',
    answer: 'The time-mark is made with a digest algorithm that is not accepted ({algorithm}).',
  },
  'time-mark-responder-authorised': {
    question: 'May the responder make time-marks?',
    answer: 'The OCSP responder {responder} may not confirm the time of signing (response of {producedAt}).',
  },
  'revocation-data-in-signature': {
    question: 'Does the signature contain revocation data?',
    answer: 'The signature has a time-stamp, but {found}[ ({kind}, {problem})] (level {level}); {outlook}.',
  },
  'revocation-after-time-stamp': {
    question: 'Was the certificate confirmed after the time-stamp?',
    answer:
      'The OCSP response ({producedAt}) is older than the time-stamp ({timeStampedAt}), so it does not confirm the certificate at that time. The program that signs has to ask for the time-stamp first, and then for the response; a response from after the time-stamp can still be added, otherwise the document has to be signed again.',
  },
  'revocation-within-day': {
    question: 'Was the certificate confirmed within 24 hours of the time-stamp?',
    answer: 'The OCSP response ({producedAt}) was issued more than 24 hours after the time-stamp ({timeStampedAt}).',
  },
  'revocation-within-quarter': {
    question: 'Was the certificate confirmed within 15 minutes of the time-stamp?',
    answer: 'The OCSP response ({producedAt}) was issued more than 15 minutes after the time-stamp ({timeStampedAt}).',
  },
  'existence-proven': {
    question: 'Is it proven when the signature existed?',
    answer: 'Nothing in the signature proves when it was made, although its level ({level}) requires it.',
  },
  'past-validation': {
    question: 'Do proofs of existence show that the signature was made in time?',
    answer: 'Later time-stamps do not prove that the signature was made in time.',
  },
}
