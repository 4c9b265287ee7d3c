/**
 * Trust anchors and path building. Services from settings and trusted lists become an immutable `TrustSnapshot`, which is packed with its index for all
 * threads. `collectValidationData` combines it with the facts of a signature: verified paths, the signer of each OCSP response and CRL, and the status that
 * these state for each certificate. Nothing is evaluated here: roles, service statuses and times are checked by `policy`. `trust-lists` provides the lists.
 *
 * - settings/        settings files of the operator -> services, or an error that says what to write instead
 * - snapshot/        services -> snapshot -> index with a digest, packed for all threads
 * - path/            certificates of the signature and the snapshot -> prospective paths, within a budget
 * - revocation/      OCSP responses and CRLs -> their signers, and statuses of the certificates in the paths
 *
 * @example
 * const snapshot = buildTrustSnapshot([readTrustSettings('fixtures/trust/standard.json', { files, cache, limits: limits.trust })])
 * const index = openPackedIndex(packTrustIndex(snapshot, cache), cache.certificate)
 */
export { keepPublicKeys } from '#readers/crypto'
/** The cache that `signature` and `trust` share in one thread. Exported again for `service`, which may not import `x509` itself. */
export { CacheAcrossDocuments, createDecodedCache } from '#readers/x509'
export { collectAscent, collectCertificateData } from './collect-certificate-data.js'
export { collectValidationData, type TrustContext } from './collect-validation-data.js'
export { decodeCertificate, readCertificateFile } from './settings/certificate-file.js'
export { boundedCheck, ignored, instantAt, instantForm, line, paths, readInstant, readJsonSettings } from './settings/json-settings.js'
export { readTrustSettings, type TrustSettingsContext } from './settings/read-trust-settings.js'
export { serviceTypes } from './settings/service-types.js'
export { resolveBeside, type TrustFileAccess, TrustFiles, type TrustLimits } from './settings/trust-files.js'
export { TrustSettingsError, type TrustSettingsErrorCode } from './settings/trust-settings-error.js'
export { buildTrustSnapshot, type TrustContent } from './snapshot/build-snapshot.js'
export {
  type ListedService,
  openPackedIndex,
  packTrustIndex,
  type SharedIndex,
  type SnapshotSummary,
  servicesIn,
  shareTrustIndex,
  summaryOfIndex,
  type TrustIndex,
} from './snapshot/trust-index.js'
