/**
 * Who a client is that shows a certificate. TLS, or a proxy, proves that the client holds the key; here it is judged by the configured authorities and
 * revocation lists whether that certificate says anything, and by the responders of the authorities (`ocsp-statuses`, `ocsp-answer`) whether it still does. Nothing of the validation of signatures is used or known: other authorities, other rules.
 */
export {
  ClientCertificates,
  type ClientIdentity,
  type ClientRefusal,
} from './client-certificates.js'
export { type AskResponder, OcspStatuses } from './ocsp-statuses.js'
export { RevocationLists } from './revocation-lists.js'
