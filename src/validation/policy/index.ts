/**
 * Validation by EN 319 102-1 with the parameters of a policy. Takes facts, validation data, policy and time; returns a conclusion. Nothing here reads a clock,
 * a file or the network, and no other module makes verdicts.
 *
 * - `blocks/` holds the building blocks of clause 5.2, one file each; `ddoc/` holds them with the rules of DIGIDOC-XML.
 * - `processes/` runs the blocks: time-stamps and time-mark first, then basic signature, long-term and archival data.
 * - `constraints/` holds the parameters for each kind of document, `qualification/` determines the legal level.
 * - `concludeDocument` checks what depends on other signatures or on the trusted lists; `evaluateSignature` runs the procedure of the syntax, which ends in
 *   `conclude`: each signature is concluded once, and the first failed check decides.
 */
export { constraintsOf } from './catalogue/security-suitability-policy.js'
export { ts119312 } from './catalogue/ts-119-312.js'
export { concludeDocument, concludeSignature } from './conclude-document.js'
export { concludeTokens, type TokenEvidence } from './conclude-tokens.js'
export { isUnexpired } from './moments.js'
export { POLv1 } from './polv1.js'
export { POLv2 } from './polv2.js'
export { POLv3 } from './polv3.js'
export { POLv4 } from './polv4.js'
export { type CertificateQualification, qualificationAt } from './qualification/certificate-qualification.js'
export { authoritiesAbove, servicesAbove } from './qualification/services-above.js'
export { type NamedPolicy, type OperatorPolicy, policyNamed, validationPolicies } from './validation-policies.js'
export {
  type AcceptedAlgorithm,
  type AcceptedKeySize,
  type AlgorithmConstraints,
  type AlgorithmUsage,
  type ConstraintLevels,
  type LegalLevelConstraints,
  type ProfileConstraints,
  policyFor,
  type ValidationPolicy,
} from './validation-policy.js'
