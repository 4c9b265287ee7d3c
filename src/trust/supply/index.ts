/** Where the trust of a process comes from: settings, stored and fetched lists, X-Road instances; refreshed beside the validations. */
export { createHttpFetcher } from './http-fetcher.js'
export { beginTrust, openTrust } from './open-trust.js'
export { type CertificateStanding, showCertificate } from './show-certificate.js'
export type { RefreshCounts, Trust, TrustStatus, TrustStep } from './trust.js'
