/**
 * The types that the modules of the service exchange: plain data and closed unions. Imports nothing.
 *
 * `container` turns a request into an `OpenedDocument`, `signature` reads each signature into `SignatureFacts`, `trust` adds `ValidationData`, `policy`
 * evaluates them to a `SignatureConclusion`, and `report` builds the `DocumentReport`.
 */
export * from './algorithm.js'
export * from './algorithm-standing.js'
export * from './certificate.js'
export * from './check.js'
export * from './commitment-type.js'
export * from './conclusion.js'
export * from './ddoc.js'
export * from './detached-data.js'
export * from './document.js'
export * from './document-report.js'
export * from './errors.js'
export * from './object-identifier.js'
export * from './outcome.js'
export * from './pdf.js'
export * from './provable.js'
export * from './register/index.js'
export * from './report-bounds.js'
export * from './request.js'
export * from './revocation.js'
export * from './service-qualification.js'
export * from './signature-facts.js'
export * from './signature-level.js'
export * from './time.js'
export * from './time-stamp.js'
export * from './trust-snapshot.js'
export * from './validation-data.js'
export * from './xroad.js'
export * from './xroad-trust.js'
