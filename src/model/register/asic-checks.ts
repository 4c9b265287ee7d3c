import { failedWith } from '../outcome.js'
import { fails } from './entry.js'

/** Checks of what a container of ASiC says about its signatures in CMS (EN 319 162-1). */
export const asicChecks = Object.freeze({
  'asic-manifest-usable': fails('EN 319 102-1 5.2.2, EN 319 162-1 A.4', failedWith('FORMAT_FAILURE')),
})
