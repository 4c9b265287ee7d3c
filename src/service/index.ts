/**
 * The use cases. An interface reads a request, calls one method of `ValidationService` and renders the answer. No module here depends on an interface.
 *
 * `validate-document` validates a document in one pure function. `open-service` runs it in `threads` with a heap limit and a time budget (`worker-protocol`,
 * `validation-worker`), so that a hostile file costs only one worker. `in-process-service` runs it in this thread.
 */
export { Abandoned, Overload } from '#threads'
export { TrustSettingsError } from '#trust'
export { decodeBase64 } from './decode-base64.js'
export type { ListedDataFile } from './document-formats.js'
export { documentTypeOf } from './document-type.js'
export { type ExternalLinks, openExternalLinks } from './external-links.js'
export { type DataFileReport, listDataFiles } from './extract-data-files.js'
export { openInProcessService } from './in-process-service.js'
export { makeFolder } from './make-folder.js'
export { createMonitor, type Monitor, type ProcessReadiness } from './monitor.js'
export { observeValidations, type ValidationEvent } from './observed-validations.js'
export { openValidationService, type ThreadedService } from './open-service.js'
export { releaseMemory } from './release-memory.js'
export type { Health } from './report-health.js'
export { describeTrust, type ReadinessList, type TrustDescription, writeTrust } from './report-readiness.js'
export { type CertificateStanding, showCertificate } from './show-certificate.js'
export type { DataFileOrder } from './take-data-files.js'
export { beginTrust, openTrust } from './trust-refresh/open-trust.js'
export * from './validation-service.js'
export { assertFree, writeWhole } from './whole-file.js'
