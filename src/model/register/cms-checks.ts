import { failedWith, indeterminateWith } from '../outcome.js'
import { fails } from './entry.js'

const FC = 'EN 319 102-1 5.2.2'
const SAV = 'EN 319 102-1 5.2.8'

/** Checks that only signatures in CMS have (RFC 5652, EN 319 122-1). */
export const cmsChecks = Object.freeze({
  'cms-signer-single': fails(`${FC}, EN 319 142-1 6.3`, failedWith('FORMAT_FAILURE')),
  'cms-content-detached': fails(`${FC}, EN 319 142-1 6.3, ISO 32000-2 12.8.3.3`, failedWith('FORMAT_FAILURE')),
  'cms-message-digest-present': fails(`${SAV}, RFC 5652 11.2`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
  'cms-content-type': fails(`${SAV}, RFC 5652 11.1`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
})
