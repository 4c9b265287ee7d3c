/**
 * Validation by EN 319 102-1 with the parameters of a policy: facts, validation data, policy and time in, a conclusion out. Nothing here reads a clock, a
 * file or the network, and no verdict is made elsewhere.
 *
 * `blocks/` holds the building blocks of clause 5.2, one file each. `processes/` runs them: time-stamps and time-mark first, then basic signature,
 * long-term and archival data. `evaluateSignature` runs the procedure of the syntax, and the first failed check decides; `ddoc/` holds the same blocks
 * with the rules of DIGIDOC-XML, `constraints/` the parameters for each kind of document, `qualification/` the legal level. `concludeDocument` adds the
 * warnings that need the other signatures or the lists, and concludes each signature once.
 */
export { type ConcludedSignature, concludeDocument, type SignatureEvidence } from './conclude-document.js'
export { POLv1 } from './polv1.js'
export { POLv2 } from './polv2.js'
export { type CertificateQualification, qualificationAt } from './qualification/certificate-qualification.js'
export { authoritiesAbove, servicesAbove } from './qualification/services-above.js'
export type { ValidationPolicy } from './validation-policy.js'
export { writtenConclusion } from './written-conclusion.js'
