/**
 * Authentication of clients by certificate. TLS, or a proxy, verifies that the client holds the private key. Here the certificate is checked against the
 * configured authorities and revocation lists (`client-certificates`, `revocation-lists`), and its status at the OCSP responders of the authorities
 * (`ocsp-statuses`, `ocsp-answer`): `decisions.md#client-revocation`. Independent of the validation of signatures, which has other anchors and other rules.
 */
export {
  ClientCertificates,
  type ClientIdentity,
  type ClientRefusal,
} from './client-certificates.js'
export { type AskResponder, OcspStatuses } from './ocsp-statuses.js'
export { RevocationLists } from './revocation-lists.js'
