import { failedWith, indeterminateWith } from '../outcome.js'
import { fails, informs, warns } from './entry.js'

const TST = 'EN 319 102-1 5.4'
const LTV = 'EN 319 102-1 5.5'
const LTA = 'EN 319 102-1 5.6'

/** Checks of time-stamps, time-marks and proofs of existence. */
export const timeChecks = Object.freeze({
  // Time-stamps
  'time-stamp-readable': fails(`${TST}, RFC 3161 2.4.2`, failedWith('FORMAT_FAILURE')),
  'time-stamp-certificate-identified': fails(`${TST}, RFC 3161 2.4.1`, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'time-stamp-certificate-reference-present': warns(`${TST}, RFC 5816 2.2.1`, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'time-stamp-certificate-reference-match': fails(`${TST}, RFC 5816 2.2.1`, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'time-stamp-made-in-time': fails(`${TST}, RFC 3161 2.4.2`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
  'time-stamp-data-found': fails(TST, indeterminateWith('SIGNED_DATA_NOT_FOUND')),
  'time-stamp-imprint-intact': fails(TST, failedWith('HASH_FAILURE')),
  'time-stamp-content-intact': fails(`${TST}, RFC 5652 5.4`, failedWith('HASH_FAILURE')),
  'time-stamp-signature-intact': fails(TST, failedWith('SIG_CRYPTO_FAILURE')),
  'time-stamp-algorithm-acceptable': fails(`${TST}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    removable: true,
  }),
  'time-stamp-name-match': warns(`${TST}, RFC 3161 2.4.2`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
  /** Only under a policy that requires every time-stamp to be valid. */
  'time-stamps-valid': fails(TST, failedWith('FORMAT_FAILURE')),
  'time-stamp-order': fails(`${LTV}, step 5`, indeterminateWith('TIMESTAMP_ORDER_FAILURE')),
  'time-stamp-delay': fails(`${LTV}, step 6`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
  // Time and long-term data
  'time-mark-algorithm-acceptable': fails('BDOC 2.1 6.1, TS 119 312', indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    explainsMissingTime: true,
  }),
  'time-mark-responder-authorised': fails('BDOC 2.1 6.1', indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), { explainsMissingTime: true }),
  'revocation-data-in-signature': fails(`${LTV}, EN 319 132-1 6.3`, indeterminateWith('TRY_LATER')),
  'revocation-after-time-stamp': fails(`${LTV}, BDOC 2.1 6.2`, indeterminateWith('TIMESTAMP_ORDER_FAILURE')),
  'revocation-within-day': fails(`${LTV}, BDOC 2.1 6.2`, indeterminateWith('TRY_LATER')),
  'revocation-within-quarter': warns(`${LTV}, BDOC 2.1 6.2`, indeterminateWith('TRY_LATER')),
  'existence-proven': fails(LTV, failedWith('FORMAT_FAILURE')),
  'past-validation': informs(`${LTA}, 5.6.2.4`, indeterminateWith('NO_POE')),
})
