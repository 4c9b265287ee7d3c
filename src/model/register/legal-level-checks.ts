import { failedWith } from '../outcome.js'
import { informs, warns } from './entry.js'

const QUALIFICATION = 'ETSI TS 119 615 4.4'
const LEVEL = 'ETSI TS 119 615 4.5'

/** Questions about the legal level and the lists that it rests on. The level affects the verdict only under a policy that requires one. */
export const legalLevelChecks = Object.freeze({
  /** Every authority above the certificate was checked within the bounds; if not, there is no level. */
  'level-authorities-complete': informs('ETSI TS 119 615 4.3'),
  'level-service-listed': informs(QUALIFICATION),
  'level-service-for-qualified-certificates': informs(QUALIFICATION),
  /** Its additional information, or its single captured qualifier, covers the type of the certificate. */
  'level-service-covers-certificate-type': informs(QUALIFICATION),
  'level-services-consistent': informs(QUALIFICATION),
  'level-services-agree': informs(QUALIFICATION),
  'level-service-active': informs(QUALIFICATION),
  'level-certificate-qualified': informs(QUALIFICATION),
  'level-certificate-type': informs(QUALIFICATION),
  'level-certificate-device': informs(QUALIFICATION),
  'level-same-at-issuance-and-signing': informs(LEVEL),
  'signature-level-qualified': informs('TS 119 615 4.6', failedWith('CHAIN_CONSTRAINTS_FAILURE')),
  'trusted-list-stale': warns('TS 119 612 5.3.15'),
  'list-of-lists-stale': warns('TS 119 612 5.3.15'),
})
