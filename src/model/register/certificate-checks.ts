import { failedWith, indeterminateWith } from '../outcome.js'
import { fails, informs, warns } from './entry.js'

const RFC = 'EN 319 102-1 5.2.5'
const XCV = 'EN 319 102-1 5.2.6'

/** Checks of certificates, their paths and their revocation data. */
export const certificateChecks = Object.freeze({
  // X.509 certificate validation
  'certificate-chain-found': fails(`${XCV}, step 1`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), {
    responderKey: 'revocation-issuer-chain-found',
  }),
  'certificate-signature-intact': fails(`${XCV}, step 1`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), {
    responderKey: 'revocation-issuer-chain-found',
  }),
  'certificate-paths-complete': warns(`${XCV}, step 1`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')),
  'trust-service-type': fails(`${XCV}, TS 119 612 5.5.1`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), {
    responderKey: 'revocation-issuer-authorised',
  }),
  'trust-service-status': fails(`${XCV}, TS 119 612 5.5.4`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), {
    responderKey: 'revocation-issuer-status',
  }),
  'certificate-issuer-name': fails(`${XCV}, RFC 5280 6.1.3`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'authority-basic-constraints': fails(`${XCV}, RFC 5280 6.1.4 (k)`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'authority-path-length': fails(`${XCV}, RFC 5280 6.1.4 (l)`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'authority-key-usage': fails(`${XCV}, RFC 5280 6.1.4 (n)`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'certificate-name-constraints': fails(`${XCV}, RFC 5280 4.2.1.10`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'certificate-critical-extensions': fails(`${XCV}, RFC 5280 6.1.5 (f)`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'signing-certificate-key-usage': fails(`${XCV}, RFC 5280 4.2.1.3`, indeterminateWith('CHAIN_CONSTRAINTS_FAILURE')),
  'time-stamping-unit-key-purpose': fails(`${XCV}, RFC 3161 2.3`, indeterminateWith('CHAIN_CONSTRAINTS_FAILURE')),
  'certificate-not-revoked': fails(`${XCV}, step 4`, indeterminateWith('REVOKED_NO_POE'), {
    afterContentTimeStamp: failedWith('REVOKED'),
    removable: true,
  }),
  'certificate-not-on-hold': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER'), { removable: true }),
  'authority-not-revoked': fails(`${XCV}, step 4`, indeterminateWith('REVOKED_CA_NO_POE'), { removable: true }),
  'certificate-algorithm-acceptable': fails(`${XCV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    removable: true,
  }),
  'authority-valid': fails(`${XCV}, step 2`, indeterminateWith('OUT_OF_BOUNDS_NO_POE'), { removable: true, aboutValidity: true }),
  'certificate-valid': fails(`${XCV}, step 2`, indeterminateWith('OUT_OF_BOUNDS_NO_POE'), {
    afterContentTimeStamp: failedWith('EXPIRED'),
    removable: true,
    aboutValidity: true,
  }),
  // Revocation data
  'revocation-data-available': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER')),
  'authority-revocation-data-available': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER')),
  'revocation-source-ocsp': fails('BDOC 2.1 6', indeterminateWith('TRY_LATER')),
  'revocation-status-known': fails(`${XCV}, RFC 6960 2.2`, indeterminateWith('TRY_LATER'), { timeMarkProvesAnyway: true }),
  'revocation-extensions-understood': fails(`${XCV}, RFC 5280 5.2`, indeterminateWith('TRY_LATER')),
  'revocation-issuer-identified': fails(`${XCV}, RFC 6960 4.2.2.2`, indeterminateWith('TRY_LATER')),
  'revocation-signature-intact': fails(`${XCV}, RFC 6960 3.2`, indeterminateWith('TRY_LATER')),
  'revocation-issuer-chain-found': fails(`${XCV}, step 4`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')),
  'revocation-issuer-authorised': fails(`${XCV}, RFC 6960 4.2.2.2`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')),
  'revocation-issuer-status': fails(`${XCV}, TS 119 612 5.5.4`, indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')),
  'revocation-issuer-certificate-acceptable': fails(`${XCV}, RFC 5280 6.1`, indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE')),
  'revocation-issuer-valid': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER')),
  'revocation-issuer-not-revoked': fails(`${XCV}, RFC 6960 4.2.2.2.1`, indeterminateWith('TRY_LATER')),
  'revocation-algorithm-acceptable': fails(`${XCV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  'revocation-issued-after-certificate': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER'), { timeMarkProvesAnyway: true }),
  'revocation-times-in-order': fails(`${XCV}, RFC 6960 2.4`, indeterminateWith('TRY_LATER')),
  'revocation-made-in-time': fails(`${XCV}, step 4`, indeterminateWith('TRY_LATER')),
  'revocation-covers-certificate': fails(`${XCV}, RFC 5280 3.3, RFC 6960 4.4.4`, indeterminateWith('TRY_LATER'), {
    timeMarkProvesAnyway: true,
  }),
  // OCSP responses of the Estonian responders never have nextUpdate, so a warning would be on every document.
  'revocation-next-update-present': informs(RFC, indeterminateWith('TRY_LATER')),
  'revocation-data-current': fails(`${RFC}, RFC 6960 2.4`, indeterminateWith('TRY_LATER')),
  'supporting-revocation-data-current': warns(`${RFC}, RFC 6960 2.4`, indeterminateWith('TRY_LATER')),
  'revocation-data-recent': warns(RFC, indeterminateWith('TRY_LATER')),
  'revocation-data-fresh': fails(RFC, indeterminateWith('TRY_LATER'), { removable: true, needsProvenTimeInDomain: true }),
})
