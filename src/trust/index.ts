/**
 * What is trusted, and what follows from it for one signature. Services of settings and of trusted lists become an immutable `TrustSnapshot`, packed with its
 * index for all threads; `collectValidationData` joins it with the facts of a signature: verified paths, who signed each revocation datum, and what that
 * datum says about which certificate. Nothing is judged here: roles, statuses and times are the policy's. Where trusted lists come from is `trust-lists`.
 *
 * - settings/        files that the operator names -> services, or an error that says what to write instead
 * - snapshot/        services -> snapshot -> index with a digest, packed for all threads
 * - path/            certificates of the signature and the snapshot -> prospective paths, within a budget
 * - revocation/      OCSP responses and CRLs -> statuses of the certificates in the paths, and signers
 *
 * @example
 * const snapshot = buildTrustSnapshot([readTrustSettings('fixtures/trust/standard.json', { files, cache, limits: limits.trust })])
 * const index = openPackedIndex(packTrustIndex(snapshot, cache), cache.certificate)
 */
export { keepPublicKeys } from '#crypto'
/** The cache that signature and trust share in one thread. `service` joins the two and may not reach the readers, so it gets it from here. */
export { createDecodedCache, KeptStructures } from '#x509'
export { collectAscent, collectCertificateData } from './collect-certificate-data.js'
export { collectValidationData, type TrustContext } from './collect-validation-data.js'
export { decodeCertificate, readCertificateFile } from './settings/certificate-file.js'
export { instantAt, instantForm, readInstant } from './settings/instant.js'
export { boundedCheck, ignored, line, paths, readJsonSettings } from './settings/json-settings.js'
export { readTrustSettings, type TrustSettingsContext } from './settings/read-trust-settings.js'
export { serviceTypes } from './settings/service-words.js'
export { resolveBeside, type TrustFileAccess, TrustFiles, type TrustLimits } from './settings/trust-files.js'
export { TrustSettingsError, type TrustSettingsErrorCode } from './settings/trust-settings-error.js'
export { buildTrustSnapshot, type TrustContent } from './snapshot/build-snapshot.js'
export {
  openPackedIndex,
  packTrustIndex,
  type SharedIndex,
  type SnapshotSummary,
  shareTrustIndex,
  summaryOfIndex,
  type TrustIndex,
} from './snapshot/trust-index.js'
