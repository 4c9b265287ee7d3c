/**
 * What the facts mean: EN 319 102-1 with the parameters of a policy. Facts, validation data, policy and time come in, a conclusion goes out;
 * nothing here reads a clock, a file or the network, and nothing is decided elsewhere.
 *
 * `blocks/` answers single questions, one file for each building block of clause 5.2. `processes/` puts them in order: time-stamps and time-mark
 * first, then basic signature, long-term and archival data. `evaluateSignature` runs the procedure of the syntax, and the first failed check decides;
 * `ddoc/` holds the same blocks with the rules of DIGIDOC-XML, `constraints/` what each kind of document is judged by. `concludeDocument` adds what needs the other signatures or the lists, and concludes each
 * signature once.
 */
export { type ConcludedSignature, concludeDocument, type SignatureEvidence } from './conclude-document.js'
export { POLv1 } from './polv1.js'
export { POLv2 } from './polv2.js'
export { type CertificateQualification, qualificationAt } from './qualification/certificate-qualification.js'
export { authoritiesAbove, servicesAbove } from './qualification/services-above.js'
export type { ValidationPolicy } from './validation-policy.js'
