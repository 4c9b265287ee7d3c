/**
 * The words that the parts of the service exchange. Plain data and closed unions; imports nothing.
 *
 * A request becomes an `OpenedDocument` (container), each signature in it `SignatureFacts` (signature), to which trust adds
 * `ValidationData`; policy turns the three into a `SignatureConclusion`, report into a `ValidationReport`.
 */
export * from './algorithm.js'
export * from './bounded-cache.js'
export * from './certificate.js'
export * from './check.js'
export * from './conclusion.js'
export * from './ddoc.js'
export * from './deep-freeze.js'
export * from './detailed-report.js'
export * from './document.js'
export * from './errors.js'
export * from './in-pieces.js'
export * from './outcome.js'
export * from './pdf.js'
export * from './register/index.js'
export * from './report.js'
export * from './report-bounds.js'
export * from './request.js'
export * from './revocation.js'
export * from './service-qualification.js'
export * from './signature-facts.js'
export * from './time.js'
export * from './time-stamp.js'
export * from './trust-snapshot.js'
export * from './unsafe-characters.js'
export * from './utf8-mark.js'
export * from './validation-data.js'
export * from './xroad.js'
export * from './xroad-trust.js'
