/**
 * The use cases. An interface reads a request, calls one method of `ValidationService` and renders the answer; nothing here knows which interface it was.
 *
 * `validate-document` is the whole way of a document in one pure function. `open-service` makes a service of it: in worker threads with a heap limit and
 * a time budget (`worker-pool`, `worker-protocol`, `validation-worker`), so that a hostile file costs one worker, or in this thread for the command line.
 */
export { type BuildInformation, readBuildInformation } from './build-information.js'
export * from './capsules/index.js'
export * from './cdoc2/index.js'
export type { ListedDataFile } from './document-formats.js'
export { documentTypeOf } from './document-type.js'
export { type ExternalLinks, type ExternalLinksOptions, type LinkState, openExternalLinks } from './external-links.js'
export { type DataFileReport, listDataFiles } from './extract-data-files.js'
export { loadInstances, packInstance } from './load-instances.js'
export { loadTrust, TrustSettingsError } from './load-trust.js'
export { makeFolder } from './make-folder.js'
export { createMonitor, type Monitor, type MonitorOptions, type ProcessReadiness } from './monitor.js'
export { observeValidations, type ValidationEvent } from './observed-validations.js'
export { openInProcessService, openValidationService, type ServiceOptions } from './open-service.js'
export type { PrintForm, PrintOrder } from './print-report.js'
export { type Health, type LinkStatus, reportHealth } from './report-health.js'
export {
  describeTrust,
  type Readiness,
  type ReadinessList,
  readTrustState,
  reportReadiness,
  type TrustDescription,
  type TrustState,
  type WorkerState,
} from './report-readiness.js'
export { type CertificateStanding, showCertificate } from './show-certificate.js'
export { beginTrust, type OpenTrustOptions, openTrust, planTrust, type TrustPlan, type TrustSettings } from './trust-refresh/open-trust.js'
export { fixedTrust, type Trust, type TrustStatus } from './trust-refresh/trust.js'
export type { TrustRefresher } from './trust-refresh/trust-refresher.js'
export { validateDocument } from './validate-document.js'
export {
  createValidationContext,
  openDecodedCache,
  openInstances,
  openKeptStructures,
  type ValidationContext,
  type ValidationLimits,
  validationContextOf,
} from './validation-context.js'
export * from './validation-service.js'
export { WorkerPool, type WorkerPoolOptions } from './worker-pool.js'
