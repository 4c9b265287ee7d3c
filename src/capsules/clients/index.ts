/**
 * Authentication of clients by certificate. TLS, or a proxy, verifies that the client holds the private key. This module checks the certificate against the
 * configured authorities and revocation lists (`client-certificates`, `revocation-lists`) and queries its status at the OCSP responders of the authorities
 * (`ocsp-statuses`, `ocsp-answer`): `decisions.md#client-revocation`. It is independent of signature validation, which has other trust anchors and other rules.
 */
export {
  ClientCertificates,
  type ClientIdentity,
  type ClientRefusal,
} from './client-certificates.js'
export { type AskResponder, OcspStatuses } from './ocsp-statuses.js'
export { RevocationLists } from './revocation-lists.js'
