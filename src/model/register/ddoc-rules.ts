import { failedWith, indeterminateWith } from '../outcome.js'
import { fails, warns } from './entry.js'

/** The number by which clients of DIGIDOC-XML know the error. */
const error = (code: number | string): string => `DIGIDOC-XML, error ${code}`
const format = failedWith('FORMAT_FAILURE')
const hash = failedWith('HASH_FAILURE')
const value = failedWith('SIG_CRYPTO_FAILURE')
const later = indeterminateWith('TRY_LATER')
const chain = indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')
const signer = indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')

/**
 * Checks that only DIGIDOC-XML signatures have. The format is no longer developed, and its rules are the same under every policy. The outcome is that of the
 * building block of EN 319 102-1; the report of a DIGIDOC-XML signature shows no sub-indication.
 */
export const ddocStructureRules = Object.freeze({
  // Structure of the data files
  'ddoc-data-file-name': fails(error(28), format),
  'ddoc-data-file-path': fails(error(172), format),
  'ddoc-data-file-id': fails(error(29), format),
  'ddoc-data-file-id-unique': fails('DIGIDOC-XML, unique identifiers', format),
  'ddoc-data-file-mime-type': fails(error(30), format),
  'ddoc-data-file-size': fails(error(31), format),
  'ddoc-data-file-base64': fails('DIGIDOC-XML, content types', format),
  'ddoc-data-file-digest-type': fails(error(32), format),
  'ddoc-data-file-digest-value': fails(error(33), format),
  'ddoc-hashcode-empty': fails('DIGIDOC-XML, hashcode form', format),
  // Structure of the signature
  'ddoc-signature-id': fails(error(36), format),
  'ddoc-signature-id-unique': fails('DIGIDOC-XML, unique identifiers', format),
  'ddoc-canonicalization-method': fails(error(25), format),
  'ddoc-signature-method': fails(error(24), format),
  'ddoc-references-sufficient': fails(error(26), format),
  'ddoc-reference-uri': fails(error(22), format),
  'ddoc-digest-method': fails(error(20), format),
  'ddoc-digest-length': fails(error(21), format),
  'ddoc-transforms-absent': fails(error(23), format),
  'ddoc-signature-value-length': fails(error('37, 38'), format),
  'ddoc-signer-certificate-present': fails(error(39), signer),
  'ddoc-signed-properties-id': fails(error(43), format),
  'ddoc-signed-properties-target': fails(error(44), format),
  'ddoc-signing-time': fails(error('40, 45'), format),
  'ddoc-certificate-reference-id': fails(error(46), format),
  'ddoc-certificate-serial': fails(error(42), format),
  'ddoc-certificate-reference-single': fails('DIGIDOC-XML, SigningCertificate', signer),
  'ddoc-claimed-roles': fails(error(167), format),
  'ddoc-certificate-values': fails(error(53), later),
})

/** All DIGIDOC-XML checks other than those of the structure. */
export const ddocRules = Object.freeze({
  'ddoc-structure': fails('DIGIDOC-XML, structure', format),
  // Data, signed properties, signature value
  'ddoc-data-file-signed': fails(error(81), format),
  'ddoc-data-file-intact': fails(error(79), hash),
  'ddoc-data-file-main-digest': warns(error(173)),
  'ddoc-mime-type-signed': fails('SK-XML 1.0, reference to the MIME type', format),
  'ddoc-mime-type-intact': fails('SK-XML 1.0, reference to the MIME type', hash),
  'ddoc-reference-target-found': fails(error(81), indeterminateWith('SIGNED_DATA_NOT_FOUND')),
  'ddoc-signed-properties-signed': fails(error(80), format),
  'ddoc-signed-properties-intact': fails(error(79), hash),
  'ddoc-signature-value-intact': fails(error(81), value),
  'ddoc-signature-digest-info-present': fails(error(166), value),
  'ddoc-signature-digest-info-exact': fails(error(174), value),
  // Signer
  'ddoc-signer-certificate-valid': fails(error(82), indeterminateWith('OUT_OF_BOUNDS_NO_POE')),
  'ddoc-signer-trusted': fails(error(39), chain, { needsTrust: true }),
  'ddoc-signer-non-repudiation': fails(error(162), indeterminateWith('CHAIN_CONSTRAINTS_FAILURE')),
  'ddoc-signer-certificate-named': fails('DIGIDOC-XML, SigningCertificate', signer),
  'ddoc-signer-issuer-named': fails(error(81), signer),
  // OCSP confirmation
  'ddoc-confirmation-present': fails(error(90), later),
  'ddoc-responder-reference': fails(error(53), later),
  'ddoc-responder-reference-digest': fails(error(53), later),
  'ddoc-confirmation-single': fails(error(70), later),
  'ddoc-confirmation-not-empty': fails(error(83), later),
  'ddoc-confirmation-readable': fails(error(72), later),
  'ddoc-confirmation-successful': fails(error(69), later),
  'ddoc-confirmation-reference': fails(error(83), later),
  'ddoc-confirmation-digest': fails(error(83), later),
  'ddoc-confirmation-time': fails(error(70), later),
  'ddoc-responder-known': fails(error('70, 117'), chain, { needsTrust: true }),
  'ddoc-confirmation-signature': fails(error(70), later),
  'ddoc-responder-authorised': fails(error(183), chain),
  'ddoc-responder-valid': fails('RFC 6960 4.2.2.2', later),
  'ddoc-confirmation-nonce': fails(error(71), hash),
  'ddoc-confirmation-certificate': fails(error(88), later),
  'ddoc-certificate-not-revoked': fails(error(91), indeterminateWith('REVOKED_NO_POE'), { timeMarkProvesAnyway: true }),
  'ddoc-certificate-known': fails(error(92), later, { timeMarkProvesAnyway: true }),
  // Notices
  'ddoc-version-current': warns(error(177)),
  'ddoc-issuer-namespace': warns(error(176)),
  'ddoc-live-certificates': warns(error(178)),
  'ddoc-file-names-signed': warns('DIGIDOC-XML, hashcode form; SK-XML 1.0'),
  'ddoc-data-file-stated-size': warns('DIGIDOC-XML, DataFile Size'),
})
