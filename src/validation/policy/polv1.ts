import { deepFreeze } from '#std'
import { firstRelease } from './constraints/first-release.js'
import { pdf } from './constraints/pdf.js'
import { xroad } from './constraints/xroad.js'
import type { ValidationPolicy } from './validation-policy.js'

/** Signatures and seals of every legal level. A kind of document with constraints of its own has a file in `constraints/`. */
export const POLv1: ValidationPolicy = deepFreeze({
  name: 'POLv1',
  legalLevels: ['QESig', 'QESeal'],
  levels: {},
  profiles: { 'asic-e': firstRelease, ddoc: firstRelease, pdf, xroad },
} satisfies ValidationPolicy)
