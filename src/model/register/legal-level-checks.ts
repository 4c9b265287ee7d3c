import { failedWith } from '../outcome.js'
import { fails, informs, warns } from './entry.js'

const QUALIFICATION = 'TS 119 615 4.4'

/** Checks of the legal level and of the trusted lists that it is based on. The level affects the verdict only under a policy that requires one. */
export const legalLevelChecks = Object.freeze({
  /** Every authority above the certificate was found within the limits; otherwise no level is determined. */
  'level-authorities-complete': informs('TS 119 615 4.3'),
  'level-service-listed': informs(QUALIFICATION),
  'level-service-for-qualified-certificates': informs(QUALIFICATION),
  /** The additional information of a service, or its single captured qualifier, covers the type of the certificate. */
  'level-service-covers-certificate-type': informs(QUALIFICATION),
  'level-services-consistent': informs(QUALIFICATION),
  'level-services-agree': informs(QUALIFICATION),
  'level-service-active': informs(QUALIFICATION),
  'level-certificate-qualified': informs(QUALIFICATION),
  'level-certificate-type': informs(QUALIFICATION),
  'level-certificate-device': informs('TS 119 615 4.5'),
  'level-same-at-issuance-and-signing': informs(QUALIFICATION),
  'signature-level-qualified': informs('TS 119 172-4 4.4', failedWith('CHAIN_CONSTRAINTS_FAILURE')),
  'signature-level-sufficient': fails('TS 119 172-4 4.4', failedWith('CHAIN_CONSTRAINTS_FAILURE')),
  'signature-level-with-device': warns('TS 119 172-4 4.4', failedWith('CHAIN_CONSTRAINTS_FAILURE')),
  'trusted-list-stale': warns('TS 119 612 5.3.15'),
  'list-of-lists-stale': warns('TS 119 612 5.3.15'),
  /** The service has trust anchors. A finding about the service itself, so that nobody takes it for one about the document. */
  'trust-missing': warns('EN 319 102-1 5.1.4'),
})
